import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sumOf } from './results.mjs';
import { ROOT } from './workspace.mjs';

describe('The sum of a test run', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'results-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A suite as jest reports it. */
  const suite = (file, { passed = 0, failed = 0, skipped = 0, status = failed > 0 ? 'failed' : 'passed' }) => ({
    name: path.join(ROOT, file),
    status,
    assertionResults: [
      ...Array(passed).fill({ status: 'passed' }),
      ...Array(failed).fill({ status: 'failed', fullName: 'A Sprint ends' }),
      ...Array(skipped).fill({ status: 'pending' }),
    ],
  });
  const run = (code, ...testResults) => {
    const report = path.join(folder, `${Math.random()}.json`);
    writeFileSync(report, JSON.stringify({ testResults }));
    return { report, code };
  };
  const lastLine = ({ checks = [], runs = [], expected = [] }) => {
    const { passed, failed } = sumOf({ checks, runs, expected });
    return `${passed} passed, ${failed} failed`;
  };
  const DOMAIN = 'packages/domain/src/a.spec.ts';

  it('adds up checks and suites, and has a line for each package', () => {
    const checks = [
      { name: 'lint', passed: true },
      { name: 'format', passed: false },
    ];
    const runs = [
      run(1, suite(DOMAIN, { passed: 4 }), suite('packages/domain/src/b.spec.ts', { passed: 2, failed: 1 })),
    ];
    expect(sumOf({ checks, runs, expected: ['packages/domain'] })).toEqual({
      lines: [
        'lint: 1 passed, 0 failed',
        'format: 0 passed, 1 failed',
        'packages/domain: 6 passed, 1 failed',
        'failed: packages/domain/src/b.spec.ts: A Sprint ends',
      ],
      passed: 7,
      failed: 2,
    });
  });

  it('counts what was skipped as failed', () => {
    expect(lastLine({ runs: [run(0, suite(DOMAIN, { passed: 10, skipped: 4 }))] })).toBe('10 passed, 4 failed');
  });

  it('counts a suite that could not be loaded, or that crashed after its tests', () => {
    const crashed = suite(DOMAIN, { status: 'failed' });
    const badEnd = suite('libs/keyset/src/b.spec.ts', { passed: 3, status: 'failed' });
    expect(lastLine({ runs: [run(1, crashed, badEnd)] })).toBe('3 passed, 2 failed');
  });

  it('counts a package that left no result', () => {
    const runs = [run(0, suite(DOMAIN, { passed: 10 }))];
    expect(lastLine({ runs, expected: ['packages/domain', 'apps/e2e'] })).toBe('10 passed, 1 failed');
  });

  it('counts a run that left no report, and one that ended badly after good results', () => {
    const good = suite(DOMAIN, { passed: 10 });
    expect(lastLine({ runs: [run(0, good), { report: '/nowhere.json', code: 'SIGKILL' }] })).toBe(
      '10 passed, 1 failed',
    );
    expect(lastLine({ runs: [run(1, good)] })).toBe('10 passed, 1 failed');
    const checks = [{ name: 'lint', passed: false }];
    expect(lastLine({ checks, runs: [run('SIGTERM', good)] })).toBe('10 passed, 2 failed');
  });
});
