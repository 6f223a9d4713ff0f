/**
 * Looks up a source: the one thing that opens an address, and only when the person asks for it. The server shows what it
 * found, and offers to write it into the campaign; here it is found out what to look up, and with which libraries.
 */

import * as vscode from 'vscode';
import type { Client } from './client';
import { install } from './libraries';
import { log } from './log';
import { plain } from './notices';
import { type Evidence, rangeOf, type Shown } from './protocol';
import type { Server } from './server';
import { SECTION } from './settings';

const COMMAND = `${SECTION}.lookUpSource`;

/** @param args the document and the evidence's id, where they are known */
export async function lookUpSource(server: Server, args: readonly unknown[]): Promise<void> {
  const [given, id] = args;
  const editor = vscode.window.activeTextEditor;
  const document = typeof given === 'string' ? await opened(given) : editor?.document;
  if (!document) {
    void vscode.window.showInformationMessage('Open a campaign to look up one of its sources.');
    return;
  }
  const client = await clientWithLibraries(server);
  if (!client) {
    return;
  }
  if (!client.initializeResult?.capabilities.executeCommandProvider?.commands.includes(COMMAND)) {
    void vscode.window.showInformationMessage('The ReachWeaver that runs here can’t look up sources.');
    return;
  }
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  try {
    const chosen = typeof id === 'string' ? id : await choose(client, uri, editor);
    if (chosen !== undefined) {
      await client.execute(COMMAND, uri, chosen);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(plain(`ReachWeaver could not look that up: ${reason}`));
  }
}

/** The client of a server that can open pages; nothing when it can't, or when the person does not want it to. */
async function clientWithLibraries(server: Server): Promise<Client | undefined> {
  const client = await server.ready();
  const missing = client && server.missingLibraries;
  if (!missing) {
    return client;
  }
  if ((await vscode.window.showInformationMessage(plain(OFFER), INSTALL)) !== INSTALL) {
    return undefined;
  }
  const progress = { location: vscode.ProgressLocation.Notification, title: 'ReachWeaver: installing what look-ups need' };
  const failure = await vscode.window.withProgress(progress, () => install(missing, server.requirements));
  if (failure !== undefined) {
    await tellFailure(failure);
    return undefined;
  }
  return server.anew('what look-ups need was installed');
}

const OFFER =
  'To look up a source, ReachWeaver opens its page and signs what it has read. What that needs is not there yet: some 30 MB, installed from the Python Package Index for ReachWeaver alone.';
const INSTALL = 'Install';
const LOG = 'Show Log';
const GUIDE = 'Open Guide';

async function tellFailure(failure: string): Promise<void> {
  log.error(failure);
  const last = failure.trim().split('\n').at(-1) ?? '';
  const pressed = await vscode.window.showErrorMessage(plain(`What look-ups need could not be installed: ${last}`), LOG, GUIDE);
  if (pressed) {
    await vscode.commands.executeCommand(`${SECTION}.${pressed === LOG ? 'showLog' : 'openGuide'}`);
  }
}

function opened(uri: string): Thenable<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
}

/** The evidence item under the cursor, else one from a list. */
async function choose(client: Client, uri: string, editor: vscode.TextEditor | undefined): Promise<string | undefined> {
  const { evidence } = await client.execute<Shown>(`${SECTION}.preview`, uri, null, { embed: true });
  const named = evidence.filter((item): item is Evidence & { id: string } => item.id !== null);
  const cursor = editor?.selection.active;
  const under = cursor && named.find(({ range }) => rangeOf(range).contains(cursor));
  if (under) {
    return under.id;
  }
  const options = { title: 'ReachWeaver: Look Up Source', placeHolder: 'Whose page is to be opened and searched for its claim?' };
  return vscode.window.showQuickPick(named.map(({ id }) => id), options);
}
