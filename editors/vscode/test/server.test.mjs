// The server's life as a person notices it: activation, restarts, settings, and what is said when it can't run.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { LAUNCH, quiet, written } from './campaigns.mjs';
import { extension } from './extensions.mjs';
import { story } from './story.mjs';
import { commandLine, EXTENSION, PROJECT, temporary, VsCode, workspace } from './vscode.mjs';

const FILE = 'spring.reachweaver.json';
const PYTHON = join(PROJECT, '.venv', 'bin', 'python');
const SETTINGS = '.vscode/settings.json';

let vscode;
before(async () => { vscode = await VsCode.start({ settings: { 'reachweaver.interpreter': PYTHON } }); });
after(() => vscode.stop());

/** A VS Code for one test. */
async function startOwn(context, options) {
  const own = await VsCode.start(options);
  context.after(() => own.stop());
  return own;
}

/** A new environment: its interpreter, and where its libraries belong. */
function environment() {
  const folder = temporary('environment');
  spawnSync(PYTHON, ['-m', 'venv', '--without-pip', folder]);
  const [version] = spawnSync(PYTHON, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], { encoding: 'utf8' }).stdout.split('\n');
  return { python: join(folder, 'bin', 'python'), site: join(folder, 'lib', `python${version}`, 'site-packages') };
}

/** An environment of its own that has the packaged ReachWeaver in it. */
function environmentWithReachWeaver() {
  const { python, site } = environment();
  const script = 'import runpy, sys; print(runpy.run_path(sys.argv[1])["compiled_libraries"]())';
  const compiled = spawnSync(python, ['-c', script, join(EXTENSION, 'bundled', 'launch.py')], { encoding: 'utf8' }).stdout;
  writeFileSync(join(site, 'packaged.pth'), `${join(EXTENSION, 'bundled', 'libs', 'common')}\n${compiled}`);
  return python;
}

/** An environment of its own whose site-packages hold a pygls that fails, as an old one would. */
function environmentWithOldPygls() {
  const { python, site } = environment();
  for (const name of ['pygls', 'lsprotocol', 'attrs', 'regex', 'reachweaver']) {
    mkdirSync(join(site, name), { recursive: true });
    writeFileSync(join(site, name, '__init__.py'), '__version__ = "0.9"\nraise ImportError("an old package of the user was imported")\n');
  }
  writeFileSync(join(site, 'sitecustomize.py'), 'raise SystemExit("the user\'s environment was started")\n');
  return { python, site };
}

/** A program that passes for a Python of some version, and is none. */
function fakePython(version) {
  const path = join(temporary('python'), 'python3');
  writeFileSync(path, `#!/bin/sh\necho '{"executable": "${path}", "version": [${version.replaceAll('.', ', ')}]}'\n`);
  chmodSync(path, 0o755);
  return path;
}

/** A folder for PATH with a few programs of this machine in it, and no Python. */
function pathWithoutPython() {
  const folder = temporary('path');
  for (const name of ['sh', 'env', 'git', 'ps', 'cat', 'sed', 'which', 'uname', 'dirname']) {
    const found = spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
    if (found) {
      symlinkSync(found, join(folder, name));
    }
  }
  return folder;
}

story('plain JSON wakes nothing, a campaign does', async (context) => {
  const own = await startOwn(context);
  const editor = await own.open(workspace({ 'package.json': '{"name": "planner"}\n' }));
  await editor.open('package.json');
  await editor.run('Developer: Show Running Extensions');
  await editor.page.locator('.runtime-extensions-editor .monaco-list-row').first().waitFor();
  assert.equal(await editor.page.locator('.runtime-extensions-editor', { hasText: 'ReachWeaver' }).count(), 0);
  assert.deepEqual(own.servers(), []);
  await editor.run('ReachWeaver: New Campaign');
  await editor.expectStatus(/^ReachWeaver/);
  await editor.until('one server', () => own.servers().length === 1);
});

story('a server that is killed comes back, and findings with it', async () => {
  const editor = await vscode.open(workspace({ [FILE]: LAUNCH }), { file: FILE });
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  const [first] = vscode.servers();
  process.kill(first, 'SIGKILL');
  await editor.until('another server', () => vscode.servers().length === 1 && vscode.servers()[0] !== first);
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  await editor.open(FILE);
  await editor.press('Control+End', 'Control+Home');
  await editor.type(' ');
  await editor.expectSquiggles('error', ['45%', '7,500']);
});

