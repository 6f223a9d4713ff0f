// Serves VS Code with the packaged extension and a copy of the examples, until it is stopped.

import { examples, VsCode } from './vscode.mjs';

const vscode = await VsCode.start({ browser: false });
console.log(`VS Code is at ${vscode.address}?folder=${encodeURIComponent(examples())} (Ctrl+C ends it)`);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void vscode.stop().then(() => process.exit(0)));
}
