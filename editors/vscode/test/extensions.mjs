// Small extensions that stand in for others, packaged as those are.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { EXTENSION, temporary } from './vscode.mjs';

/** The package of one of the folders beside this file. */
export function extension(name) {
  const out = join(temporary('extension'), `${name}.vsix`);
  const vsce = join(EXTENSION, 'node_modules', '@vscode', 'vsce', 'vsce');
  const options = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', out];
  const ended = spawnSync(process.execPath, [vsce, 'package', ...options], { cwd: join(EXTENSION, 'test', name), encoding: 'utf8' });
  if (ended.status !== 0) {
    throw new Error(ended.stdout + ended.stderr);
  }
  return out;
}
