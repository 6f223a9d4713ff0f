// What a person sees and does in a campaign: squiggles, hover, fixes, brand rules, typing.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { BRAND, LAUNCH, quiet, written } from './campaigns.mjs';
import { story } from './story.mjs';
import { VsCode, workspace } from './vscode.mjs';

const FILE = 'spring.reachweaver.json';
let vscode;
before(async () => { vscode = await VsCode.start(); });
after(() => vscode.stop());

function saved(folder, file = FILE) {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

story('squiggles stand under the right words, behind emoji and in the right colour', async () => {
  const editor = await vscode.show({ [FILE]: LAUNCH });
  await editor.expectSquiggles('error', ['45%', '7,500']);
  await editor.expectSquiggles('info', ['fastest']);
  await editor.expectSquiggles('warning', ['"text"']);
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
});

story('escapes in the file are not in the way', async () => {
  const content = written(LAUNCH).replace('🌱', '\\ud83c\\udf31').replace('45%', '4\\u0035%').replace('fastest', 'f\\u0061stest');
  const editor = await vscode.show({ [FILE]: content });
  await editor.expectSquiggles('error', ['4\\u0035%', '7,500']);
  await editor.expectSquiggles('info', ['f\\u0061stest']);
});

story('hover says which evidence grounds a figure, and what is wrong with one that none does', async () => {
  const editor = await vscode.show({ [FILE]: LAUNCH });
  await editor.expectSquiggles('error', ['45%', '7,500']);
  await editor.goBehind(written(LAUNCH), 'Saving takes 3');
  await editor.hover(/notes[^]*Saving a plan takes 30% less time than in 1\.9/);
  await editor.press('Escape');
  await editor.goBehind(written(LAUNCH), 'opened 7');
  const missing = await editor.hover(/bench \(not cited\)/);
  assert.equal(missing.match(/The number "7,500" is in no evidence/g).length, 1, 'the message is said once');
});

story('a figure is cited with one fix, and the finding is gone', async () => {
  const editor = await vscode.show({ [FILE]: LAUNCH });
  await editor.expectSquiggles('error', ['45%', '7,500']);
  await editor.goBehind(written(LAUNCH), 'opened 7');
  await editor.fix('Cite');
  await editor.expectSquiggles('error', ['45%']);
  await editor.save();
  assert.deepEqual(saved(editor.folder).variants[1].evidence_ids, ['notes', 'bench']);
});

story('a missing link and a missing disclosure are inserted', async () => {
  const editor = await vscode.show({ [FILE]: LAUNCH, 'brand.reachweaver.json': BRAND });
  await editor.expectStatus(/^ReachWeaver 4 1 1$/);
  await editor.goBehind(written(LAUNCH), '"platform": "mastodon",\n      "te');
  await editor.fix('https://example.org/planner');
  await editor.expectStatus(/^ReachWeaver 4 1$/);
  await editor.goBehind(written(LAUNCH), '"platform": "mastodon",\n      "te');
  await editor.fix('disclosure');
  await editor.expectStatus(/^ReachWeaver 3 1$/);
  await editor.save();
  const { text } = saved(editor.folder).variants[1];
  assert.equal(text, `${LAUNCH.variants[1].text} https://example.org/planner\n\n${BRAND.required_disclosure}`);
});

story('a brand file counts as it is typed, and when it changes on disk', async () => {
  const editor = await vscode.show({ [FILE]: quiet('A game-changer for queues.'), 'brand.reachweaver.json': BRAND });
  await editor.expectSquiggles('error', ['"text"', 'game-changer']);
  await editor.open('brand.reachweaver.json');
  await editor.goBehind(written(BRAND), 'game-changer');
  await editor.type(' again');
  await editor.open(FILE);
  await editor.expectSquiggles('error', ['"text"']);
  await editor.open('brand.reachweaver.json');
  await editor.press('Control+Z', 'Control+Z', 'Control+Z');
  await editor.run('File: Revert File');
  writeFileSync(join(editor.folder, 'brand.reachweaver.json'), written({ ...BRAND, banned_phrases: ['queues'] }));
  await editor.open(FILE);
  await editor.expectSquiggles('error', ['"text"', 'queues']);
});

story('campaigns that are not open are listed with their problems', async () => {
  const editor = await vscode.open(workspace({ [FILE]: quiet(), 'other/autumn.reachweaver.json': LAUNCH }), { file: FILE });
  await editor.run('ReachWeaver: Check Workspace');
  await editor.page.locator('.markers-panel .monaco-list-row', { hasText: 'autumn.reachweaver.json' }).first().waitFor();
});

story('twenty edits a second are kept up with', async (context) => {
  const editor = await vscode.show({ [FILE]: LAUNCH });
  await editor.expectSquiggles('error', ['45%', '7,500']);
  await editor.goBehind(written(LAUNCH), 'planner there is');
  const frames = await editor.page.evaluateHandle(() => {
    const seen = { longest: 0, changes: 0, stop: false, status: '' };
    let before = performance.now();
    const look = (now) => {
      seen.longest = Math.max(seen.longest, now - before);
      before = now;
      const status = document.querySelector('.statusbar-item[id$="reachweaver.status"]')?.textContent ?? '';
      seen.changes += status !== seen.status ? 1 : 0;
      seen.status = status;
      if (!seen.stop) {
        requestAnimationFrame(look);
      }
    };
    requestAnimationFrame(look);
    return seen;
  });
  // Each figure is wrong from its first digit on, so findings have to come and go while keys are pressed.
  const started = Date.now();
  await editor.type(' and 81 or 82 or 83 or 84 or 85 or 86 or 87 or 88 or 89 or 91 or 92 or 93 or 94', 50);
  const typed = Date.now();
  await editor.expectSquiggles('error', ['45%', '7,500', ...[81, 82, 83, 84, 85, 86, 87, 88, 89, 91, 92, 93, 94].map(String)]);
  const settled = Date.now();
  const { longest, changes } = await frames.evaluate((seen) => Object.assign(seen, { stop: true }));
  context.diagnostic(`81 edits in ${typed - started} ms; all findings ${settled - typed} ms after the last; longest frame ${Math.round(longest)} ms; the status changed ${changes} times meanwhile`);
  assert.ok(changes > 5, 'findings appear while keys are pressed, not only after the last');
  assert.ok(settled - typed < typed - started, 'the checks of many keys do not pile up behind the last');
});
