// Builds what the package holds, all but bundled/libs (scripts/bundle.py): dist/extension.js, schemas/, LICENSE.
//   node scripts/build.mjs [--watch]
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';
import { editing, either } from './schemas.mjs';

const here = join(dirname(fileURLToPath(import.meta.url)), '..');
const project = join(here, '..', '..');

for (const name of ['findings', 'hover', 'fixes', 'preview']) {
  cpSync(join(project, 'docs', 'images', `vscode-${name}.png`), join(here, 'media', `${name}.png`));
}

const schema = (name) =>
  JSON.parse(readFileSync(join(project, 'reachweaver', 'schemas', `${name}.schema.json`), 'utf8'));
const schemas = {
  brand: editing(schema('brand')),
  optout: editing(schema('optout')),
  'campaign-or-brand': either(editing(schema('campaign')), editing(schema('brand'))),
};
mkdirSync(join(here, 'schemas'), { recursive: true });
for (const [name, content] of Object.entries(schemas)) {
  writeFileSync(join(here, 'schemas', `${name}.schema.json`), JSON.stringify(content, null, 2) + '\n');
}
cpSync(join(project, 'LICENSE'), join(here, 'LICENSE'));

const options = {
  entryPoints: [join(here, 'src', 'extension.ts')],
  outfile: join(here, 'dist', 'extension.js'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  minify: true,
  sourcemap: process.argv.includes('--watch'),
  legalComments: 'inline',
  logLevel: 'info',
};
await (process.argv.includes('--watch') ? (await context(options)).watch() : build(options));
