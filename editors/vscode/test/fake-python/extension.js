const vscode = require('vscode');

exports.activate = () => {
  const changed = new vscode.EventEmitter();
  const path = () => vscode.workspace.getConfiguration().get('fake.interpreter');
  vscode.workspace.onDidChangeConfiguration(() => changed.fire({ path: path() }));
  return {
    environments: {
      known: [],
      getActiveEnvironmentPath: () => ({ id: path(), path: path() }),
      resolveEnvironment: (given) => Promise.resolve({ path: given.path, executable: { uri: vscode.Uri.file(given.path) } }),
      onDidChangeActiveEnvironmentPath: changed.event,
    },
  };
};
