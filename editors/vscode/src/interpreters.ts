/** Where a Python may come from: the setting, the Python extension, the PATH; and how a person chooses one. */

import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { type Candidate, examine, ON_PATH } from './python';
import { firstFolder, SECTION, text } from './settings';

/** The part of the Python extension's interface that is used here. */
interface PythonEnvironments {
  getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
  resolveEnvironment(environment: unknown): Promise<PythonEnvironment | undefined>;
  readonly known: readonly PythonEnvironment[];
  readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
}
interface PythonEnvironment {
  readonly path: string;
  readonly executable: { readonly uri: vscode.Uri | undefined };
}

const PYTHON_EXTENSION = 'ms-python.python';
const PATIENCE = 15_000;

/** The Pythons to try, in the order in which they are tried. */
export async function* candidates(): AsyncGenerator<Candidate> {
  const set = text('interpreter', firstFolder());
  if (set) {
    yield { name: set, command: expanded(set) };
  }
  const active = await activeInterpreter();
  if (active) {
    yield { name: active, command: active };
  }
  yield* ON_PATH;
}

/** Calls back whenever another interpreter is chosen in the Python extension; it is asked for only once it runs. */
export async function onInterpreterChange(changed: () => void): Promise<vscode.Disposable | undefined> {
  return (await environments())?.onDidChangeActiveEnvironmentPath(changed);
}

/** Lets the person choose an interpreter and writes it into the settings. */
export async function chooseInterpreter(launcher: string): Promise<void> {
  const browse: vscode.QuickPickItem = { label: '$(folder) Browse…', alwaysShow: true };
  const byItself: vscode.QuickPickItem = { label: '$(search) Find one by itself', alwaysShow: true };
  const found = await offers(launcher);
  const picked = await vscode.window.showQuickPick([...found, browse, byItself], {
    title: 'ReachWeaver: Python Interpreter',
    placeHolder: 'Python 3.11 or newer',
  });
  const executable = picked === browse ? await browsed() : picked === byItself ? '' : picked?.description;
  if (executable !== undefined) {
    await write(executable);
  }
}

async function offers(launcher: string): Promise<vscode.QuickPickItem[]> {
  const known = (await environments())?.known.map((one) => one.executable.uri?.fsPath ?? one.path) ?? [];
  const tried = [...ON_PATH, ...known.map((command) => ({ name: command, command }))];
  const found = await Promise.all(tried.map((candidate) => examine(candidate, launcher, false)));
  const items = found.flatMap((one) =>
    'executable' in one ? [{ label: `$(symbol-misc) Python ${one.version}`, description: one.executable }] : [],
  );
  return [...new Map(items.map((item) => [item.description, item])).values()];
}

async function browsed(): Promise<string | undefined> {
  const picked = await vscode.window.showOpenDialog({ title: 'Choose Python', openLabel: 'Choose' });
  return picked?.[0]?.fsPath;
}

/** Writes the setting where it is set already, else for this person: a path is nothing to share with others. */
async function write(executable: string): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION, firstFolder());
  const known = configuration.inspect('interpreter');
  const target =
    known?.workspaceFolderValue !== undefined
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : known?.workspaceValue !== undefined
        ? vscode.ConfigurationTarget.Workspace
        : vscode.ConfigurationTarget.Global;
  await configuration.update('interpreter', executable || undefined, target);
}

async function activeInterpreter(): Promise<string | undefined> {
  const python = await environments();
  const active = python?.getActiveEnvironmentPath(firstFolder()?.uri);
  if (!python || !active) {
    return undefined;
  }
  const resolved = await inTime(Promise.resolve(python.resolveEnvironment(active)));
  return resolved?.executable.uri?.fsPath ?? active.path;
}

/** The Python extension's environments; nothing when it is not there, or when the folder could choose what is run. */
async function environments(): Promise<PythonEnvironments | undefined> {
  const extension = vscode.extensions.getExtension<{ environments?: PythonEnvironments }>(PYTHON_EXTENSION);
  if (!extension || !vscode.workspace.isTrusted) {
    return undefined;
  }
  return (await inTime(Promise.resolve(extension.activate())))?.environments;
}

/** A value, or nothing when it takes too long or fails: another extension's trouble must not become ours. */
function inTime<T>(value: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined));
  return Promise.race([value.catch(() => undefined), late]);
}

/** The setting's path: `~` and the folder are filled in, and a relative one starts at the folder. */
function expanded(setting: string): string {
  const folder = firstFolder()?.uri.fsPath ?? '';
  const filled = setting.replace(/^~(?=$|[\\/])/, os.homedir()).replaceAll('${workspaceFolder}', folder);
  return /[\\/]/.test(filled) && !path.isAbsolute(filled) ? path.join(folder, filled) : filled;
}
