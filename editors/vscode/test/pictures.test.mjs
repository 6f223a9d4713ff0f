// Takes the pictures of the READMEs, the documentation and the walkthrough: they show what VS Code shows, and nothing is
// drawn by hand. A run leaves them beside those of the other tests; REACHWEAVER_PICTURES names another folder for them.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before } from 'node:test';
import { written } from './campaigns.mjs';
import { story } from './story.mjs';
import { PICTURES, PROJECT, VsCode, workspace } from './vscode.mjs';

const FILE = 'campaign.reachweaver.json';
const BRAND = 'brand.reachweaver.json';
const IMAGES = resolve(process.env.REACHWEAVER_PICTURES ?? join(PICTURES, 'docs'));
const SETTINGS = {
  'editor.fontSize': 15,
  'window.zoomLevel': 0,
  'workbench.activityBar.location': 'hidden',
  'workbench.statusBar.visible': true,
  'breadcrumbs.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.renderLineHighlight': 'none',
};
const SIZE = { width: 1180, height: 620 };

const { $schema, ...campaign } = JSON.parse(readFileSync(join(PROJECT, 'examples', FILE), 'utf8'));
const text = written(campaign);
const brand = readFileSync(join(PROJECT, 'examples', BRAND), 'utf8');

let vscode;
before(async () => {
  assert.match($schema, /campaign/);
  vscode = await VsCode.start({ settings: SETTINGS });
});
after(() => vscode.stop());

/** The example in a window that shows nothing beside it. */
async function example(size) {
  const editor = await vscode.open(workspace({ [FILE]: text, [BRAND]: brand }, 'harborlight'), { file: FILE, ...size });
  await editor.expectStatus(/^ReachWeaver \d+/);
  await editor.press('Control+B');
  await editor.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  // Out of the way, and before anything is shown: a hover goes when the pointer moves.
  await editor.page.mouse.move(size.width / 3, size.height - 5);
  return editor;
}

/** Takes a picture when the window has come to rest. */
async function take(editor, name) {
  await editor.page.locator('.codelens-decoration a:visible').first().waitFor();
  let before;
  await editor.until('a picture that stays the same', async () => {
    const now = await editor.page.screenshot();
    const rests = before?.equals(now);
    before = now;
    return rests === true;
  });
  mkdirSync(IMAGES, { recursive: true });
  writeFileSync(join(IMAGES, `${name}.png`), before);
}

story('a picture of findings, with the hover of one', async () => {
  const editor = await example(SIZE);
  await editor.goBehind(text, 'its index is 6');
  await editor.hover(/The evidence cited has other percentages: 40% in release-090/);
  await take(editor, 'vscode-findings');
});

story('a picture of what grounds a figure', async () => {
  const editor = await example(SIZE);
  await editor.goBehind(text, 'its search index is 4');
  await editor.hover(/The search index is 40% smaller than in 0\.8/);
  await take(editor, 'vscode-hover');
});

story('a picture of the quick fixes', async () => {
  const editor = await example(SIZE);
  await editor.goBehind(text, 'We timed it: 5');
  assert.match((await editor.fixes()).join('\n'), /Cite/);
  await take(editor, 'vscode-fixes');
});

story('a picture of the preview, at the post where the cursor is', async () => {
  const editor = await example({ width: 1640, height: 860 });
  await editor.goBehind(text, 'its index is 6');
  await editor.run('ReachWeaver: Preview Campaign');
  const post = editor.preview().locator('#v1.under-cursor');
  await post.waitFor();
  await editor.until('the post in view', async () => {
    const { y } = await post.boundingBox();
    return y < 120 || y;
  });
  await take(editor, 'vscode-preview');
});
