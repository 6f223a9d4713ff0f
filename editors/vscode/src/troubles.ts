/** What the person is told when the server can't run: once, in plain words, with buttons for the way out. */

import * as vscode from 'vscode';
import { plain } from './notices';
import type { Python, Refusal } from './python';
import { firstFolder, text } from './settings';

const told = new Set<string>();

/** No Python will do. Said again only when the person asks for a start again, or when something else is wrong. */
export async function noPython(refused: readonly Refusal[], installed: boolean, again: boolean): Promise<void> {
  const need = installed
    ? 'ReachWeaver is set to run from your environment, but was found in none'
    : 'ReachWeaver needs Python 3.11 or newer to check campaigns, but found none';
  const message = `${need}: ${refused.map((one) => one.reason).join('; ')}.`;
  if (again) {
    told.delete(message);
  }
  await say('error', message, [CHOOSE, ...(installed ? [USE_BUNDLED] : []), GUIDE]);
}

/** The interpreter that the settings name won't do, and another one is used. */
export async function otherPython(refused: readonly Refusal[], used: Python): Promise<void> {
  const set = text('interpreter', firstFolder());
  const refusal = refused.find((one) => one.name === set);
  if (refusal) {
    const message = `ReachWeaver can't use the Python that reachweaver.interpreter names: ${refusal.reason}.`;
    await say('warning', `${message} ${used.executable} is used instead.`, [CHOOSE, GUIDE]);
  }
}

/** The server has failed too often. */
export async function serverFailed(): Promise<void> {
  const message = 'ReachWeaver has stopped: its server ended several times within a few minutes.';
  told.delete(message);
  await say('error', message, [RESTART, LOG]);
}

interface Button {
  readonly title: string;
  readonly command: string;
}

const CHOOSE: Button = { title: 'Choose Interpreter…', command: 'reachweaver.chooseInterpreter' };
const GUIDE: Button = { title: 'Open Guide', command: 'reachweaver.openGuide' };
const RESTART: Button = { title: 'Restart Server', command: 'reachweaver.restart' };
const LOG: Button = { title: 'Show Log', command: 'reachweaver.showLog' };
const USE_BUNDLED: Button = { title: 'Use Bundled Server', command: 'reachweaver.useBundled' };

async function say(kind: 'error' | 'warning', message: string, buttons: readonly Button[]): Promise<void> {
  if (told.has(message)) {
    return;
  }
  told.add(message);
  const show = kind === 'error' ? vscode.window.showErrorMessage : vscode.window.showWarningMessage;
  const pressed = await show(plain(message), ...buttons);
  if (pressed) {
    await vscode.commands.executeCommand(pressed.command);
  }
}
