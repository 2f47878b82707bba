import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FIGURES, figuresIn, merged, PAGE, pageWith, suiteOf, tableOf } from './figures.mjs';
import { suiteOfGroup } from './mutation-score.mjs';
import { GROUPS } from './mutation/modules.mjs';
import { readJson, ROOT } from './workspace.mjs';

const ofStorm = { day: '2026-01-02', seed: 7, figures: { 'requests sent': { sum: 20 } } };
const ofKills = { day: '2026-01-02', seed: 8, figures: { kills: { sum: 3 }, 'requests sent': { sum: 1_000 } } };

describe('The figures that suites leave', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'figures-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are added up for each suite, or the largest is taken', () => {
    const about = { suite: 'reliability/storm', seed: 7, day: '2026-01-02' };
    const lines = (...some) => some.map((line) => `${JSON.stringify({ ...about, ...line })}\n`).join('');
    writeFileSync(
      path.join(folder, '1.jsonl'),
      lines(
        { figure: 'requests sent', kind: 'sum', value: 5 },
        { figure: 'longest', kind: 'most', value: 9 },
        { figure: 'longest', kind: 'most', value: 4 },
        { suite: 'reliability/kills', figure: 'lost', kind: 'sum', value: 0 },
      ),
    );
    writeFileSync(path.join(folder, '2.jsonl'), lines({ figure: 'requests sent', kind: 'sum', value: 15 }));
    expect(figuresIn(folder)).toEqual({
      'reliability/storm': {
        day: '2026-01-02',
        seed: 7,
        figures: { 'requests sent': { sum: 20 }, longest: { most: 9 } },
      },
      'reliability/kills': { day: '2026-01-02', seed: 7, figures: { lost: { sum: 0 } } },
    });
  });

  it('are none when the folder is not there', () => {
    expect(figuresIn(path.join(folder, 'absent'))).toEqual({});
  });
});

describe('The name of a suite', () => {
  it.each([
    'apps/e2e/src/reliability/storm.e2e.ts',
    'src/reliability/storm.own-server.e2e.ts',
    'reliability/storm.e2e.ts',
  ])('is found in %s', (file) => {
    expect(suiteOf(file)).toBe('reliability/storm');
  });
});

describe('Kept figures', () => {
  const kept = { 'reliability/storm': ofStorm, 'reliability/gone': ofKills };

  it('are replaced by those of the same suite', () => {
    const found = { 'reliability/storm': { ...ofStorm, seed: 9 } };
    expect(merged(kept, found, [], false)).toEqual({ ...kept, ...found });
  });

  it('stay when the suite failed', () => {
    expect(merged(kept, { 'reliability/storm': { ...ofStorm, seed: 9 } }, ['reliability/storm'], false)).toEqual(kept);
    expect(merged({}, { 'reliability/storm': ofStorm }, ['reliability/storm'], false)).toEqual({});
  });

  it('go when every suite ran, and theirs no longer exists', () => {
    expect(merged(kept, { 'reliability/storm': ofStorm }, [], true)).toEqual({ 'reliability/storm': ofStorm });
    expect(merged(kept, {}, ['reliability/storm'], true)).toEqual({ 'reliability/storm': ofStorm });
  });
});

describe('The table of figures', () => {
  it('has the total of each figure and the seed of each suite', () => {
    expect(tableOf({ kills: ofKills, storm: ofStorm })).toBe(
      [
        '| Figure        | Last deep run | Suites           |',
        '| ------------- | ------------- | ---------------- |',
        '| kills         | 3             | `kills`          |',
        '| requests sent | 1,020         | `kills`, `storm` |',
        '',
        '| Suite   | Day        | Seed |',
        '| ------- | ---------- | ---- |',
        '| `kills` | 2026-01-02 | 8    |',
        '| `storm` | 2026-01-02 | 7    |',
      ].join('\n'),
    );
  });

  it('is, on the page, that of the kept figures', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect(pageWith(page, readJson(FIGURES))).toBe(page);
  });

  it('names only suites that exist', () => {
    const folders = ['apps/e2e/src', 'packages/adapter-postgres/src'];
    const sources = folders.flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true }));
    const suites = [...sources.map((file) => suiteOf(file)), ...Object.keys(GROUPS).map(suiteOfGroup)];
    expect(Object.keys(readJson(FIGURES)).filter((name) => !suites.includes(name))).toEqual([]);
  });

  it('needs its place on the page', () => {
    expect(() => pageWith('# Reliability', {})).toThrow('docs/reliability.md has no place for the table of figures.');
  });
});
