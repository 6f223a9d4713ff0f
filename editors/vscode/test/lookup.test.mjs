// Looking up a source, against a web server of this file's own: only when asked, with what it takes installed when wanted.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { written } from './campaigns.mjs';
import { story } from './story.mjs';
import { PROJECT, temporary, VsCode, workspace } from './vscode.mjs';

const FILE = 'spring.reachweaver.json';
const PYTHON = join(PROJECT, '.venv', 'bin', 'python');
const PAGE = readFileSync(join(PROJECT, 'tests', 'lookup', 'pages', 'release-notes.html'));
const WORDS = 'Planner 2.0 saves a plan in 30% less time than 1.9 and now exports to CSV & iCal.';

let site;
const asked = [];
let vscode;
before(async () => {
  site = await serve();
  vscode = await VsCode.start({ settings: { 'reachweaver.interpreter': allowingPrivate() }, env: { REACHWEAVER_KEYS_ROOT: temporary('keys') } });
});
after(async () => {
  await vscode.stop();
  site.close();
});

/** A web server with one page. */
function serve() {
  const server = createServer((request, response) => {
    asked.push(request.url);
    const found = request.url === '/notes';
    response.writeHead(found ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' }).end(found ? PAGE : 'Not here.');
  });
  return new Promise((resolve) => { server.listen(0, '127.0.0.1', () => { resolve(server); }); });
}

/** A Python whose server may open this machine's own addresses, which it refuses otherwise. */
function allowingPrivate() {
  const python = join(temporary('python'), 'python');
  const script = 'import json, runpy, sys; one = runpy.run_path(sys.argv[1])["description"](); one["executable"] = sys.argv[2]; print(json.dumps(one))';
  const launcher = join(PROJECT, 'editors', 'vscode', 'bundled', 'launch.py');
  const probed = spawnSync(PYTHON, ['-c', script, launcher, python], { encoding: 'utf8' }).stdout.trim();
  writeFileSync(python, `#!/bin/sh\ncase "$*" in\n*--probe) echo '${probed}' ;;\n*launch.py*) exec '${PYTHON}' "$@" --allow-private ;;\n*) exec '${PYTHON}' "$@" ;;\nesac\n`);
  chmodSync(python, 0o755);
  return python;
}

function campaign(path) {
  const source_url = `http://127.0.0.1:${site.address().port}${path}`;
  const evidence = [{ id: 'notes', claim: 'Planner saves a plan in 30% less time', source_url, excerpt: 'made up' }];
  return { campaign_id: 'spring', evidence, variants: [{ variant_id: 'a', platform: 'mastodon', text: 'Planner saves a plan in 30% less time.', evidence_ids: ['notes'] }] };
}

story('a source is looked up when asked: what that takes is installed, the page is quoted, its receipt stored', async () => {
  const folder = workspace({ [FILE]: campaign('/notes') });
  const editor = await vscode.open(folder, { file: FILE });
  await editor.expectStatus(/^ReachWeaver/);
  await editor.goBehind(written(campaign('/notes')), '"id": "no');
  assert.deepEqual(asked, [], 'nothing is opened before anybody asks');
  await editor.run('ReachWeaver: Look Up Source');
  await editor.answer('What that needs is not there yet', 'Install');
  const found = await editor.notification('The excerpt is not on the page.');
  assert.match(await found.innerText(), /1\. “Planner 2\.0 saves a plan in 30% less time than 1\.9/);
  await editor.picture('passages');
  await editor.answer('The excerpt is not on the page.', 'Quote passage 1');
  await editor.expectLine(`"excerpt": ${JSON.stringify(WORDS)}`);
  await editor.answer('Store the signed receipt', 'Store the receipt');
  await editor.expectLine(/^"receipt": "receipts\/notes/);
  await editor.save();
  const [saved] = JSON.parse(readFileSync(join(folder, FILE), 'utf8')).evidence;
  assert.equal(saved.excerpt, WORDS);
  assert.ok(readdirSync(join(folder, 'receipts')).includes(saved.receipt.replace(/^.*\//, '')), saved.receipt);
  assert.deepEqual(asked.filter((path) => path !== '/robots.txt'), ['/notes']);
});

story('the light bulb looks a claim up, and a page that is gone is named', async () => {
  const editor = await vscode.open(workspace({ [FILE]: campaign('/gone') }), { file: FILE });
  await editor.expectStatus(/^ReachWeaver/);
  await editor.goBehind(written(campaign('/gone')), 'Planner saves a');
  await editor.fix('Look up this claim in its source');
  await editor.notification(/gone could not be read \(http_404\)/);
});

story('when what a look-up takes cannot be installed, that is said', async (context) => {
  const bare = temporary('environment');
  spawnSync(PYTHON, ['-m', 'venv', '--without-pip', bare]);
  const own = await VsCode.start({ settings: { 'reachweaver.interpreter': join(bare, 'bin', 'python') } });
  context.after(() => own.stop());
  const editor = await own.open(workspace({ [FILE]: campaign('/notes') }), { file: FILE });
  await editor.expectStatus(/^ReachWeaver/);
  await editor.goBehind(written(campaign('/notes')), '"id": "no');
  await editor.run('ReachWeaver: Look Up Source');
  await editor.answer('What that needs is not there yet', 'Install');
  await editor.notification(/could not be installed: .*No module named pip/);
});
