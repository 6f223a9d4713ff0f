// The preview beside the editor: it is up to date, follows the cursor, leads back to the text, and loads nothing.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { BRAND, LAUNCH, quiet, written } from './campaigns.mjs';
import { story } from './story.mjs';
import { VsCode } from './vscode.mjs';

const FILE = 'spring.reachweaver.json';
let vscode;
before(async () => { vscode = await VsCode.start(); });
after(() => vscode.stop());

async function preview(campaign, others = {}) {
  const editor = await vscode.show({ [FILE]: campaign, ...others }, { width: 1600 });
  await editor.expectStatus(/^ReachWeaver/);
  await editor.run('ReachWeaver: Preview Campaign');
  const page = editor.preview();
  await page.locator('.card').first().waitFor();
  return { editor, page };
}

story('it shows each post with its length, its findings and its evidence', async () => {
  const { page } = await preview(LAUNCH);
  await page.locator('.card').nth(1).waitFor();
  assert.equal(await page.locator('.card').count(), 2);
  assert.match(await page.locator('#v0 .text').innerText(), /^Planner 2\.0.* is now available.* 🌱👩‍💻 Saving takes 30%/);
  assert.match(await page.locator('#v0 .length').first().innerText(), /of 280/);
  assert.match(await page.locator('#v0 .finding').innerText(), /"45%" is in no evidence/);
  assert.deepEqual(await page.locator('#v0 .mark.error').allInnerTexts(), ['45%']);
});

story('it changes while keys are pressed, and with the brand', async () => {
  const { editor, page } = await preview(LAUNCH, { 'brand.reachweaver.json': BRAND });
  await editor.goBehind(written(LAUNCH), 'planner there is');
  await editor.type(' with 81 plans', 50);
  await page.locator('#v1 .text', { hasText: 'planner there is with 81 plans' }).waitFor();
  await page.locator('#v1 .mark.error', { hasText: '81' }).waitFor();
  await page.locator('#v1 .finding', { hasText: BRAND.required_disclosure }).waitFor();
  await editor.open('brand.reachweaver.json');
  await editor.goBehind(written(BRAND), BRAND.required_disclosure);
  await editor.type(' Promise');
  await page.locator('#v1 .finding', { hasText: `${BRAND.required_disclosure} Promise` }).waitFor();
});

story('it follows the cursor from post to post', async () => {
  const { editor, page } = await preview(LAUNCH);
  await editor.goBehind(written(LAUNCH), '"mastodon');
  await page.locator('#v1.under-cursor').waitFor();
  const top = () => page.locator('#v1').evaluate((card) => card.getBoundingClientRect().top);
  await editor.until('the post in view', async () => Math.abs(await top()) < 40 || (await top()));
  await editor.goBehind(written(LAUNCH), '"x-1');
  await page.locator('#v0.under-cursor').waitFor();
});

story('a claim leads to its words, a finding and an evidence item to theirs', async () => {
  const content = written(LAUNCH).replace('🌱', '\\ud83c\\udf31');
  const { editor, page } = await preview(content);
  const at = (text) => `Ln ${content.slice(0, content.indexOf(text)).split('\n').length},`;
  await page.locator('#v0 .mark', { hasText: '30%' }).click();
  await editor.expectCursor(new RegExp(`^${at('Saving takes 30')} Col \\d+ \\(3 selected\\)`));
  await page.locator('#v1 .finding', { hasText: '"7,500"' }).click();
  await editor.expectCursor(new RegExp(`^${at('opened 7,500')} Col \\d+ \\(5 selected\\)`));
  await page.locator('#v0 .source', { hasText: 'notes' }).locator('b').click();
  await editor.expectCursor(new RegExp(`^${at('{\n      "id": "notes"')} Col 5`));
  await page.locator('#v1 .channel h2').click();
  await editor.expectCursor(new RegExp(`^${at('{\n      "variant_id": "mastodon-1"')} Col 5`));
});

story('the line above a post opens it there', async () => {
  const editor = await vscode.show({ [FILE]: LAUNCH }, { width: 1600 });
  await editor.page.locator('.codelens-decoration a', { hasText: 'Preview' }).nth(1).click();
  await editor.preview().locator('#v1.under-cursor').waitFor();
});

story('it turns to the campaign in front, and says when a file holds none', async () => {
  const { editor, page } = await preview(LAUNCH, { 'autumn.reachweaver.json': quiet('Autumn is here.'), 'brand.reachweaver.json': BRAND });
  await editor.open('autumn.reachweaver.json');
  await page.locator('.text', { hasText: 'Autumn is here.' }).waitFor();
  await editor.page.locator('.tab', { hasText: 'Preview autumn.reachweaver.json' }).waitFor();
  await editor.open('brand.reachweaver.json');
  assert.equal(await page.locator('.text', { hasText: 'Autumn is here.' }).count(), 1, 'a brand file does not take its place');
  await editor.run('ReachWeaver: Preview Campaign');
  await page.getByText('There is no campaign in this file to preview.').waitFor();
});

story('whatever a campaign holds, the page runs nothing and loads nothing', async () => {
  const asked = [];
  const trick = '<img src="https://example.net/a.png" onerror="document.title=1"><script>document.title=1</script><style>@import "https://example.net/b.css"</style></style>';
  const hostile = { ...quiet(trick), title: trick, evidence: [{ id: trick, claim: trick, source_url: 'javascript:alert(1)', excerpt: trick }] };
  hostile.variants[0].evidence_ids = [trick];
  const editor = await vscode.show({ [FILE]: hostile }, { width: 1600 });
  editor.page.on('request', (request) => asked.push(request.url()));
  await editor.run('ReachWeaver: Preview Campaign');
  const page = editor.preview();
  await page.locator('.text', { hasText: trick }).waitFor();
  assert.equal(await page.locator('#content :is(img, script, style, iframe, link)').count(), 0);
  assert.equal(await page.locator('#content a[href^="javascript"]').count(), 0);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  assert.match(policy, /^default-src 'none'; style-src 'nonce-[\w-]+'; script-src 'nonce-[\w-]+'; base-uri 'none'; form-action 'none'$/);
  const elsewhere = asked.filter((url) => /^https?:/.test(url) && !new URL(url).hostname.match(/^(127\.0\.0\.1|localhost)$/));
  assert.deepEqual(elsewhere.filter((url) => url.includes('example.net')), []);
});
