/** Finds the Python that runs the server, and says why others don't do. */

import { execFile } from 'node:child_process';

/** A Python that can run the server. */
export interface Python {
  readonly executable: string;
  readonly version: string;
}

/** A Python to try, in the person's words, and how to start it. */
export interface Candidate {
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
}

/** A Python that was tried in vain, and why, in a sentence. */
export interface Refusal {
  readonly name: string;
  readonly reason: string;
}

export interface Search {
  readonly python: Python | undefined;
  readonly refused: readonly Refusal[];
}

/** What launch.py answers to `--probe`. */
interface Description {
  executable: string;
  version: [number, number, number];
  bundled?: boolean;
  system?: string;
}

const OLDEST = '3.11';
const PATIENCE = 20_000;

/** The Pythons that are looked for on the PATH, in this order. */
export const ON_PATH: readonly Candidate[] = [
  { name: 'python3', command: 'python3' },
  { name: 'python', command: 'python' },
  ...(process.platform === 'win32' ? [{ name: 'py -3', command: 'py', args: ['-3'] }] : []),
];

/**
 * The first candidate that can run the server, with those refused before it.
 *
 * @param launcher the path of launch.py, which says what a Python is
 * @param installed whether the server has to be installed in the Python's environment, or is the bundled one
 */
export async function findPython(
  candidates: AsyncIterable<Candidate>,
  launcher: string,
  installed: boolean,
): Promise<Search> {
  const refused: Refusal[] = [];
  for await (const candidate of candidates) {
    const found = await examine(candidate, launcher, installed);
    if ('executable' in found) {
      return { python: found, refused };
    }
    refused.push(found);
  }
  return { python: undefined, refused };
}

/** The candidate as a Python that can run the server, or why it can't. */
export async function examine(candidate: Candidate, launcher: string, installed: boolean): Promise<Python | Refusal> {
  const { name } = candidate;
  const found = await describe(candidate, launcher);
  if (typeof found === 'string') {
    return { name, reason: found };
  }
  const version = found.version.join('.');
  if (found.bundled === undefined) {
    return { name, reason: `${name} is Python ${version}, and ${OLDEST} or newer is needed` };
  }
  if (installed) {
    const answer = await run(found.executable, ['-P', '-c', 'import reachweaver_lsp.server']);
    return answer.ok
      ? { executable: found.executable, version }
      : { name, reason: `${found.executable} has no ReachWeaver installed that starts (pip install "reachweaver[lsp]")` };
  }
  return found.bundled
    ? { executable: found.executable, version }
    : { name, reason: `the bundled server does not run with Python ${version} on ${found.system ?? 'this system'}` };
}

async function describe(candidate: Candidate, launcher: string): Promise<Description | string> {
  // -E, -s and -S: nothing that is installed, and no variable, has a say; every Python since 2.7 knows them.
  const answer = await run(candidate.command, [...(candidate.args ?? []), '-E', '-s', '-S', launcher, '--probe']);
  if (answer.missing) {
    return `${candidate.name} was not found`;
  }
  try {
    return JSON.parse(answer.output) as Description;
  } catch {
    return `${candidate.name} does not run as Python`;
  }
}

interface Answer {
  ok: boolean;
  missing: boolean;
  output: string;
}

function run(command: string, args: readonly string[]): Promise<Answer> {
  return new Promise((resolve) => {
    try {
      execFile(command, args, { timeout: PATIENCE, windowsHide: true, cwd: __dirname }, (error, output) => {
        resolve({ ok: error === null, missing: error?.code === 'ENOENT', output });
      });
    } catch {
      // A name that no file can have.
      resolve({ ok: false, missing: true, output: '' });
    }
  });
}
