// Runs the tests that drive a real VS Code: node test/run.mjs [FILE…]
// Each starts VS Code several times, so they run one file after another. VSCODE_TRIES says how often a file in which
// something fails is run in all: 1 unless it is set.

import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { INSTALLED, PICTURES } from './vscode.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const named = process.argv.slice(2).map((file) => join(process.cwd(), file));
const files = named.length ? named : readdirSync(here).filter((name) => name.endsWith('.test.mjs')).sort().map((name) => join(here, name));

rmSync(PICTURES, { recursive: true, force: true });
rmSync(INSTALLED, { recursive: true, force: true });
let failed = await tried(files);
for (let more = Number(process.env.VSCODE_TRIES ?? 1) - 1; more > 0 && failed.length; more -= 1) {
  console.log(`\nTried again, because they failed: ${failed.map((file) => basename(file)).join(', ')}\n`);
  failed = await tried(failed);
}
process.exitCode = failed.length ? 1 : 0;

/** Runs test files, each by itself: a failure names the line that it happened at, and that may be in a file they share. */
async function tried(tests) {
  const failed = [];
  for (const file of tests) {
    let passes = true;
    const stream = run({ files: [file], concurrency: 1, timeout: 900_000 });
    stream.on('test:fail', () => { passes = false; });
    const said = stream.compose(new spec());
    said.pipe(process.stdout, { end: false });
    await finished(said, { writable: false });
    if (!passes) {
      failed.push(file);
    }
  }
  return failed;
}