story('a server that keeps dying is given up, in words, and starts again when asked', async () => {
  const editor = await vscode.open(workspace({ [FILE]: LAUNCH }), { file: FILE });
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  const killed = new Set();
  for (let time = 0; time < 5; time++) {
    await editor.until('a server to kill', () => vscode.servers().some((id) => !killed.has(id)));
    const alive = vscode.servers().filter((id) => !killed.has(id));
    alive.forEach((id) => { killed.add(id); process.kill(id, 'SIGKILL'); });
  }
  await editor.answer('its server ended several times', 'Restart Server');
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
});

story('restarts in quick succession leave one server', async () => {
  const folder = workspace({ [FILE]: LAUNCH });
  const editor = await vscode.open(folder, { file: FILE });
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  const [first] = vscode.servers();
  await editor.run('ReachWeaver: Restart Server');
  await editor.run('ReachWeaver: Restart Server');
  await editor.until('another server', () => vscode.servers().length === 1 && vscode.servers()[0] !== first);
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
});

story('settings take effect as they are written', async () => {
  const folder = workspace({ [FILE]: LAUNCH, 'rules/acme.json': { required_disclosure: 'Paid for by Acme.' } });
  const editor = await vscode.open(folder, { file: FILE });
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  mkdirSync(join(folder, '.vscode'));
  const set = (settings) => { writeFileSync(join(folder, SETTINGS), JSON.stringify(settings)); };
  set({ 'reachweaver.severity.review': 'warning' });
  await editor.expectStatus(/^ReachWeaver 2 2$/);
  set({ 'reachweaver.brand': 'rules/acme.json' });
  await editor.expectStatus(/^ReachWeaver 4 1 1$/);
  set({ 'reachweaver.duplicateThreshold': 7 });
  await editor.notification('reachweaver.duplicateThreshold');
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  set({ 'reachweaver.checkOn': 'save', 'reachweaver.severity.review': 'warning' });
  await editor.expectStatus(/^ReachWeaver 2 2$/);
  await editor.goBehind(written(LAUNCH), 'planner there is');
  await editor.type(' and 81');
  await editor.expectLine(/there is and 81/);
  await editor.expectStatus(/^ReachWeaver 2 2$/);
  await editor.save();
  await editor.expectStatus(/^ReachWeaver 3 2$/);
});

story('the log shows the messages to the server when the settings ask for them', async () => {
  const folder = workspace({ [FILE]: LAUNCH, [SETTINGS]: { 'reachweaver.trace.server': 'messages' } });
  const editor = await vscode.open(folder, { file: FILE });
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  await editor.run('ReachWeaver: Show Log');
  const log = editor.page.locator('.output-view .view-lines');
  await editor.until('messages in the log', async () => /textDocument\/\w+/.test(await log.innerText()));
});

story('what reachweaver.toml says is not undone by the defaults that VS Code shows', async () => {
  const toml = '[severity]\nreview = "error"\n';
  const editor = await vscode.open(workspace({ [FILE]: LAUNCH, 'reachweaver.toml': toml }), { file: FILE });
  await editor.expectStatus(/^ReachWeaver 3 1$/);
});

story('the brand file is chosen from a list', async () => {
  const folder = workspace({ [FILE]: quiet(), 'rules/acme.reachweaver.json': { required_disclosure: 'Paid for by Acme.' } });
  const editor = await vscode.open(folder, { file: FILE });
  await editor.expectStatus(/^ReachWeaver$/);
  await editor.run('ReachWeaver: Select Brand File');
  await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'acme.reachweaver.json' }).click();
  await editor.expectStatus(/^ReachWeaver 1$/);
  assert.deepEqual(JSON.parse(readFileSync(join(folder, SETTINGS), 'utf8')), { 'reachweaver.brand': 'rules/acme.reachweaver.json' });
});

story('an old pygls, and anything else in the environment, is no concern of the bundled server', async (context) => {
  const { python, site } = environmentWithOldPygls();
  const own = await startOwn(context, { settings: { 'reachweaver.interpreter': python }, env: { PYTHONPATH: site } });
  const editor = await own.open(workspace({ [FILE]: LAUNCH, 'pygls.py': 'raise ImportError', 'regex.py': 'raise ImportError' }), { file: FILE });
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  assert.match(commandLine(own.servers()[0]), new RegExp(`^${python}`));
});

