// Where campaigns may live: odd paths, several roots, folders that nobody can write to.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before } from 'node:test';
import { LAUNCH, quiet } from './campaigns.mjs';
import { story } from './story.mjs';
import { VsCode, workspace } from './vscode.mjs';

const FILE = 'spring.reachweaver.json';
let vscode;
before(async () => { vscode = await VsCode.start(); });
after(() => vscode.stop());

story('a path with spaces, percent signs and letters of many alphabets', async () => {
  const disclosure = { required_disclosure: 'Paid for by Acme.' };
  const files = { [`Frühling 春/${FILE}`]: LAUNCH, 'brand.reachweaver.json': disclosure };
  const editor = await vscode.open(workspace(files, 'Kampagne é́ 100% #1 & Ко'));
  await editor.open(`Frühling 春/${FILE}`);
  await editor.expectSquiggles('error', ['"text"', '"text"', '45%', '7,500']);
  await editor.expectStatus(/^ReachWeaver 4 1 1$/);
});

story('two roots, each with its own brand and settings', async () => {
  const one = workspace({ 'one.reachweaver.json': quiet('Plain words.'), 'brand.reachweaver.json': { banned_phrases: ['plain'] } }, 'one');
  const two = workspace(
    { 'two.reachweaver.json': quiet('Plain words.'), 'brand.reachweaver.json': { banned_phrases: ['words'] }, '.vscode/settings.json': { 'reachweaver.severity.error': 'warning' } },
    'two',
    dirname(one),
  );
  const both = join(dirname(one), 'both.code-workspace');
  writeFileSync(both, JSON.stringify({ folders: [{ path: one }, { path: two }] }));
  const editor = await vscode.open(both);
  await editor.open('one/one.reachweaver.json');
  await editor.expectSquiggles('error', ['Plain']);
  await editor.open('two/two.reachweaver.json');
  await editor.expectSquiggles('warning', ['words']);
  await editor.expectSquiggles('error', []);
  assert.equal(vscode.servers().length, 1, 'one server for the window');
});

story('a workspace that cannot be written to', async (context) => {
  const folder = workspace({ [FILE]: LAUNCH });
  const release = makeReadOnly(folder);
  if (!release) {
    context.skip('this machine lets nobody make a folder read-only');
    return;
  }
  context.after(release);
  const editor = await vscode.open(folder, { file: FILE });
  await editor.expectSquiggles('error', ['45%', '7,500']);
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
});

/** Makes a folder read-only, for root by a mount; gives what undoes it, or nothing when it can't be done. */
function makeReadOnly(folder) {
  if (process.getuid() !== 0) {
    chmodSync(join(folder, FILE), 0o444);
    chmodSync(folder, 0o555);
    return () => { chmodSync(folder, 0o755); };
  }
  const mounted = spawnSync('mount', ['--bind', folder, folder]).status === 0;
  const readOnly = mounted && spawnSync('mount', ['-o', 'remount,ro,bind', folder]).status === 0;
  const release = () => { spawnSync('umount', ['--lazy', folder]); };
  if (mounted && !readOnly) {
    release();
  }
  return readOnly ? release : undefined;
}
