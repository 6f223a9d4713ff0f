// A real VS Code with the packaged extension: code-server serves it, Playwright drives it in headless Chromium.

import { fork, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Editor, PATIENCE } from './editor.mjs';

export const EXTENSION = join(dirname(fileURLToPath(import.meta.url)), '..');
export const PROJECT = join(EXTENSION, '..', '..');
const CACHE = join(EXTENSION, '.vscode-test');
const WEB = join(CACHE, 'web');
const SERVER = join(WEB, 'node_modules', 'code-server', 'out', 'node');
const ENTRY = join(SERVER, 'entry.js');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'].find(existsSync);

/** Where the pictures of a run are kept, to be looked at. */
export const PICTURES = join(CACHE, 'pictures');
/** The title of a window that has the user's settings. */
export const TITLE = 'A story of ReachWeaver';
/** Where packages stand installed, so that each is installed once in a run. */
export const INSTALLED = join(CACHE, 'extensions');

const require = createRequire(join(WEB, 'package.json'));
const { chromium } = require('playwright-core');

// What would move, ask, tip or draw attention away is off; so are hover delays, which a test would only wait for.
const SETTINGS = {
  'chat.commandCenter.enabled': false,
  'editor.accessibilitySupport': 'off',
  'editor.cursorBlinking': 'solid',
  'editor.hover.delay': 100,
  'editor.minimap.enabled': false,
  'editor.wordWrap': 'on',
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'window.commandCenter': false,
  'window.title': TITLE,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.layoutControl.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** The package that `make vsix` has built. */
export function vsix() {
  const { name, version } = JSON.parse(readFileSync(join(EXTENSION, 'package.json'), 'utf8'));
  return join(EXTENSION, 'dist', `${name}-${version}.vsix`);
}

// One for each folder of a test.
process.setMaxListeners(0);

/** A served VS Code, with its own user, extensions and settings. */
export class VsCode {
  /**
   * @param options.settings user settings beside those above
   * @param options.env environment variables beside this process's own; undefined takes one away
   * @param options.trust whether workspaces have to be trusted first, as on a desktop
   * @param options.extensions packages of further extensions
   * @param options.browser whether a headless browser comes with it
   */
  static async start({ settings = {}, env = {}, trust = false, extensions = [], browser = true } = {}) {
    const state = temporary('vscode');
    const user = join(state, 'data', 'User');
    mkdirSync(user, { recursive: true });
    writeFileSync(join(user, 'settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
    const port = await freePort();
    const child = await serve(
      ['--user-data-dir', join(state, 'data'), '--extensions-dir', withExtensions(state, extensions), '--bind-addr', `127.0.0.1:${port}`, ...(trust ? [] : ['--disable-workspace-trust'])],
      // No marketplace is asked; and the environment is this one, not a login shell's.
      { ...process.env, EXTENSIONS_GALLERY: '{}', VSCODE_CLI: '1', ...env },
    );
    const opened = browser ? await chromium.launch({ executablePath: CHROMIUM, args: FLAGS }) : undefined;
    return new VsCode(state, child, opened, `127.0.0.1:${port}`);
  }

  constructor(state, child, browser, authority) {
    Object.assign(this, { state, child, browser, authority, address: `http://${authority}/`, editors: [] });
  }

  /**
   * Opens a folder, or a workspace file, in a window of its own.
   *
   * @param options.file a file in the folder that the window shows from the start
   */
  async open(path, { file, ...size } = {}) {
    const page = await this.browser.newPage({ viewport: { ...SIZE, ...size } });
    page.setDefaultTimeout(PATIENCE);
    const isWorkspace = path.endsWith('.code-workspace');
    const editor = new Editor(page, this, isWorkspace ? dirname(path) : path);
    this.editors.push(editor);
    const query = new URLSearchParams({ [isWorkspace ? 'workspace' : 'folder']: path });
    if (file) {
      query.set('payload', JSON.stringify([['openFile', `vscode-remote://${this.authority}${encodeURI(join(path, file))}`]]));
    }
    await page.goto(`${this.address}?${query}`);
    await page.waitForSelector('.monaco-workbench .statusbar-item');
    await editor.expectStart(file ? editor.text() : editor.folders());
    return editor;
  }

  /**
   * Shows the first of some files in a window that stories share, one after the other: each has a folder in it to itself.
   * For stories that leave the window's settings, folders and server alone: they need not wait for a window to start.
   */
  async show(files, size) {
    this.common ??= temporary('workspace');
    const [file] = Object.keys(files);
    const folder = workspace(files, undefined, this.common);
    const editor = this.free;
    if (!editor) {
      const opened = await this.open(this.common, { file: join(basename(folder), file), ...size });
      return Object.assign(opened, { folder, isShared: true });
    }
    this.free = undefined;
    editor.takeOver(folder);
    await editor.page.setViewportSize({ ...SIZE, ...size });
    await editor.open(file);
    return editor;
  }

  /** The ids of the language servers that run in this VS Code. */
  servers() {
    return this.family().filter((id) => /launch\.py (?!--probe)|-m reachweaver_lsp $/.test(commandLine(id)));
  }

  /** The ids of all processes that this VS Code has started. */
  family() {
    return family(this.child.pid);
  }

  /** What the extension has logged, in all windows. */
  logs() {
    const folder = join(this.state, 'data', 'logs');
    const files = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('ReachWeaver.log'));
    return files.sort().map((path) => `${path}\n${readFileSync(join(folder, path), 'utf8')}`);
  }

  /** Ends what the last window has left running: its processes outlive it for a while, in case it comes back. */
  sweep() {
    if (this.editors.some((editor) => !editor.page.isClosed())) {
      return;
    }
    this.family().filter((id) => commandLine(id).includes('--type=extensionHost')).flatMap((id) => family(id)).forEach(end);
  }

  async stop() {
    await Promise.allSettled(this.editors.map((editor) => editor.close()));
    await this.browser?.close();
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.family().forEach(end);
    await ended;
    rmSync(this.state, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

/** A new folder that is gone when the tests are over. */
export function temporary(purpose) {
  const folder = mkdtempSync(join(tmpdir(), `reachweaver-${purpose}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder of its own with some files in it, each a text or a JSON value. */
export function workspace(files, name = `campaigns-${++workspaces}`, parent = temporary('workspace')) {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2) + '\n');
  }
  return folder;
}

/** A copy of the project's examples. */
export function examples() {
  const folder = workspace({});
  cpSync(join(PROJECT, 'examples'), folder, { recursive: true });
  return folder;
}

let workspaces = 0;
const SIZE = { width: 1400, height: 900 };
const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync',
];

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** The extensions' folder of one VS Code: the one that many share, or its own when it has more than the package. */
function withExtensions(state, others) {
  const content = createHash('sha256').update(readFileSync(vsix())).digest('hex').slice(0, 16);
  const shared = join(INSTALLED, content);
  if (!existsSync(shared)) {
    const made = join(state, 'extensions');
    install(state, made, vsix());
    mkdirSync(INSTALLED, { recursive: true });
    renameSync(made, shared);
  }
  if (others.length === 0) {
    return shared;
  }
  const own = join(state, 'extensions');
  cpSync(shared, own, { recursive: true });
  others.forEach((other) => { install(state, own, other); });
  return own;
}

function install(state, folder, extension) {
  const folders = ['--user-data-dir', join(state, 'data'), '--extensions-dir', folder, '--config', join(state, 'config.yaml')];
  const ended = spawnSync(process.execPath, [ENTRY, ...folders, '--install-extension', extension], { env: { ...process.env, EXTENSIONS_GALLERY: '{}' }, encoding: 'utf8' });
  if (ended.status !== 0) {
    throw new Error(`${extension} does not install:\n${ended.stdout}${ended.stderr}`);
  }
}

/**
 * Starts code-server's server and waits until it listens. It is started as code-server starts it from a process of its
 * own, which gives it up after ten seconds: too few on a machine that has other work.
 */
async function serve(args, env) {
  const { parse, setDefaults } = require(join(SERVER, 'cli.js'));
  const never = ['--auth', 'none', '--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'];
  const settled = await setDefaults(parse([...args, ...never]));
  const child = fork(ENTRY, { env: { ...env, CODE_SERVER_PARENT_PID: String(process.pid) }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  child.on('message', ({ type }) => {
    if (type === 'handshake') {
      child.send({ type, args: settled });
    }
  });
  await listening(child);
  return child;
}

function listening(child) {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (data) => {
      printed += data;
      if (printed.includes('HTTP server listening')) {
        resolve();
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`VS Code did not start:\n${printed}`)));
  });
}

/** How a process was started, its words parted by spaces; empty for one that has ended. */
export function commandLine(id) {
  return ofProcess(id, 'cmdline').replaceAll('\0', ' ');
}

/** A process and all that it has started, and those have. */
function family(first) {
  const found = new Set([first]);
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).sort((one, other) => one - other)) {
    if (found.has(parent(id))) {
      found.add(id);
    }
  }
  return [...found];
}

function parent(id) {
  return Number(ofProcess(id, 'stat').replace(/^.*\)/s, '').split(' ')[2]);
}

function end(id) {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function ofProcess(id, what) {
  try {
    return readFileSync(`/proc/${id}/${what}`, 'utf8');
  } catch {
    return '';
  }
}
