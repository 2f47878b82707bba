// Sums up a test run from the result files of its suites.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readJson } from './workspace.mjs';

/**
 * Adds up checks and suites. Nothing may be skipped: a test that did not run counts as failed, as does a suite that
 * left no result, or a run that ended badly although every result was good.
 * @param checks `{name, passed}` of each
 * @param results `{suite, passed, failed, pending}` of each jest run
 * @param expected the names of the suites that should have left a result
 * @param endedWell whether the command that ran them all succeeded
 */
export function tallyOf({ checks, results, expected, endedWell }) {
  const rows = [
    ...checks.map(({ name, passed }) => ({ name, passed: passed ? 1 : 0, failed: passed ? 0 : 1 })),
    ...results.map(({ suite, passed, failed, pending }) => ({ name: suite, passed, failed: failed + pending })),
    ...expected
      .filter((suite) => !results.some((result) => result.suite === suite))
      .map((suite) => ({ name: `${suite} (left no result)`, passed: 0, failed: 1 })),
  ];
  if (!endedWell && rows.slice(checks.length).every(({ failed }) => failed === 0)) {
    rows.push({ name: 'a suite ended badly after its tests', passed: 0, failed: 1 });
  }
  const sum = (which) => rows.reduce((total, row) => total + row[which], 0);
  return { rows, passed: sum('passed'), failed: sum('failed') };
}

/**
 * Returns the names of the suites that a package has: its jest projects, or one suite with the name of its folder. Each of them must
 * leave a result: a project whose files nobody finds would pass otherwise.
 */
export function suitesOf(folder) {
  const { projects } = createRequire(import.meta.url)(path.join(folder, 'jest.config.cjs'));
  return projects?.map(({ displayName }) => displayName) ?? [path.basename(folder)];
}

/** Reads the results in a folder, and the lines about suites that did not run. */
export function leftIn(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const notRun = path.join(folder, 'not-run.txt');
  return {
    results: files.map((name) => readJson(path.join(folder, name))),
    notRun: existsSync(notRun) ? readFileSync(notRun, 'utf8').trimEnd().split('\n') : [],
  };
}

/** The most lines of one test file's message: the rest is further up in the output. */
const LINES_OF_A_FAILURE = 60;

/**
 * Describes the failures, to be printed again at the end: a reader of thousands of lines looks there first.
 * @param results those of `leftIn`
 */
export function failuresOf(results) {
  return results.flatMap(({ suite, failures = [] }) =>
    failures.map(({ file, seeds, message }) => {
      const lines = stripVTControlCharacters(message).trim().split('\n');
      return [`failed: ${suite}, ${[file, ...seeds].join(', ')}`, ...lines.slice(0, LINES_OF_A_FAILURE)].join('\n');
    }),
  );
}
