/** The page in the preview's panel: a frame with a strict policy, into which the server's content is put. */

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Click } from './preview';

/** What the page is told; media/preview.js does it. */
type Order =
  | { readonly order: 'show'; readonly html: string }
  | { readonly order: 'say'; readonly text: string }
  | { readonly order: 'focus'; readonly variant: number | undefined }
  | { readonly order: 'remember'; readonly uri: string };

export class Page implements vscode.Disposable {
  private ready = false;
  private waiting: Order[] = [];

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    clicked: (click: Click) => void,
  ) {
    const media = vscode.Uri.joinPath(extension, 'media');
    panel.webview.options = { enableScripts: true, localResourceRoots: [media] };
    panel.iconPath = { light: vscode.Uri.joinPath(media, 'file-light.svg'), dark: vscode.Uri.joinPath(media, 'file-dark.svg') };
    panel.webview.onDidReceiveMessage((message: Click | { readonly kind: 'ready' }) => {
      if (message.kind === 'ready') {
        this.ready = true;
        this.waiting.splice(0).forEach((order) => { this.send(order); });
      } else {
        clicked(message);
      }
    });
    panel.webview.html = frame(panel.webview, media);
  }

  get isVisible(): boolean {
    return this.panel.visible;
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  name(uri: vscode.Uri): void {
    this.panel.title = `Preview ${uri.path.replace(/^.*\//, '')}`;
    this.send({ order: 'remember', uri: uri.toString() });
  }

  show(html: string): void {
    this.send({ order: 'show', html });
  }

  say(text: string): void {
    this.send({ order: 'say', text });
  }

  focus(variant: number | undefined): void {
    this.send({ order: 'focus', variant });
  }

  dispose(): void {
    this.panel.dispose();
  }

  private send(order: Order): void {
    if (this.ready) {
      void this.panel.webview.postMessage(order);
    } else {
      this.waiting = [...this.waiting.filter((other) => other.order !== order.order), order];
    }
  }
}

function frame(webview: vscode.Webview, media: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64url');
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  const address = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${address('preview.css')}">
<title>Campaign preview</title>
</head>
<body>
<p id="said" role="status"></p>
<div id="content"></div>
<script nonce="${nonce}" src="${address('preview.js')}"></script>
</body>
</html>`;
}