story('the server of the environment runs when the settings say so, and is missed in words when it is not there', async (context) => {
  const installed = { 'reachweaver.importStrategy': 'fromEnvironment', 'reachweaver.interpreter': environmentWithReachWeaver() };
  const editor = await vscode.open(workspace({ [FILE]: LAUNCH, [SETTINGS]: installed }), { file: FILE });
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  await editor.until('the server of the environment', () => {
    const lines = vscode.servers().map(commandLine);
    return lines.some((line) => /-P .*-m reachweaver_lsp/.test(line)) || lines;
  });
  const { python } = environmentWithOldPygls();
  const own = await startOwn(context, { settings: { 'reachweaver.interpreter': python }, env: { PATH: pathWithoutPython() } });
  const other = await own.open(workspace({ [FILE]: LAUNCH, [SETTINGS]: { 'reachweaver.importStrategy': 'fromEnvironment' } }), { file: FILE });
  await other.answer('has no ReachWeaver installed', 'Use Bundled Server');
  await other.expectStatus(/^ReachWeaver 2 1 1$/);
});

story('a missing Python is said once, with a way out', async (context) => {
  const old = fakePython('3.9.2');
  const own = await startOwn(context, { env: { PATH: pathWithoutPython() } });
  const folder = workspace({ [FILE]: LAUNCH, [SETTINGS]: { 'reachweaver.interpreter': old } });
  const editor = await own.open(folder, { file: FILE });
  const said = await editor.notification('ReachWeaver needs Python 3.11 or newer');
  assert.equal(await said.count(), 1);
  await editor.picture('message');
  const words = (await said.innerText()).replace(/\s+/g, ' ');
  assert.match(words, /is Python 3\.9\.2, and 3\.11 or newer is needed; python3 was not found; python was not found/);
  await editor.expectStatus(/^ReachWeaver$/);
  await said.getByText('Open Guide').click();
  await editor.page.frameLocator('iframe.webview.ready').frameLocator('iframe').getByText('ReachWeaver needs Python').waitFor();
  writeFileSync(join(folder, SETTINGS), JSON.stringify({ 'reachweaver.interpreter': join(folder, 'nothing') }));
  await editor.answer('nothing was not found', 'Choose Interpreter…');
  await editor.page.locator('.quick-input-list', { hasText: 'Browse…' }).waitFor();
  await editor.press('Escape');
  writeFileSync(join(folder, SETTINGS), JSON.stringify({ 'reachweaver.interpreter': PYTHON }));
  await editor.open(FILE);
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
});

story('an interpreter that will not do is named, and another is used', async (context) => {
  const folder = workspace({ [FILE]: LAUNCH, [SETTINGS]: { 'reachweaver.interpreter': fakePython('3.8.1') } });
  const own = await startOwn(context, { env: { PATH: `${join(PROJECT, '.venv', 'bin')}:${process.env.PATH}` } });
  const editor = await own.open(folder, { file: FILE });
  await editor.notification('is used instead');
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
});

story('the interpreter chosen in the Python extension is used, and followed', async (context) => {
  const fake = extension('fake-python');
  const own = await startOwn(context, { env: { PATH: pathWithoutPython() }, extensions: [fake], settings: { 'fake.interpreter': PYTHON } });
  const folder = workspace({ [FILE]: LAUNCH });
  const editor = await own.open(folder, { file: FILE });
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  const [first] = own.servers();
  const { python } = environmentWithOldPygls();
  mkdirSync(join(folder, '.vscode'));
  writeFileSync(join(folder, SETTINGS), JSON.stringify({ 'fake.interpreter': python }));
  await editor.until('a server of the other interpreter', () => own.servers().length === 1 && own.servers()[0] !== first);
  assert.match(commandLine(own.servers()[0]), new RegExp(`^${python}`));
});

story('a workspace that is not trusted chooses nothing that is run', async (context) => {
  const path = `${join(PROJECT, '.venv', 'bin')}:${process.env.PATH}`;
  const own = await startOwn(context, { trust: true, env: { PATH: path } });
  const folder = workspace({ [FILE]: LAUNCH });
  const trap = join(folder, 'python');
  writeFileSync(trap, '#!/bin/sh\ntouch "$(dirname "$0")/was-run"\n');
  chmodSync(trap, 0o755);
  mkdirSync(join(folder, '.vscode'));
  writeFileSync(join(folder, SETTINGS), JSON.stringify({ 'reachweaver.interpreter': trap, 'reachweaver.importStrategy': 'fromEnvironment' }));
  const editor = await own.open(folder, { file: FILE });
  await editor.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  assert.match(commandLine(own.servers()[0]), /launch\.py/);
  assert.throws(() => readFileSync(join(folder, 'was-run')));
});
