import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { failuresOf, leftIn, suitesOf, tallyOf } from './tally.mjs';
import { ROOT } from './workspace.mjs';

const sumOf = (run) => {
  const { passed, failed } = tallyOf({ checks: [], results: [], expected: [], endedWell: true, ...run });
  return `${passed} passed, ${failed} failed`;
};
const domain = { suite: 'domain', passed: 10, failed: 0, pending: 0 };

describe('The sum of a test run', () => {
  it('adds up checks and suites', () => {
    const checks = [
      { name: 'lint', passed: true },
      { name: 'format', passed: false },
    ];
    const results = [domain, { suite: 'keyset', passed: 3, failed: 2, pending: 0 }];
    expect(sumOf({ checks, results, expected: ['domain', 'keyset'], endedWell: false })).toBe('14 passed, 3 failed');
  });

  it('counts what was skipped as failed', () => {
    expect(sumOf({ results: [{ ...domain, pending: 4 }], expected: ['domain'] })).toBe('10 passed, 4 failed');
  });

  it('counts a suite that left no result', () => {
    expect(sumOf({ results: [domain], expected: ['domain', 'e2e'], endedWell: false })).toBe('10 passed, 1 failed');
  });

  it('counts a run that ended badly after good results', () => {
    expect(sumOf({ results: [domain], expected: ['domain'], endedWell: false })).toBe('10 passed, 1 failed');
  });

  it('counts that also when a check failed, which is another matter', () => {
    const checks = [{ name: 'lint', passed: false }];
    expect(sumOf({ checks, results: [domain], expected: ['domain'], endedWell: false })).toBe('10 passed, 2 failed');
  });
});

describe('What the suites left behind', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tally-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is one result a file, and the lines of what did not run', () => {
    writeFileSync(path.join(folder, 'domain-1.json'), JSON.stringify(domain));
    writeFileSync(path.join(folder, 'not-run.txt'), 'not run: redis, no server\nnot run: s3, no server\n');
    expect(leftIn(folder)).toEqual({
      results: [domain],
      notRun: ['not run: redis, no server', 'not run: s3, no server'],
    });
  });
});

describe('What failed', () => {
  it('is reported with its suite, its file, its seed and the expected value', () => {
    const failures = [
      { file: 'src/a.spec.ts', seeds: ['SEED=7'], message: '\u001b[1m  ● adds\n\n  expected 1\u001b[22m\n' },
    ];
    expect(failuresOf([domain, { ...domain, suite: 'keyset', failed: 1, failures }])).toEqual([
      'failed: keyset, src/a.spec.ts, SEED=7\n● adds\n\n  expected 1',
    ]);
  });

  it('is reported in at most sixty lines per file', () => {
    const failures = [{ file: 'a', seeds: [], message: Array.from({ length: 500 }, (_, line) => line).join('\n') }];
    expect(failuresOf([{ ...domain, failures }])[0].split('\n')).toHaveLength(61);
  });
});

describe('The suites that must leave a result', () => {
  const e2e = path.join(ROOT, 'apps/e2e');
  const given = { ...process.env };
  beforeEach(() => {
    jest.resetModules();
    delete process.env.TEST_BROWSER;
    delete process.env.TEST_DEEP;
  });
  afterEach(() => Object.assign(process.env, given));

  it('are all jest projects of a package, so that none can be lost by a wrong pattern', () => {
    expect(suitesOf(e2e)).toEqual(['e2e', 'e2e-own-server', 'e2e-one-connection', 'e2e-browser']);
  });

  it('include those that run alone in the deep tier', () => {
    process.env.TEST_DEEP = '1';
    const all = ['e2e', 'e2e-own-server', 'e2e-alone', 'e2e-endurance', 'e2e-one-connection', 'e2e-browser'];
    expect(suitesOf(e2e)).toEqual(all);
  });

  it('do not include those in a browser where the machine has none', () => {
    process.env.TEST_BROWSER = 'none';
    expect(suitesOf(e2e)).toEqual(['e2e', 'e2e-own-server', 'e2e-one-connection']);
  });

  it('are one suite with the name of the folder where a package has no projects', () => {
    expect(suitesOf(path.join(ROOT, 'libs/keyset'))).toEqual(['keyset']);
  });
});
