// Runs the tests that drive a real VS Code: node test/run.mjs [FILE…]
// Each starts VS Code several times, so they run one file after another.

import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { INSTALLED, PICTURES } from './vscode.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const named = process.argv.slice(2).map((file) => join(process.cwd(), file));
const files = named.length ? named : readdirSync(here).filter((name) => name.endsWith('.test.mjs')).sort().map((name) => join(here, name));

rmSync(PICTURES, { recursive: true, force: true });
rmSync(INSTALLED, { recursive: true, force: true });
run({ files, concurrency: 1, timeout: 900_000 })
  .on('test:fail', () => { process.exitCode = 1; })
  .compose(new spec())
  .pipe(process.stdout);
