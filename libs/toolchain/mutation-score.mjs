// The mutation score of the modules that libs/toolchain/mutation/modules.mjs lists: a program changes them in small ways, one at a time,
// and each time runs their fast specs, of which one has to fail. Part of the deep tier. By hand, of all groups or of some:
// `node libs/toolchain/mutation-score.mjs cursors`.
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './built.mjs';
import { run } from './child.mjs';
import { cacheOptions, npm } from './installation.mjs';
import { GROUPS } from './mutation/modules.mjs';
import { readJson, ROOT } from './workspace.mjs';

/** The least score of each group, in percent. */
export const LEAST_SCORE = 85;

/** The package with the program: a manifest and a lock file of its own. */
const PACKAGE = path.join(ROOT, 'libs', 'toolchain', 'mutation');

/** Mutants that run at once: one for each core of the machine that the times in the documents are for. */
const AT_ONCE = 2;

/**
 * Installs the program below `folder`.
 * @returns the folder of its packages
 * @throws Error with the reason when that fails
 */
export async function installMutationProgram(folder) {
  const place = path.join(folder, 'mutation-program');
  mkdirSync(place, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    copyFileSync(path.join(PACKAGE, name), path.join(place, name));
  }
  const options = ['--prefix', place, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code } = await npm(place, ['ci', ...options, ...cacheOptions(path.join(place, 'cache'))]);
  if (code !== 0) throw new Error(`npm ci of the program ended with ${code}`);
  return path.join(place, 'node_modules');
}

/**
 * Runs the mutants of a group, part by part, and prints those that no test has seen.
 * @param program what `installMutationProgram` resolved to
 * @param scratch a folder for the copies of the sources
 * @param env the environment of the specs: TEST_DATABASE_URL names a PostgreSQL that may be filled
 * @returns the counts of `countsOf`
 */
export async function runMutants(group, { program, scratch, env, seed }) {
  const counts = [];
  for (const [index, part] of GROUPS[group].entries()) {
    const folder = path.join(scratch, `${group}-${index}`);
    mkdirSync(folder, { recursive: true });
    const report = path.join(folder, 'report.json');
    const config = path.join(folder, 'stryker.config.json');
    writeFileSync(config, JSON.stringify(configurationOf(part, { program, folder, report })));
    const main = path.join(program, '@stryker-mutator', 'core', 'bin', 'stryker.js');
    const outcome = await run(process.execPath, [main, 'run', config], {
      cwd: ROOT,
      env: { ...env, SEED: String(seed), MUTATION_SPECS: JSON.stringify(part.specs) },
      stdio: ['ignore', 'ignore', 2],
      hasOwnGroup: true,
      // A suite of the deep tier that measures latency runs at the same time.
      priority: constants.priority.PRIORITY_LOW,
    });
    if (outcome !== 0) throw new Error(`the mutants of ${group}, part ${index + 1}, ended with ${outcome}`);
    const { files } = readJson(report);
    for (const line of survivorsIn(files)) process.stdout.write(`${line}\n`);
    counts.push(countsOf(files));
  }
  return counts.reduce((sum, one) => ({ mutants: sum.mutants + one.mutants, seen: sum.seen + one.seen }));
}

function configurationOf({ modules }, { program, folder, report }) {
  return {
    mutate: modules,
    testRunner: 'jest',
    plugins: [path.join(program, '@stryker-mutator', 'jest-runner', 'dist', 'src', 'index.js')],
    jest: { configFile: 'libs/toolchain/mutation/jest.config.cjs', enableFindRelatedTests: false },
    coverageAnalysis: 'perTest',
    // Constants of a module are computed once, before any test: each of their mutants would run all tests. Most are texts of SQL.
    ignoreStatic: true,
    concurrency: AT_ONCE,
    // Specs with PostgreSQL wait for it, and the machine may be busy.
    timeoutMS: 6_000,
    timeoutFactor: 3,
    tempDirName: path.join(folder, 'copies'),
    ignorePatterns: ['**', '!libs/**', '!packages/**', '!package.json', 'dist'],
    reporters: ['json'],
    jsonReporter: { fileName: report },
    disableTypeChecks: false,
    allowConsoleColors: false,
  };
}

