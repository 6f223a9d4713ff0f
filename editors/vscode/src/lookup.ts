/** Looks up a source: the one thing that opens a URL, and only when the person asks for it. */

import * as vscode from 'vscode';
import type { Server } from './server';
import { SECTION } from './settings';

/** @param args the document and the evidence's id, where they are known */
export async function lookUpSource(server: Server, args: readonly unknown[]): Promise<void> {
  const { client } = server;
  if (!client) {
    server.restart('a source is to be looked up', true);
    return;
  }
  const [given, id] = args;
  const editor = vscode.window.activeTextEditor;
  const uri = typeof given === 'string' ? given : editor?.document.uri.toString();
  if (uri) {
    await client.execute(`${SECTION}.lookUpSource`, uri, id);
  }
}
