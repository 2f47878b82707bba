// `npm test`: builds, checks and tests everything over one throwaway PostgreSQL, and counts. Its last line is "N passed, N failed".
// `npm test -- domain` runs only the tests of the packages whose name has `domain` in it; `npm test -- --affected` those of the packages that the
// changes since `main` reach, as Turborepo knows them. `npm run test:deep` is the same with TEST_DEEP set: more random input, larger sizes, and
// the suites of programs that the machine has. It leaves out the suites in a browser that are the same in both tiers.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { build, checkTypes } from './build.mjs';
import { run, runQuietly } from './child.mjs';
import { isThere, PROGRAMS, SERVERS } from './programs.cjs';
import { sumOf } from './results.mjs';
import { makeRunFolder } from './run-folder.mjs';
import { packagesOf, program, ROOT } from './workspace.mjs';

// Whatever happens, the last line counts: a reader, and a program, look there.
process.once('uncaughtException', (error) => {
  process.stdout.write(`${error instanceof Error ? error.stack : error}\n0 passed, 1 failed\n`);
  process.exit(1);
});

const require = createRequire(import.meta.url);
const words = process.argv.slice(2);
const parts = words.filter((word) => word !== '--affected');
const isDeep = process.env.TEST_DEEP !== undefined;

/** The names of the packages that the changes since `main` reach. The tests of the toolchain are about all of them. */
function affected() {
  const options = { cwd: ROOT, stdio: ['ignore', 'pipe', 2] };
  const found = execFileSync(program('turbo'), ['ls', '--affected', '--output=json'], options);
  return ['@worktrack/toolchain', ...JSON.parse(found).packages.items.map(({ name }) => name)];
}

const reached = words.includes('--affected') ? affected() : undefined;
const tested = packagesOf(ROOT).filter(
  ({ manifest: { name, scripts } }) =>
    scripts?.test &&
    (parts.length === 0 || parts.some((part) => name.includes(part))) &&
    (reached === undefined || reached.includes(name)),
);
if (tested.length === 0) throw new Error(`No package has ${parts.join(' or ')} in its name.`);
const hasE2e = tested.some(({ manifest }) => manifest.name === '@worktrack/e2e');

// The children get these signals too, and end; the servers that were started here are then stopped below.
let interruption;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (interruption ??= signal));

const checks = [];
const runs = [];
const notRun = [];
const check = async (name, work) => {
  if (interruption) return false;
  const passed = (await work()) === 0;
  checks.push({ name, passed });
  if (!passed) process.stdout.write(`${name} failed\n`);
  return passed;
};

/** Checks the sources at a low priority, while tests wait for deadlines or for the end of servers. Writes no file. */
async function checkSources() {
  const options = { cwd: ROOT, priority: constants.priority.PRIORITY_LOW };
  const tool = (name, ...words) => runQuietly(program(name), words, options);
  await check('lint', () => tool('oxlint', '-c', 'oxlint.config.mjs', '--deny-warnings', '.'));
  await check('format', () => tool('oxfmt', '--check', '.'));
}

/** Starts the PostgreSQL of all suites. */
function startPostgres() {
  const { startThrowawayPostgres } = require(path.join(ROOT, 'libs/embedded-postgres/dist/index.js'));
  return startThrowawayPostgres({
    // Half of the work of a connection by TCP.
    socket: true,
    settings: {
      // Suites run in several workers, each with servers that have pools.
      max_connections: '300',
      // Servers refuse a cluster without durability.
      'worktrack.allow_unsafe': 'on',
      // Indexes and copies of databases are not logged. Suites with a replica have clusters of their own.
      wal_level: 'minimal',
      max_wal_senders: '0',
      // The log is in memory, like all files of a run.
      max_wal_size: '128MB',
      min_wal_size: '32MB',
    },
  });
}

/** Returns a line for each suite of the deep tier that waits for a program or a server. */
const waiting = () => [
  ...Object.values(PROGRAMS)
    .filter((name) => !isThere(name))
    .map((name) => `not run: ${name}, this machine has no program of that name`),
  ...Object.entries(SERVERS)
    .filter(([, variable]) => process.env[variable] === undefined)
    .map(([name, variable]) => `not run: ${name}, ${variable} names none`),
];

const folder = makeRunFolder();
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
// Files that a suite does not remove are deleted with this folder. PostgreSQL, too, has its files there.
process.env.TMPDIR = path.join(folder, 'tmp');
mkdirSync(process.env.TMPDIR);

/** Runs jest over projects of the tested packages. */
async function test(...selection) {
  if (interruption) return;
  const report = path.join(folder, `report-${runs.length}.json`);
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const config = path.join(ROOT, 'libs/toolchain/all-packages.jest.cjs');
  const options = ['--config', config, '--json', '--outputFile', report, ...selection];
  // Jest writes its results to stderr.
  const settings = { cwd: ROOT, stdio: ['ignore', 1, 1], hasOwnGroup: true };
  runs.push({ report, code: await run(process.execPath, [jest, ...options], settings) });
}

let postgres;
let sources;
try {
  rmSync(path.join(ROOT, 'test-results'), { recursive: true, force: true }); // of earlier failures
  // Installs it while the compilers work.
  const browser = hasE2e ? findBrowser() : undefined;
  const isBuilt = await check('build', () => build());
  if (parts.length === 0) sources = checkSources();
  // The compiler can write outputs, so the tests wait for it.
  await check('types', checkTypes);
  const ignored = isDeep ? ['e2e-alone'] : [];
  if (hasE2e && (await browser) === undefined) {
    ignored.push('e2e-browser');
    if (process.env.CI || isDeep) await check('browser tests, no Chromium', () => 1);
    else notRun.push('not run: browser tests, no Chromium');
  }
  // A package that is not built is not tested: it then counts as one without a result.
  if (isBuilt && !interruption) {
    postgres = await startPostgres();
    process.env.TEST_DATABASE_URL = postgres.url;
    if (isDeep) notRun.push(...waiting());
    const folders = tested.map((one) => one.folder);
    const selected = require('./all-packages.jest.cjs').projects.filter(({ rootDir }) => folders.includes(rootDir));
    const names = selected.map(({ displayName }) => displayName).filter((name) => !ignored.includes(name));
    await test('--selectProjects', ...names);
    if (isDeep && hasE2e) await test('--selectProjects', 'e2e-alone', '--runInBand', '--passWithNoTests');
  }
} finally {
  await postgres?.leave();
  await sources;
}
const expected = tested.map((one) => path.relative(ROOT, one.folder));
const { lines, passed, failed } = sumOf({ checks, runs, expected });
if (interruption) process.exit(128 + constants.signals[interruption]);
for (const line of [...lines, ...notRun]) process.stdout.write(`${line}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
