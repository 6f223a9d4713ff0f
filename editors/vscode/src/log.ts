/** The log: VS Code's own, named after the extension, with the level that is set there. */

import * as vscode from 'vscode';

export const log = vscode.window.createOutputChannel('ReachWeaver', { log: true });
