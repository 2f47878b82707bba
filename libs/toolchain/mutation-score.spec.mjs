import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figuresIn } from './figures.mjs';
import { countsOf, leaveFigures, scoreOf, survivorsIn } from './mutation-score.mjs';
import { GROUPS } from './mutation/modules.mjs';
import { readJson, ROOT } from './workspace.mjs';

const mutant = (status, line = 1) => ({
  status,
  mutatorName: 'BooleanLiteral',
  replacement: 'tr\n  ue',
  location: { start: { line, column: 1 } },
});

describe('The modules that mutants change', () => {
  const parts = Object.values(GROUPS).flat();

  it('are there, and so are their specs, in packages in which the specs run', () => {
    const files = parts.flatMap(({ modules, specs }) => [...modules, ...specs]);
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    expect(files.filter((file) => !/^(libs|packages)\//.test(file))).toEqual([]);
  });

  it('are changed once each', () => {
    const modules = parts.flatMap((part) => part.modules);
    expect(new Set(modules).size).toBe(modules.length);
  });

  it('have four groups', () => {
    expect(Object.keys(GROUPS)).toEqual(['authorisation', 'idempotency', 'concurrency', 'cursors']);
  });
});

describe('The program that makes mutants', () => {
  it('is pinned, with all that it brings', () => {
    const { dependencies } = readJson(path.join(ROOT, 'libs/toolchain/mutation/package.json'));
    const { packages } = readJson(path.join(ROOT, 'libs/toolchain/mutation/package-lock.json'));
    for (const [name, version] of Object.entries(dependencies)) {
      expect(packages[`node_modules/${name}`].version).toBe(version);
    }
    const { '': own, ...others } = packages;
    expect(own.dependencies).toEqual(dependencies);
    expect(Object.values(others).filter(({ integrity }) => !/^sha512-/.test(integrity))).toEqual([]);
    expect(Object.entries(others).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  });
});

describe('The score', () => {
  const files = {
    'a.ts': { source: 'one\n  two\n', mutants: ['Killed', 'Timeout', 'Survived'].map((status) => mutant(status, 2)) },
    'b.ts': { source: 'three', mutants: ['NoCoverage', 'RuntimeError', 'Ignored', 'Killed'].map((one) => mutant(one)) },
  };

  it('counts what a test has seen among all that ran or that no test reaches', () => {
    expect(countsOf(files)).toEqual({ mutants: 5, seen: 3 });
    expect(scoreOf({ mutants: 5, seen: 3 })).toBe(60);
  });

  it('is never rounded up to the least score', () => {
    expect(scoreOf({ mutants: 100_000, seen: 84_999 })).toBe(84.9);
    expect(scoreOf({ mutants: 20, seen: 17 })).toBe(85);
  });

  it('comes with the place of each mutant that no test has seen', () => {
    expect(survivorsIn(files)).toEqual([
      'a.ts:2: no test sees BooleanLiteral tr ue in: two',
      'b.ts:1: no test reaches BooleanLiteral tr ue in: three',
    ]);
  });

  it('is left among the figures of the deep tier', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
    try {
      leaveFigures(folder, 'cursors', { mutants: 20, seen: 18 }, 7);
      leaveFigures(folder, 'idempotency', { mutants: 10, seen: 10 }, 7);
      const { 'mutation/cursors': cursors, 'mutation/idempotency': idempotency } = figuresIn(folder);
      expect(cursors).toMatchObject({
        seed: 7,
        figures: {
          mutants: { sum: 20 },
          'mutants seen': { sum: 18 },
          'mutation score of cursors, percent': { most: 90 },
        },
      });
      expect(idempotency.figures['mutation score of idempotency, percent']).toEqual({ most: 100 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
