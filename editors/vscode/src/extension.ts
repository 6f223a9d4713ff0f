/** Starts and ends the extension: what is created here lives as long as the window. */

import * as vscode from 'vscode';
import { registerCommands } from './commands';
import { onInterpreterChange } from './interpreters';
import { log } from './log';
import { Previews } from './preview';
import { Server } from './server';
import { SECTION } from './settings';
import { Status } from './status';

/** Settings that the server is started with; it asks for the others itself. */
const AT_START = ['interpreter', 'importStrategy', 'files', 'brand', 'optout'];

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const started = new Server(context);
  server = started;
  const previews = new Previews(context, started);
  context.subscriptions.push(log, new Status(started), previews);
  registerCommands(context, started, previews);
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (AT_START.some((name) => event.affectsConfiguration(`${SECTION}.${name}`))) {
        started.restart('settings have changed');
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => { started.restart('the workspace is trusted now'); }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => { started.restart('folders have changed'); }),
  );
  started.restart('the extension was activated');
  void followInterpreter(context, started);
  // Campaigns are JSON, but JSON support wakes up for its own languages only.
  void vscode.extensions.getExtension('vscode.json-language-features')?.activate();
}

export async function deactivate(): Promise<void> {
  await server?.dispose();
}

async function followInterpreter(context: vscode.ExtensionContext, started: Server): Promise<void> {
  const listener = await onInterpreterChange(() => { started.restart('the interpreter has changed'); });
  if (listener) {
    context.subscriptions.push(listener);
  }
}
