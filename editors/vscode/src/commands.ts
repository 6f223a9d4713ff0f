/** The commands that a person can give. Those of the server are passed on; what it needs to know is asked here. */

import * as vscode from 'vscode';
import { chooseInterpreter } from './interpreters';
import { log } from './log';
import { lookUpSource } from './lookup';
import type { Previews } from './preview';
import type { Server } from './server';
import { LANGUAGE, SECTION } from './settings';

export function registerCommands(context: vscode.ExtensionContext, server: Server, previews: Previews): void {
  const commands: Record<string, (...args: unknown[]) => unknown> = {
    restart: () => { server.restart('asked for', true); },
    showLog: () => { log.show(); },
    chooseInterpreter: () => chooseInterpreter(server.launcher),
    openGuide: () => openGuide(context),
    useBundled: () => useBundled(),
    newCampaign: () => newCampaign(),
    selectBrand: () => selectBrand(),
    checkWorkspace: () => checkWorkspace(server),
    lookUpSource: (...args) => lookUpSource(server, args),
    preview: (...args) => previews.show(args),
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(`${SECTION}.${name}`, run));
  }
}

function openGuide(context: vscode.ExtensionContext): Thenable<unknown> {
  return vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(context.extensionUri, 'media', 'guide.md'));
}

/** Takes back `fromEnvironment`, wherever it is set. */
async function useBundled(): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const known = configuration.inspect('importStrategy');
  if (known?.workspaceValue !== undefined) {
    await configuration.update('importStrategy', undefined, vscode.ConfigurationTarget.Workspace);
  }
  if (known?.globalValue !== undefined) {
    await configuration.update('importStrategy', undefined, vscode.ConfigurationTarget.Global);
  }
}

async function newCampaign(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: LANGUAGE });
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('editor.action.insertSnippet', { langId: LANGUAGE, name: 'Campaign' });
}

async function checkWorkspace(server: Server): Promise<void> {
  const client = await server.ready();
  if (!client) {
    return;
  }
  // The server shows how far it is, and says at the end how many findings there are.
  await client.execute(`${SECTION}.checkWorkspace`);
  await vscode.commands.executeCommand('workbench.actions.view.problems');
}

/** Writes the setting `brand` of the folder of the file in front. */
async function selectBrand(): Promise<void> {
  const folder = await folderInFront();
  if (!folder) {
    void vscode.window.showInformationMessage('Open the folder that holds your campaigns, then select its brand file.');
    return;
  }
  const byItself = { label: '$(search) The nearest brand.reachweaver.json', alwaysShow: true };
  const browse = { label: '$(folder) Browse…', alwaysShow: true };
  const files = await brandFiles(folder);
  const picked = await vscode.window.showQuickPick(
    [...files.map((label) => ({ label, alwaysShow: false })), byItself, browse],
    { title: 'ReachWeaver: Brand File', placeHolder: `Whose rules hold for the campaigns in ${folder.name}?` },
  );
  const name = picked === browse ? await browsed(folder) : picked === byItself ? '' : picked?.label;
  if (name !== undefined) {
    const target = vscode.workspace.workspaceFile
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : vscode.ConfigurationTarget.Workspace;
    await vscode.workspace.getConfiguration(SECTION, folder.uri).update('brand', name === '' ? undefined : name, target);
  }
}

async function folderInFront(): Promise<vscode.WorkspaceFolder | undefined> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const own = uri && vscode.workspace.getWorkspaceFolder(uri);
  const folders = vscode.workspace.workspaceFolders ?? [];
  return own ?? (folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0]);
}

/** Files of the folder that hold brand rules and no variants, by their path in it. */
async function brandFiles(folder: vscode.WorkspaceFolder): Promise<string[]> {
  const pattern = new vscode.RelativePattern(folder, '**/*{brand*,.reachweaver}.json');
  const found = await vscode.workspace.findFiles(pattern, '**/{node_modules,.venv}/**', 200);
  const brands = await Promise.all(found.map(async (uri) => ((await holdsRules(uri)) ? [pathIn(folder, uri)] : [])));
  return brands.flat().sort();
}

async function holdsRules(uri: vscode.Uri): Promise<boolean> {
  try {
    const content: unknown = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
    const keys = typeof content === 'object' && content !== null ? Object.keys(content) : [];
    return !keys.includes('variants') && keys.some((key) => BRAND_KEYS.includes(key));
  } catch {
    return false;
  }
}

const BRAND_KEYS = ['brand_id', 'banned_phrases', 'required_disclosure', 'max_hashtags', 'accounts'];

async function browsed(folder: vscode.WorkspaceFolder): Promise<string | undefined> {
  const filters = { 'Brand files': ['json'] };
  const picked = await vscode.window.showOpenDialog({ defaultUri: folder.uri, filters, openLabel: 'Select' });
  return picked?.[0] && pathIn(folder, picked[0]);
}

function pathIn(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  const start = folder.uri.path.replace(/\/?$/, '/');
  return uri.path.startsWith(start) ? uri.path.slice(start.length) : uri.fsPath;
}
