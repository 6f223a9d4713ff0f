// Takes the pictures of the READMEs, the documentation and the walkthrough: node test/pictures.mjs
// They show what VS Code shows; nothing is drawn by hand. Needs what `make vscode-test` installs.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, VsCode, workspace } from './vscode.mjs';

const FILE = 'campaign.reachweaver.json';
const IMAGES = join(PROJECT, 'docs', 'images');
const SETTINGS = {
  'editor.fontSize': 15,
  'window.zoomLevel': 0,
  'workbench.activityBar.location': 'hidden',
  'workbench.statusBar.visible': true,
  'breadcrumbs.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.renderLineHighlight': 'none',
};

const campaign = JSON.parse(readFileSync(join(PROJECT, 'examples', FILE), 'utf8'));
delete campaign.$schema;
const text = JSON.stringify(campaign, null, 2) + '\n';
const brand = readFileSync(join(PROJECT, 'examples', 'brand.reachweaver.json'), 'utf8');

const vscode = await VsCode.start({ settings: SETTINGS });
try {
  mkdirSync(IMAGES, { recursive: true });
  await take('vscode-findings', { width: 1180, height: 620 }, async (editor) => {
    await editor.goBehind(text, 'its index is 6');
    await editor.hover();
  });
  await take('vscode-hover', { width: 1180, height: 620 }, async (editor) => {
    await editor.goBehind(text, 'its search index is 4');
    await editor.hover();
  });
  await take('vscode-fixes', { width: 1180, height: 620 }, async (editor) => {
    await editor.goBehind(text, 'We timed it: 5');
    await editor.fixes();
  });
  await take('vscode-preview', { width: 1640, height: 860 }, async (editor) => {
    await editor.goBehind(text, 'its index is 6');
    await editor.run('ReachWeaver: Preview Campaign');
    await editor.preview().locator('#v1.under-cursor').waitFor();
    await editor.until('the post in view', async () => {
      const { y } = await editor.preview().locator('#v1').boundingBox();
      return y < 120 || y;
    });
  });
} finally {
  await vscode.stop();
}

/** Opens the example, brings something to the screen, and takes the picture when it has come to rest. */
async function take(name, size, bring) {
  const folder = workspace({ [FILE]: text, 'brand.reachweaver.json': brand }, 'harborlight');
  const editor = await vscode.open(folder, size);
  await editor.open(FILE);
  await editor.expectStatus(/^ReachWeaver \d+/);
  await editor.press('Control+B');
  // Out of the way, and before anything is shown: a hover goes when the pointer moves.
  await editor.page.mouse.move(size.width / 3, size.height - 5);
  await bring(editor);
  let before;
  await editor.until('a picture that stays the same', async () => {
    const now = await editor.page.screenshot();
    const rests = before?.equals(now);
    before = now;
    return rests === true;
  });
  writeFileSync(join(IMAGES, `${name}.png`), before);
  console.log(`docs/images/${name}.png, ${Math.round(before.length / 1000)} KB`);
  await editor.close();
  rmSync(folder, { recursive: true });
}
