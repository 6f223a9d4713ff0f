import * as vscode from 'vscode';
import type { Server } from './server';

export class Previews implements vscode.Disposable {
  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
  ) {}

  show(args: readonly unknown[]): void {
    [this.context, this.server, args];
  }

  dispose(): void {
    vscode;
  }
}
