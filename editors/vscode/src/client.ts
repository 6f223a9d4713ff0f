/** The client of one server process: what it is told, and how its commands and failures are taken. */

import { type ChildProcess, spawn } from 'node:child_process';
import * as vscode from 'vscode';
import {
  CloseAction,
  DiagnosticPullMode,
  type DynamicFeature,
  ErrorAction,
  DidChangeConfigurationNotification,
  ExecuteCommandRequest,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type StaticFeature,
} from 'vscode-languageclient/node';
import type { Place } from './libraries';
import { log, traceLog } from './log';
import { DEFAULTS, documentSelector, SECTION, text, written } from './settings';

/** How a server process is started, and which documents it is told about. */
export interface Plan {
  readonly command: string;
  readonly args: readonly string[];
  readonly selector: ReturnType<typeof documentSelector>;
  /** Where libraries belong that the bundled server takes when they are there. */
  readonly libraries: Place | undefined;
}

/** A language client that leaves the server's commands to the extension, which has more to do for each. */
export class Client extends LanguageClient {
  private process: ChildProcess | undefined;

  /** @param ended called when the server has ended although nobody asked it to */
  constructor(plan: Plan, ended: () => void) {
    const start = (): Promise<ChildProcess> => {
      this.process = spawn(plan.command, plan.args, { windowsHide: true });
      return Promise.resolve(this.process);
    };
    super(SECTION, 'ReachWeaver', start, options(plan, ended, () => this.configurationChanged()));
  }

  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    const isCommands = 'registrationType' in feature && feature.registrationType.method === ExecuteCommandRequest.method;
    super.registerFeature(isCommands ? quiet : feature);
  }

  /** Runs a command of the server. */
  execute<T>(command: string, ...args: unknown[]): Promise<T> {
    return this.sendRequest<T>(ExecuteCommandRequest.method, { command, arguments: args });
  }

  /** Has the server ask for its settings: those that the protocol would send along hold VS Code's defaults, too. */
  private configurationChanged(): Promise<void> {
    return this.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  }

  /** Ends the server: orderly when it listens, and in any case. */
  async end(): Promise<void> {
    try {
      await this.stop(2000);
    } catch (error) {
      log.debug(`the server did not stop orderly: ${String(error)}`);
    } finally {
      this.process?.kill();
    }
  }
}

/** Declares that the server may have commands, and registers none. */
const quiet: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    (capabilities.workspace ??= {}).executeCommand = {};
  },
  initialize: () => undefined,
  getState: () => ({ kind: 'static' }),
  clear: () => undefined,
};

function options(plan: Plan, ended: () => void, configurationChanged: () => Promise<void>): LanguageClientOptions {
  return {
    documentSelector: plan.selector,
    outputChannel: log,
    traceOutputChannel: traceLog(),
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: DEFAULTS,
    markdown: { supportHtml: false },
    // Asked for after each key, or after each save.
    diagnosticPullOptions: {
      onChange: true,
      onSave: true,
      filter: ({ uri }, mode) => (mode === DiagnosticPullMode.onSave) !== (text('checkOn', uri) === 'save'),
    },
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => {
        ended();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
    initializationFailedHandler: () => false,
    middleware: {
      provideHover: async (document, position, token, next) => {
        const hover = await next(document, position, token);
        return hover && withoutMessages(hover, document, position);
      },
      workspace: {
        configuration: (params) =>
          params.items.map((item) =>
            item.section === SECTION ? written(item.scopeUri ? vscode.Uri.parse(item.scopeUri) : undefined) : null,
          ),
        didChangeConfiguration: configurationChanged,
      },
    },
  };
}

/** The hover without what VS Code itself says above it: the messages of the findings at that place. */
function withoutMessages(hover: vscode.Hover, document: vscode.TextDocument, position: vscode.Position): vscode.Hover {
  const said = vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ range }) => range.contains(position))
    .map(({ message }) => plain(message));
  const contents = hover.contents.map((content) => {
    if (!(content instanceof vscode.MarkdownString)) {
      return content;
    }
    const paragraphs = content.value.split('\n\n').filter((paragraph) => !said.includes(plain(paragraph)));
    return Object.assign(new vscode.MarkdownString(paragraphs.join('\n\n')), { isTrusted: content.isTrusted });
  });
  return new vscode.Hover(contents, hover.range);
}

/** Words alone, as they are without Markdown's signs and escapes. */
function plain(markdown: string): string {
  return markdown.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
