/** The server's life: found, started, restarted when something it rests on changes, and given up when it keeps failing. */

import * as path from 'node:path';
import * as vscode from 'vscode';
import { Client, type Plan } from './client';
import { candidates } from './interpreters';
import { isInstalled, type Place } from './libraries';
import { log } from './log';
import { findPython, type Python, type Refusal } from './python';
import { documentSelector, importStrategy } from './settings';
import { noPython, otherPython, serverFailed } from './troubles';

export type State =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'stopped'; readonly reason: string };

/** Changes that come together are one restart. */
const DEBOUNCE_MS = 300;
const START_PATIENCE_MS = 60_000;
const MOST_FAILURES = 5;
const FAILURE_PERIOD_MS = 3 * 60_000;

export class Server implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<State>();
  readonly onDidChange = this.changed.event;

  private running: { client: Client; plan: Plan } | undefined;
  private current: State = { kind: 'starting' };
  private timer: NodeJS.Timeout | undefined;
  private asked = false;
  private queue = Promise.resolve();
  private failures: number[] = [];
  private disposed = false;

  constructor(private readonly context: vscode.ExtensionContext) {}

  get state(): State {
    return this.current;
  }

  /** The client, while the server runs. */
  get client(): Client | undefined {
    return this.current.kind === 'running' ? this.running?.client : undefined;
  }

  /** Where libraries belong that the bundled server lacks for opening pages; nothing when it has them, or is not bundled. */
  get missingLibraries(): Place | undefined {
    const libraries = this.running?.plan.libraries;
    return libraries && !isInstalled(libraries) ? libraries : undefined;
  }

  /** The client, as soon as the server runs; nothing when it can't, and then the person is told why. */
  async ready(): Promise<Client | undefined> {
    if (this.current.kind === 'stopped') {
      this.restart('a command needs it', true);
      return undefined;
    }
    while (this.current.kind === 'starting') {
      await this.nextState();
    }
    return this.client;
  }

  private nextState(): Promise<void> {
    return new Promise((resolve) => {
      const listener = this.onDidChange(() => {
        listener.dispose();
        resolve();
      });
    });
  }

  /** The client of the server, started anew. */
  async anew(why: string): Promise<Client | undefined> {
    const starting = this.nextState();
    this.restart(why, true);
    await starting;
    return this.ready();
  }

  /** The path of the list of what the bundled server lacks for opening pages. */
  get requirements(): string {
    return path.join(this.context.extensionPath, 'bundled', 'lookup.txt');
  }

  /** The path of the script that runs the bundled server. */
  get launcher(): string {
    return path.join(this.context.extensionPath, 'bundled', 'launch.py');
  }

  /**
   * Starts the server, or starts it anew if it would be another: the only way in which it ever starts.
   *
   * @param byHand whether the person asked: then the server starts anew in any case, and is told what is wrong again
   */
  restart(why: string, byHand = false): void {
    log.info(`start: ${why}`);
    this.asked ||= byHand;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const asked = this.asked;
      this.asked = false;
      this.queue = this.queue.then(() => this.start(asked)).catch((error: unknown) => { log.error(String(error)); });
    }, DEBOUNCE_MS);
  }

  async dispose(): Promise<void> {
    this.disposed = true;
    clearTimeout(this.timer);
    await this.queue;
    await this.stop();
  }

  private async start(byHand: boolean): Promise<void> {
    if (this.disposed) {
      return;
    }
    if (byHand) {
      this.failures = [];
    }
    const plan = await this.plan(byHand);
    if (plan && this.running && !byHand && same(plan, this.running.plan)) {
      return;
    }
    if (plan) {
      this.become({ kind: 'starting' });
    }
    await this.stop();
    if (plan) {
      await this.launch(plan);
    }
  }

  /** What to run; nothing when no Python will do, and then the person knows. */
  private async plan(byHand: boolean): Promise<Plan | undefined> {
    if (!this.running) {
      this.become({ kind: 'starting' });
    }
    const installed = importStrategy() === 'fromEnvironment';
    const { python, refused } = await findPython(candidates(), this.launcher, installed);
    refused.forEach((one: Refusal) => { log.warn(one.reason); });
    if (!python) {
      this.become({ kind: 'stopped', reason: 'no Python 3.11 or newer' });
      void noPython(refused, installed, byHand);
      return undefined;
    }
    log.info(`Python ${python.version}: ${python.executable}`);
    void otherPython(refused, python);
    const libraries = installed ? undefined : this.librariesFor(python);
    const args = libraries ? this.bundled(libraries) : INSTALLED;
    return { command: python.executable, args, selector: documentSelector(), libraries };
  }

  /** The bundled server and nothing else: no site-packages, no variables; compiled files don't go into the extension. */
  private bundled(libraries: Place): string[] {
    const cache = path.join(this.context.globalStorageUri.fsPath, 'pycache');
    const more = isInstalled(libraries) ? ['--libraries', libraries.folder] : [];
    return ['-I', '-S', '-X', 'utf8', '-X', `pycache_prefix=${cache}`, this.launcher, ...more];
  }

  /** Where the further libraries of this version of the extension belong, for one Python. */
  private librariesFor({ executable, version }: Python): Place {
    const { version: own } = this.context.extension.packageJSON as { version: string };
    const name = `${own}-python${version.replace(/\.\d+$/, '')}`;
    return { folder: path.join(this.context.globalStorageUri.fsPath, 'look-up', name), python: executable };
  }

  private async launch(plan: Plan): Promise<void> {
    const client: Client = new Client(plan, () => { this.ended(client); });
    this.running = { client, plan };
    try {
      await Promise.race([client.start(), tooLate()]);
    } catch (error) {
      log.error(`the server did not start: ${String(error)}`);
      this.ended(client);
    }
    if (this.isCurrent(client)) {
      this.become({ kind: 'running' });
    }
  }

  private async stop(): Promise<void> {
    const client = this.running?.client;
    this.running = undefined;
    await client?.end();
  }

  /** The server has ended by itself: it starts again, until it has failed too often. */
  private ended(client: Client): void {
    if (!this.isCurrent(client)) {
      return;
    }
    this.running = undefined;
    void client.end();
    const now = Date.now();
    this.failures = [...this.failures.filter((time) => now - time < FAILURE_PERIOD_MS), now];
    if (this.failures.length < MOST_FAILURES) {
      this.become({ kind: 'starting' });
      this.restart('the server has ended');
    } else {
      this.become({ kind: 'stopped', reason: 'the server keeps failing' });
      void serverFailed();
    }
  }

  private isCurrent(client: Client): boolean {
    return this.running?.client === client;
  }

  private become(state: State): void {
    this.current = state;
    void vscode.commands.executeCommand('setContext', 'reachweaver.running', state.kind === 'running');
    this.changed.fire(state);
  }
}

/** Never from the workspace's folder (-P): a file there must not pass for a library. */
const INSTALLED = ['-P', '-X', 'utf8', '-m', 'reachweaver_lsp'];

function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => { reject(new Error('it did not answer in time')); }, START_PATIENCE_MS).unref();
  });
}

function same(one: Plan, other: Plan): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
