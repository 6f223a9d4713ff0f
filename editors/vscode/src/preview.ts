/** The preview beside the editor: it shows the campaign in front, follows the cursor, and leads back to the text. */

import * as vscode from 'vscode';
import type { Client } from './client';
import { log } from './log';
import { Page } from './page';
import { rangeOf, type Shown } from './protocol';
import type { Server } from './server';
import { isOurs, SECTION } from './settings';

/** What a person clicked in the page. */
export type Click =
  | { readonly kind: 'mark'; readonly variant: number; readonly start: number | null; readonly end: number | null }
  | { readonly kind: 'evidence'; readonly id: string }
  | { readonly kind: 'variant'; readonly variant: number };

const VIEW = `${SECTION}.preview`;
/** A pause that nobody notices, in which the keys of a fast typist become one page. */
const PAUSE_MS = 40;
/** VS Code looks now and then which frame has the focus, and may find out about a click after what it led to. */
const LATE_FOCUS_MS = 1000;

export class Previews implements vscode.Disposable {
  private page: Page | undefined;
  private document: vscode.TextDocument | undefined;
  private answer: Shown | undefined;
  /** The variant to begin with, when that is not the cursor's. */
  private aim: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private busy = false;
  private wanted = 0;
  /** When a click in the page last led to the text. */
  private led = 0;
  private readonly listeners: vscode.Disposable[];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
  ) {
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => { if (document === this.document) { this.update(); } }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => { if (uris.some((uri) => this.shows(uri))) { this.update(); } }),
      vscode.window.onDidChangeActiveTextEditor((editor) => { this.follow(editor); }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => { this.followCursor(textEditor); }),
      server.onDidChange(() => { this.update(); }),
      vscode.window.registerWebviewPanelSerializer(VIEW, {
        deserializeWebviewPanel: (panel, state) => this.restore(panel, state),
      }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.listeners).dispose();
    this.page?.dispose();
    clearTimeout(this.timer);
  }

  /** Shows the preview. @param args the document and the index of a variant, where they are known */
  async show(args: readonly unknown[]): Promise<void> {
    const [given, index] = args;
    const uri = given instanceof vscode.Uri ? given : typeof given === 'string' ? vscode.Uri.parse(given, true) : undefined;
    const document = uri ? await vscode.workspace.openTextDocument(uri) : vscode.window.activeTextEditor?.document;
    if (!document) {
      void vscode.window.showInformationMessage('Open a campaign to preview it.');
      return;
    }
    if (this.page) {
      this.page.reveal();
    } else {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.adopt(vscode.window.createWebviewPanel(VIEW, 'Preview', column, {}));
    }
    this.turnTo(document);
    this.aim = typeof index === 'number' ? index : undefined;
    if (this.answer) {
      this.page?.focus(this.aim ?? this.variantAt());
    }
  }

  private adopt(panel: vscode.WebviewPanel): void {
    this.page = new Page(panel, this.context.extensionUri, (click) => void this.goTo(click));
    panel.onDidChangeViewState(() => {
      this.update();
      if (panel.active && this.document && Date.now() - this.led < LATE_FOCUS_MS) {
        void this.showText(this.document);
      }
    });
    panel.onDidDispose(() => {
      this.page = undefined;
      this.document = undefined;
      this.answer = undefined;
    });
  }

  /** Takes over a panel of the window's last session. */
  private async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    this.adopt(panel);
    const { uri } = (state ?? {}) as { uri?: string };
    if (uri) {
      this.turnTo(await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)));
    }
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    // Brand files are ours as well, but whoever edits one wants to see what it does to the campaign.
    if (this.page && editor && editor.document !== this.document && isCampaign(editor.document)) {
      this.aim = undefined;
      this.turnTo(editor.document);
    }
  }

  private turnTo(document: vscode.TextDocument): void {
    if (document !== this.document) {
      this.answer = undefined;
    }
    this.document = document;
    this.page?.name(document.uri);
    this.update();
  }

  private shows(uri: vscode.Uri): boolean {
    return this.document?.uri.toString() === uri.toString();
  }

  /** Has the page made anew, soon; while one is being made, once more after that. */
  private update(): void {
    if (!this.page?.isVisible || !this.document) {
      return;
    }
    this.wanted++;
    if (!this.busy) {
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        void this.render();
      }, PAUSE_MS);
    }
  }

  private async render(): Promise<void> {
    const { client, state } = this.server;
    const { document } = this;
    if (!client || !document) {
      this.page?.say(state.kind === 'stopped' ? `ReachWeaver is not running: ${state.reason}.` : 'ReachWeaver is starting…');
      return;
    }
    this.busy = true;
    const { wanted } = this;
    try {
      await this.ask(client, document);
    } finally {
      this.busy = false;
      if (this.wanted !== wanted) {
        this.update();
      }
    }
  }

  private async ask(client: Client, document: vscode.TextDocument): Promise<void> {
    const uri = client.code2ProtocolConverter.asUri(document.uri);
    try {
      const answer = await client.execute<Shown>(VIEW, uri, null, { embed: true });
      if (document === this.document) {
        const isFirst = this.answer === undefined;
        this.answer = answer;
        this.page?.show(answer.html);
        if (isFirst) {
          this.page?.focus(this.aim ?? this.variantAt());
        }
      }
    } catch (error) {
      log.debug(`no preview: ${String(error)}`);
      if (document === this.document) {
        this.page?.say('There is no campaign in this file to preview.');
      }
    }
  }

  private followCursor(editor: vscode.TextEditor): void {
    if (editor.document === this.document) {
      this.page?.focus(this.variantAt());
    }
  }

  /** The variant that the cursor is in. */
  private variantAt(): number | undefined {
    const editor = this.editor();
    const found = editor && this.answer?.variants.find(({ range }) => rangeOf(range).contains(editor.selection.active));
    return found?.index;
  }

  /** An editor that shows the document, the one in front if it does. */
  private editor(): vscode.TextEditor | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    return [activeTextEditor, ...visibleTextEditors].find((one) => one?.document === this.document);
  }

  /** Leads from the page to the text, in the editor that shows it. */
  private async goTo(click: Click): Promise<void> {
    const place = this.placeOf(click);
    if (!place || !this.document) {
      return;
    }
    const editor = await this.showText(this.document);
    this.led = Date.now();
    const selection = click.kind === 'mark' && click.start !== null ? place : new vscode.Range(place.start, place.start);
    editor.selection = new vscode.Selection(selection.start, selection.end);
    editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Brings the text to the front. */
  private showText(document: vscode.TextDocument): Thenable<vscode.TextEditor> {
    const viewColumn = this.editor()?.viewColumn ?? vscode.ViewColumn.One;
    return vscode.window.showTextDocument(document, { viewColumn });
  }

  private placeOf(click: Click): vscode.Range | undefined {
    const found =
      click.kind === 'evidence'
        ? this.answer?.evidence.find(({ id }) => id === click.id)
        : click.kind === 'variant'
          ? this.answer?.variants.find(({ index }) => index === click.variant)
          : this.answer?.marks.find(
              ({ variant, start, end }) => variant === click.variant && start === click.start && end === click.end,
            );
    return found && rangeOf(found.range);
  }
}

function isCampaign(document: vscode.TextDocument): boolean {
  return isOurs(document) && /"variants"\s*:/.test(document.getText());
}
