/** Looks up a source: the one thing that opens an address, and only when the person asks for it. */

import * as vscode from 'vscode';
import type { Client } from './client';
import { plain } from './notices';
import { type Evidence, rangeOf, type Shown } from './protocol';
import type { Server } from './server';
import { SECTION } from './settings';

const COMMAND = `${SECTION}.lookUpSource`;

/** What the server answers; nothing when it has told the person itself. */
interface Answer {
  readonly ok: boolean;
  readonly url?: string;
  readonly found?: boolean;
  readonly matches?: readonly { readonly text: string }[];
  readonly failure?: { readonly message?: string };
}

/** @param args the document and the evidence's id, where they are known */
export async function lookUpSource(server: Server, args: readonly unknown[]): Promise<void> {
  const client = await server.ready();
  const editor = vscode.window.activeTextEditor;
  const [given, id] = args;
  const document = typeof given === 'string' ? await opened(given) : editor?.document;
  if (!client || !document) {
    return;
  }
  if (!client.initializeResult?.capabilities.executeCommandProvider?.commands.includes(COMMAND)) {
    void vscode.window.showInformationMessage('The ReachWeaver that runs here can’t look up sources.');
    return;
  }
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  const chosen = typeof id === 'string' ? id : await choose(client, uri, editor);
  if (chosen !== undefined) {
    await lookUp(client, uri, chosen);
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

async function lookUp(client: Client, uri: string, id: string): Promise<void> {
  const progress = { location: vscode.ProgressLocation.Notification, title: `ReachWeaver: looking up "${id}"` };
  let answer: Answer | null;
  try {
    answer = await vscode.window.withProgress(progress, () => client.execute<Answer | null>(COMMAND, uri, id));
  } catch (error) {
    void vscode.window.showErrorMessage(plain(`"${id}" could not be looked up: ${error instanceof Error ? error.message : String(error)}`));
    return;
  }
  if (answer) {
    await tell(id, answer);
  }
}

async function tell(id: string, answer: Answer): Promise<void> {
  const open = answer.url === undefined ? [] : ['Open Page'];
  const pressed = await (answer.ok && answer.found
    ? vscode.window.showInformationMessage(plain(`${found(id, answer)} This is no verdict: read it on its page.`), ...open)
    : vscode.window.showWarningMessage(plain(answer.ok ? missing(id) : unread(id, answer)), ...open));
  if (pressed && answer.url) {
    await vscode.env.openExternal(vscode.Uri.parse(answer.url));
  }
}

function found(id: string, { matches }: Answer): string {
  const text = matches?.[0]?.text.replace(/\s+/g, ' ').trim() ?? '';
  return `The page of "${id}" says: “${text.length > 200 ? `${text.slice(0, 200)}…` : text}”`;
}

function missing(id: string): string {
  return `The page of "${id}" was read, and nothing in it resembles the claim.`;
}

function unread(id: string, { failure }: Answer): string {
  return `The page of "${id}" could not be read: ${failure?.message ?? 'no reason was given'}`;
}