const SEEN = ['Killed', 'Timeout'];
const UNSEEN = ['Survived', 'NoCoverage'];

/**
 * Counts the mutants in the files of a report: all that ran or that no test reaches, and those that a test has seen. A mutant with which the
 * module does not load is not counted.
 */
export function countsOf(files) {
  const states = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const seen = states.filter((status) => SEEN.includes(status)).length;
  return { mutants: seen + states.filter((status) => UNSEEN.includes(status)).length, seen };
}

/** The score of such counts in percent, with one digit behind the point, rounded down. */
export const scoreOf = ({ mutants, seen }) => Math.floor((1_000 * seen) / mutants) / 10;

/** A line for each mutant that no test has seen, by its place. */
export function survivorsIn(files) {
  return Object.entries(files).flatMap(([file, { mutants, source }]) =>
    mutants
      .filter(({ status }) => UNSEEN.includes(status))
      .map(({ status, mutatorName, replacement, location: { start } }) => {
        const line = source.split('\n')[start.line - 1].trim();
        const how = status === 'NoCoverage' ? 'no test reaches' : 'no test sees';
        return `${file}:${start.line}: ${how} ${mutatorName} ${replacement.replace(/\s+/g, ' ')} in: ${line}`;
      }),
  );
}

/** Returns the name under which the figures of a group are kept. */
export const suiteOfGroup = (group) => `mutation/${group}`;

/** Leaves the figures of a group for `keepFigures`. */
export function leaveFigures(folder, group, counts, seed) {
  const common = { suite: suiteOfGroup(group), seed, day: new Date().toISOString().slice(0, 10) };
  const lines = [
    { figure: 'mutants', kind: 'sum', value: counts.mutants },
    { figure: 'mutants seen', kind: 'sum', value: counts.seen },
    { figure: `mutation score of ${group}, percent`, kind: 'most', value: scoreOf(counts) },
  ];
  for (const line of lines) {
    appendFileSync(path.join(folder, 'mutation.jsonl'), `${JSON.stringify({ ...common, ...line })}\n`);
  }
}

/**
 * Runs a group and checks its score.
 * @param figures a folder for `leaveFigures`
 * @returns 0 when the score is reached, else 1: as an exit code
 */
export async function checkGroup(group, { figures, seed, ...more }) {
  const counts = await runMutants(group, { ...more, seed });
  const score = scoreOf(counts);
  process.stdout.write(`mutation score of ${group}: ${score} %, ${counts.seen} of ${counts.mutants} (SEED=${seed})\n`);
  if (score < LEAST_SCORE) return 1;
  leaveFigures(figures, group, counts, seed);
  return 0;
}

/** The seed of the random tests: their names contain it, so it must be the same for all mutants. */
export const seedOfMutants = () => Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Checks these groups, or all, with a PostgreSQL of its own. Returns 0 when all scores are reached, else 1. */
async function checkByHand(asked) {
  const groups = asked.length > 0 ? asked : Object.keys(GROUPS);
  const unknown = groups.filter((group) => !Object.hasOwn(GROUPS, group));
  if (unknown.length > 0)
    throw new Error(`There is no group ${unknown.join(', ')}: ${Object.keys(GROUPS).join(', ')}.`);
  if (!(await ensureBuilt('@worktrack/embedded-postgres'))) throw new Error('Without PostgreSQL there is no test.');
  const main = path.join(ROOT, 'libs/embedded-postgres/dist/index.js');
  const { startThrowawayPostgres } = createRequire(import.meta.url)(main);
  const settings = { max_connections: '300', 'worktrack.allow_unsafe': 'on' };
  const scratch = mkdtempSync(path.join(tmpdir(), 'worktrack-mutants-'));
  const postgres = await startThrowawayPostgres({ settings });
  try {
    const program = await installMutationProgram(scratch);
    const env = { TEST_DATABASE_URL: postgres.url, TEST_RUN_ID: 'mutants' };
    const common = { program, scratch, env, figures: process.env.TEST_FIGURES_DIR ?? scratch, seed: seedOfMutants() };
    let failed = 0;
    for (const group of groups) failed |= await checkGroup(group, common);
    return failed;
  } finally {
    await postgres.leave();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  void checkByHand(process.argv.slice(2)).then((outcome) => {
    process.exitCode = outcome;
  });
}
