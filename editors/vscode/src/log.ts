/** The log: VS Code's own, named after the extension, with the level that is set there. */

import * as vscode from 'vscode';
import { SECTION, text } from './settings';

export const log = vscode.window.createOutputChannel('ReachWeaver', { log: true });

/**
 * Where the client writes the messages to the server and its answers: the log, while the setting `trace.server` asks for
 * them. The client itself would write them only when the log's level is "trace" as well.
 */
export function traceLog(): vscode.LogOutputChannel {
  const level = (): vscode.LogLevel =>
    ['messages', 'verbose'].includes(text('trace.server')) ? vscode.LogLevel.Trace : vscode.LogLevel.Off;
  const channel: Pick<vscode.LogOutputChannel, 'logLevel' | 'onDidChangeLogLevel' | 'trace'> = {
    get logLevel() {
      return level();
    },
    onDidChangeLogLevel: (listener: (level: vscode.LogLevel) => unknown) =>
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${SECTION}.trace.server`)) {
          listener(level());
        }
      }),
    trace: (message) => {
      log.info(message);
    },
  };
  return channel as vscode.LogOutputChannel;
}
