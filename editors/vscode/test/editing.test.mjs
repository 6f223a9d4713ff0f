// Help with writing: a first campaign, snippets, completion, the descriptions of fields, the walkthrough.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { LAUNCH, quiet, written } from './campaigns.mjs';
import { story } from './story.mjs';
import { VsCode, workspace } from './vscode.mjs';

const FILE = 'spring.reachweaver.json';
let vscode;
before(async () => { vscode = await VsCode.start(); });
after(() => vscode.stop());

story('a new campaign is a snippet that is checked before it has a name', async () => {
  const editor = await vscode.show({ [FILE]: quiet() });
  await editor.run('ReachWeaver: New Campaign');
  await editor.expectStatus(/^ReachWeaver \d/);
  await editor.expectLine('"campaign_id": "spring",');
  await editor.type('summer');
  await editor.expectLine('"campaign_id": "summer",');
});

story('snippets are offered in campaigns, and in no other JSON', async () => {
  const editor = await vscode.show({ [FILE]: { variants: [] }, 'plain.json': '[]\n' });
  await editor.goTo(2, 16);
  await editor.type('thread');
  assert.ok((await editor.suggestions()).some((one) => one.includes('Variant: thread')));
  await editor.press('Escape');
  await editor.open('plain.json');
  await editor.goTo(1, 2);
  await editor.type('thread');
  await editor.press('Control+Space');
  assert.deepEqual((await editor.suggestions()).filter((one) => one.includes('Variant: thread')), []);
});

story('ids of evidence are offered with their claims', async () => {
  const editor = await vscode.show({ [FILE]: LAUNCH });
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  await editor.goBehind(written(LAUNCH), '"evidence_ids": [\n        "notes"');
  await editor.type(', ');
  await editor.press('Control+Space');
  const offered = await editor.suggestions();
  assert.ok(offered.some((one) => one.includes('bench')), offered.join('\n'));
  assert.ok(!offered.some((one) => one.includes('notes') && one.includes('released')), 'what is cited already is not offered');
});

story('fields are explained, and a mistake is reported once', async () => {
  const broken = { ...quiet(), variants: [{ ...quiet().variants[0], platform: 'megaphone' }] };
  const editor = await vscode.open(workspace({ [FILE]: broken, 'brand.reachweaver.json': { name: 'Planner', max_hashtags: 2 } }), { file: FILE });
  await editor.expectStatus(/^ReachWeaver 1$/);
  await editor.goBehind(written(broken), '"plat');
  await editor.hover(/The channel that the text is written for/);
  const problems = editor.page.locator('.statusbar-item[id="status.problems"]');
  await editor.until('one problem', async () => /^\s*1\s+0\s*$/.test(await problems.innerText()) || (await problems.innerText()));
  await editor.open('brand.reachweaver.json');
  await editor.goTo(3, 6);
  await editor.hover(/How many hashtags a text of the brand may have/);
});

story('invalid JSON is reported by VS Code, and by ReachWeaver only when asked', async () => {
  const broken = written(LAUNCH).replace('"cta_url": ', '"cta_url" ');
  const editor = await vscode.open(workspace({ [FILE]: broken }), { file: FILE });
  await editor.expectStatus(/^ReachWeaver 2 1 1$/);
  await editor.press('Control+Shift+M');
  const problems = editor.page.locator('.markers-panel .monaco-list-row');
  await problems.filter({ hasText: 'Colon expected' }).waitFor();
  assert.equal(await problems.filter({ hasText: 'valid JSON' }).count(), 0);
});

story('the walkthrough shows the first steps', async () => {
  const editor = await vscode.show({ [FILE]: quiet() });
  await editor.expectStatus(/^ReachWeaver$/);
  await editor.run('Welcome: Open Walkthrough');
  await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Get Started with ReachWeaver' }).click();
  await editor.page.locator('.getting-started-step', { hasText: 'Write a campaign' }).waitFor();
  await editor.page.locator('.getting-started-step', { hasText: 'Preview every post' }).click();
  await editor.page.locator('.getting-started-media img').waitFor();
});
