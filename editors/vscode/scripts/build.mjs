// Builds what the package holds, all but bundled/libs (scripts/bundle.py): dist/, schemas/, pictures, LICENSE.
//   node scripts/build.mjs [--watch]
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  metafile: true,
  logLevel: 'info',
};
if (process.argv.includes('--watch')) {
  await (await context(options)).watch();
} else {
  const { metafile } = await build(options);
  writeFileSync(join(here, 'dist', 'LICENSES.txt'), licences(Object.keys(metafile.inputs)));
}

/** The licences of the packages that the files of a bundle come from. */
function licences(files) {
  const packages = new Set(files.map((file) => file.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]).filter(Boolean));
  return [...packages].sort().map((folder) => {
    const file = readdirSync(folder).find((name) => /^licen[sc]e/i.test(name));
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : license}\n`;
  }).join('\n\n');
}
