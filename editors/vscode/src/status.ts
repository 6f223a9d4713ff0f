/** The item in the status bar: the server's state, and the findings of the file in front. */

import * as vscode from 'vscode';
import type { Server } from './server';
import { isOurs } from './settings';

/** What the server calls itself as the source of a diagnostic. */
const SOURCE = 'reachweaver';

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('reachweaver.status', vscode.StatusBarAlignment.Right, 100);
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.item.name = 'ReachWeaver';
    const show = (): void => { this.show(); };
    this.listeners = [
      server.onDidChange(show),
      vscode.window.onDidChangeActiveTextEditor(show),
      vscode.languages.onDidChangeDiagnostics(show),
    ];
    this.show();
  }

  dispose(): void {
    vscode.Disposable.from(this.item, ...this.listeners).dispose();
  }

  private show(): void {
    const { state } = this.server;
    const document = vscode.window.activeTextEditor?.document;
    this.item.backgroundColor = undefined;
    if (state.kind === 'stopped') {
      this.item.text = '$(warning) ReachWeaver';
      this.item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
      this.item.tooltip = tooltip(`Not running: ${state.reason}.`, ['restart', 'chooseInterpreter', 'openGuide', 'showLog']);
      this.item.command = 'reachweaver.restart';
      this.item.show();
    } else if (document && isOurs(document)) {
      this.showFile(document);
      this.item.show();
    } else {
      this.item.hide();
    }
  }

  private showFile(document: vscode.TextDocument): void {
    const { state } = this.server;
    this.item.command = 'workbench.actions.view.problems';
    if (state.kind !== 'running') {
      this.item.text = '$(sync~spin) ReachWeaver';
      this.item.tooltip = tooltip('Starting…', ['showLog']);
      return;
    }
    const counts = countsOf(document.uri);
    const shown = counts.filter(({ count }) => count > 0);
    this.item.text = shown.length
      ? `ReachWeaver ${shown.map(({ icon, count }) => `$(${icon}) ${count}`).join(' ')}`
      : '$(check) ReachWeaver';
    const summary = shown.length ? shown.map(({ count, one, more }) => `${count} ${count === 1 ? one : more}`) : ['No findings'];
    this.item.tooltip = tooltip(`${summary.join(', ')} in this file.`, ['preview', 'checkWorkspace', 'selectBrand', 'restart', 'showLog']);
  }
}

interface Count {
  readonly icon: string;
  readonly one: string;
  readonly more: string;
  readonly count: number;
}

function countsOf(uri: vscode.Uri): Count[] {
  const diagnostics = vscode.languages.getDiagnostics(uri).filter(isFinding);
  const count = (severity: vscode.DiagnosticSeverity): number =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return [
    { icon: 'error', one: 'error', more: 'errors', count: count(vscode.DiagnosticSeverity.Error) },
    { icon: 'warning', one: 'warning', more: 'warnings', count: count(vscode.DiagnosticSeverity.Warning) },
    { icon: 'info', one: 'claim to review', more: 'claims to review', count: count(vscode.DiagnosticSeverity.Information) },
  ];
}

/** VS Code's JSON support names the file's language as its source, too; but its codes are numbers. */
function isFinding({ source, code }: vscode.Diagnostic): boolean {
  return source === SOURCE && typeof (typeof code === 'object' ? code.value : code) === 'string';
}

const TITLES = {
  preview: 'Preview campaign',
  checkWorkspace: 'Check workspace',
  selectBrand: 'Select brand file',
  restart: 'Restart server',
  showLog: 'Show log',
  chooseInterpreter: 'Choose interpreter',
  openGuide: 'Open guide',
};

function tooltip(text: string, commands: readonly (keyof typeof TITLES)[]): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(`**ReachWeaver**\n\n`);
  markdown.appendText(text);
  markdown.appendMarkdown(`\n\n---\n\n${commands.map((name) => `[${TITLES[name]}](command:reachweaver.${name})`).join(' · ')}`);
  markdown.isTrusted = { enabledCommands: commands.map((name) => `reachweaver.${name}`) };
  return markdown;
}
