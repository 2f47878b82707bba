// Sums up a test run from what jest reported.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readJson, ROOT } from './workspace.mjs';

/**
 * Adds up checks and reports. Nothing may be skipped: a test that did not run counts as failed, as does a suite that crashed, a package
 * without a result, a run without a report, and one that ended badly although every result was good.
 * @param checks `{name, passed}` of each
 * @param runs `{report, code}` of each run of jest: the file that it should have written, and its exit code
 * The lines name each failed test again: the texts of the failures are far above them.
 * @param expected the folders of the packages that should have a result
 */
export function sumOf({ checks, runs, expected }) {
  const rows = new Map(checks.map(({ name, passed }) => [name, { passed: Number(passed), failed: Number(!passed) }]));
  const failures = [];
  const fail = (name) => rows.set(name, { passed: 0, failed: 1 });
  for (const { report, code } of runs) {
    const { testResults = [] } = existsSync(report) ? readJson(report) : {};
    const failedBefore = failuresIn(rows);
    for (const { name: file, status, assertionResults } of testResults) {
      const folder = path.relative(ROOT, file).split(path.sep).slice(0, 2).join('/');
      const row = rows.get(folder) ?? { passed: 0, failed: 0 };
      const passed = assertionResults.filter((test) => test.status === 'passed').length;
      const names = assertionResults.filter((test) => test.status !== 'passed').map((test) => `: ${test.fullName}`);
      // A suite that could not be loaded, or whose teardown failed, has no failed test.
      if (names.length > 0 || status === 'failed') {
        const suite = `failed: ${path.relative(ROOT, file)}`;
        failures.push(...(names.length > 0 ? names.map((name) => suite + name) : [suite]));
      }
      const failed = Math.max(assertionResults.length - passed, status === 'failed' ? 1 : 0);
      rows.set(folder, { passed: row.passed + passed, failed: row.failed + failed });
    }
    if (!existsSync(report)) fail('a run that left no report');
    else if (code !== 0 && failuresIn(rows) === failedBefore) fail('a run that ended badly after its tests');
  }
  for (const folder of expected) if (!rows.has(folder)) fail(`${folder} (left no result)`);
  const lines = [...rows].map(([name, { passed, failed }]) => `${name}: ${passed} passed, ${failed} failed`);
  lines.push(...failures);
  return { lines, passed: [...rows.values()].reduce((sum, row) => sum + row.passed, 0), failed: failuresIn(rows) };
}

const failuresIn = (rows) => [...rows.values()].reduce((sum, { failed }) => sum + failed, 0);
