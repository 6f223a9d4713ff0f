// Checks posts with one checker of prose, each time it is asked: `node prose.mjs NAME POSTS.json`.
//
// POSTS.json is a list of texts. It writes one line of JSON when it is ready, {"ready": true}, and one for each line that
// it reads: {"seconds": …, "found": …}, for one pass over all texts, each checked by itself as it would be in an editor.

import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

const checkers = {
  async textlint() {
    const { TextlintKernel } = await import('@textlint/kernel');
    const plugin = await import('@textlint/textlint-plugin-text');
    const rules = await Promise.all(
      ['alex', 'common-misspellings', 'write-good'].map(async (name) => {
        const rule = await import(`textlint-rule-${name}`);
        return { ruleId: name, rule: unwrapped(rule) };
      }),
    );
    const kernel = new TextlintKernel();
    const options = { ext: '.txt', plugins: [{ pluginId: 'text', plugin: unwrapped(plugin) }], rules };
    return async (text) => (await kernel.lintText(text, options)).messages.length;
  },
  async 'write-good'() {
    const { default: writeGood } = await import('write-good');
    return (text) => writeGood(text).length;
  },
  async alex() {
    const { text: check } = await import('alex');
    return (text) => check(text).messages.length;
  },
  async harper() {
    const { Dialect, LocalLinter } = await import('harper.js');
    const { binary } = await import('harper.js/binary');
    const linter = new LocalLinter({ binary, dialect: Dialect.American });
    await linter.setup();
    return async (text) => (await linter.lint(text, { language: 'plaintext' })).length;
  },
};

/** What a module of either kind exports by default. */
function unwrapped(module) {
  return module.default?.default ?? module.default;
}

const [name, path] = process.argv.slice(2);
const check = await checkers[name]();
const posts = JSON.parse(await readFile(path, 'utf8'));
console.log(JSON.stringify({ ready: true }));
for await (const _ of createInterface({ input: process.stdin })) {
  const started = performance.now();
  let found = 0;
  for (const post of posts) found += await check(post);
  console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, found }));
}
