import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { figures } from '../kit/figures.js';
import { seed } from '../kit/random.js';
import { GUARDS, SELF_TESTED, type Guard } from './guards.js';
import { editOf, ROOT, runWithout } from './run-without.js';

const isDeep = process.env.TEST_DEEP !== undefined;

const source = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const occurrences = (text: string, part: string): number => text.split(part).length - 1;

describe('A guard', () => {
  it('has a name of its own', () => {
    const names = [...GUARDS, ...SELF_TESTED].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(GUARDS)('is in one place, and has its test: $name', (guard) => {
    const { file, from } = editOf(guard);
    expect(occurrences(source(file), from)).toBe(1);
    const { test } = guard;
    // A test of a table has the beginning of its name in the sources, and the rest in the table.
    const [beginning = ''] = test.name.split(': ');
    expect(source(test.file)).toContain(beginning);
    expect(source(test.file)).toContain(test.row ?? beginning);
  });

  it.each(SELF_TESTED)('that is in many places has a suite that takes each away: $name', ({ suite, test }) => {
    expect(existsSync(path.join(ROOT, suite))).toBe(true);
    expect(source(suite)).toContain(`'${test}'`);
  });
});

/** Guards whose tests need no database. */
const CHEAP = GUARDS.filter(({ test }) => !test.file.startsWith('packages/adapter-postgres/'));

/** One guard in the gate, another in each run; all of them in the deep tier. `GUARD=` chooses those with this text in their names. */
function taken(): readonly Guard[] {
  const { GUARD } = process.env;
  if (GUARD !== undefined) return GUARDS.filter(({ name }) => name.includes(GUARD));
  return isDeep ? GUARDS : [CHEAP[seed % CHEAP.length]!];
}

describe('docs/security.md', () => {
  const rows = [...source('docs/security.md').matchAll(/^\| (T\d+) .*\| (.*?) +\|$/gm)];

  it('lists of each threat the guards that are taken away, or says why there is none', () => {
    const listed = rows.map(([, threat, guards]) => ({ threat, guards }));
    const expected = listed.map(({ threat = '' }) => {
      const names = [...GUARDS, ...SELF_TESTED]
        .filter(({ threats }) => threats.includes(threat))
        .map(({ name }) => name);
      const guards = names.length > 0 ? names.join('; ') : (expect.stringMatching(/^open: .{20,}$/) as string);
      return { threat, guards };
    });
    expect(listed).toHaveLength(47);
    expect(listed).toEqual(expected);
  });
});

describe('Without its guard', () => {
  it.each(taken())(
    'the test fails, and says why: $name',
    async (guard) => {
      figures.add('guards removed', 1);
      const { passed, failed, said } = await runWithout(guard);
      expect({ passed, said }).toEqual({ passed: 0, said: expect.stringMatching(guard.test.says) as string });
      expect(failed).toBeGreaterThan(0);
      figures.add('guards whose removal was seen', 1);
    },
    300_000,
  );
});
