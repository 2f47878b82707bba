// `npm run mutation` changes modules in small ways, one at a time, and each time runs their specs, of which one has to fail. It prints what no
// test sees, and the score of each group. `npm run mutation -- cursors` runs one group of those in groups.cjs.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ensureBuilt } from '../build.mjs';
import { run } from '../child.mjs';
import { npm } from '../installation.mjs';
import { ROOT } from '../workspace.mjs';
import { GROUPS } from './groups.cjs';

const asked = process.argv.slice(2);
const groups = asked.length > 0 ? asked : Object.keys(GROUPS);
const unknown = groups.filter((group) => !Object.hasOwn(GROUPS, group));
if (unknown.length > 0) throw new Error(`There is no group ${unknown.join(', ')}: ${Object.keys(GROUPS).join(', ')}.`);

await ensureBuilt('@worktrack/embedded-postgres');
// Apart from the packages of the workspace: only this command needs the program.
const here = path.join(ROOT, 'libs/toolchain/mutation');
const stryker = path.join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const options = ['--prefix', here, '--ignore-scripts', '--no-audit', '--no-fund'];
if (!existsSync(stryker) && (await npm(here, ['ci', ...options])) !== 0) process.exit(1);

const { startThrowawayPostgres } = createRequire(import.meta.url)('../../embedded-postgres/dist/index.js');
const postgres = await startThrowawayPostgres({ settings: { max_connections: '300', 'worktrack.allow_unsafe': 'on' } });
const env = {
  TEST_DATABASE_URL: postgres.url,
  // The names of random tests contain it, so it must be the same for all mutants.
  SEED: process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 31)),
};
const failed = [];
for (const group of groups) {
  process.stdout.write(`Mutants of ${group} (SEED=${env.SEED})\n`);
  const options = { cwd: ROOT, env: { ...env, MUTATION_GROUP: group } };
  if ((await run(process.execPath, [stryker, 'run', path.join(here, 'stryker.config.cjs')], options)) !== 0)
    failed.push(group);
}
await postgres.leave();
if (failed.length > 0) process.stdout.write(`failed: ${failed.join(', ')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
