/** Libraries that only some need: not bundled, but installed for this extension alone when a person wants them. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import * as path from 'node:path';

/** Where the libraries of one Python belong. */
export interface Place {
  readonly folder: string;
  readonly python: string;
}

const PATIENCE = 10 * 60_000;

/** Whether they are there, in full. */
export function isInstalled({ folder }: Place): boolean {
  return existsSync(folder);
}

/**
 * Installs pinned libraries with the Python's own pip.
 *
 * @param requirements the path of a requirements file with a hash for everything
 * @returns what went wrong, in pip's words; nothing when all went well
 */
export async function install(place: Place, requirements: string): Promise<string | undefined> {
  const half = `${place.folder}.new`;
  await rm(half, { recursive: true, force: true });
  await mkdir(path.dirname(half), { recursive: true });
  const failure = await pip(place.python, ['--target', half, '--require-hashes', '--only-binary', ':all:', '-r', requirements]);
  if (failure === undefined) {
    await rm(place.folder, { recursive: true, force: true });
    await rename(half, place.folder);
  }
  return failure;
}

function pip(python: string, options: readonly string[]): Promise<string | undefined> {
  // -P: a file in the working folder must not pass for pip.
  const args = ['-P', '-m', 'pip', '--disable-pip-version-check', '--no-input', '--quiet', 'install', '--no-deps', ...options];
  return new Promise((resolve) => {
    execFile(python, args, { timeout: PATIENCE, windowsHide: true, cwd: __dirname }, (error, _, said) => {
      resolve(error === null ? undefined : said.trim() || error.message);
    });
  });
}
