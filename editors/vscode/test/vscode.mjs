// A real VS Code with the packaged extension: code-server serves it, Playwright drives it in headless Chromium.

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Editor } from './editor.mjs';

export const EXTENSION = join(dirname(fileURLToPath(import.meta.url)), '..');
export const PROJECT = join(EXTENSION, '..', '..');
const CACHE = join(EXTENSION, '.vscode-test');
const WEB = join(CACHE, 'web');
const ENTRY = join(WEB, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'].find(existsSync);

/** Where the pictures of a run are kept, to be looked at. */
export const PICTURES = join(CACHE, 'pictures');

const { chromium } = createRequire(join(WEB, 'package.json'))('playwright-core');

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
    // No marketplace is asked; and the environment is this one, not a login shell's.
    const environment = { ...process.env, EXTENSIONS_GALLERY: '{}', VSCODE_CLI: '1', ...env };
    const folders = ['--user-data-dir', join(state, 'data'), '--extensions-dir', join(state, 'extensions'), '--config', join(state, 'config.yaml')];
    for (const extension of [vsix(), ...extensions]) {
      const ended = spawnSync(process.execPath, [ENTRY, ...folders, '--install-extension', extension], { env: { ...process.env, EXTENSIONS_GALLERY: '{}' }, encoding: 'utf8' });
      if (ended.status !== 0) {
        throw new Error(`${extension} does not install:\n${ended.stdout}${ended.stderr}`);
      }
    }
    const port = await freePort();
    const served = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'];
    const child = spawn(process.execPath, [ENTRY, ...folders, ...served, ...(trust ? [] : ['--disable-workspace-trust'])], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    await listening(child);
    const opened = browser ? await chromium.launch({ executablePath: CHROMIUM, args: FLAGS }) : undefined;
    return new VsCode(state, child, opened, `http://127.0.0.1:${port}/`);
  }

  constructor(state, child, browser, address) {
    Object.assign(this, { state, child, browser, address, editors: [] });
  }

  /** Opens a folder, or a workspace file, in a window of its own. */
  async open(path, { width = 1400, height = 900 } = {}) {
    const page = await this.browser.newPage({ viewport: { width, height } });
    page.setDefaultTimeout(60_000);
    const kind = path.endsWith('.code-workspace') ? 'workspace' : 'folder';
    await page.goto(`${this.address}?${kind}=${encodeURIComponent(path)}`);
    await page.waitForSelector('.monaco-workbench .statusbar-item', { timeout: 60_000 });
    const editor = new Editor(page, this);
    this.editors.push(editor);
    return editor;
  }

  /** The ids of the language servers that run in this VS Code. */
  servers() {
    return this.family().filter((id) => /launch\.py $|-m reachweaver_lsp $/.test(commandLine(id)));
  }

  /** The ids of all processes that this VS Code has started. */
  family() {
    const family = new Set([this.child.pid]);
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).sort((one, other) => one - other)) {
      if (family.has(parent(id))) {
        family.add(id);
      }
    }
    return [...family];
  }

  async stop() {
    await Promise.allSettled(this.editors.map((editor) => editor.close()));
    await this.browser?.close();
    // A window's processes outlive it for a while, in case it comes back; these need not.
    const family = this.family();
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill();
    await ended;
    family.forEach(end);
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
export function workspace(files, name = 'campaigns') {
  const folder = join(temporary('workspace'), name);
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
