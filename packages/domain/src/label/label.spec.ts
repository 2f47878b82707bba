import { refusalOf } from '../testing/index.js';
import { LabelName, assertRoomForLabel } from './label.js';

describe('The name of a label', () => {
  it.each([
    ['Frontend', 'frontend'],
    ['  Frontend \u0085', 'frontend'],
    ['Two  Words', 'two  words'],
    ['ÉCLAIR', 'éclair'],
    ['ΟΔΟΣ', 'οδος'],
    ['😀', '😀'],
    ['10000000-0000-4000-8000-00000000000A', '10000000-0000-4000-8000-00000000000a'],
  ])('%j is kept as %j', (text, name) => {
    expect(LabelName.parse(text)).toBe(name);
    expect(LabelName.parse(name)).toBe(name);
  });

  it('has 1 to 100 code points, trimmed', () => {
    expect(LabelName.parse(` ${'😀'.repeat(100)} `)).toBe('😀'.repeat(100));
    expect(LabelName.parse('😀'.repeat(101))).toBeUndefined();
    expect(LabelName.parse('')).toBeUndefined();
    expect(LabelName.parse(' \u3000\n')).toBeUndefined();
  });

  it('is measured before it is lower-cased, which may lengthen it', () => {
    expect(LabelName.parse('İ'.repeat(100))).toBe('i\u0307'.repeat(100));
    expect(LabelName.parse('İ'.repeat(101))).toBeUndefined();
  });

  it.each(['a\u0000', '\ud83d', 'a\udc00b'])('is never %j, which cannot be stored', (text) => {
    expect(LabelName.parse(text)).toBeUndefined();
  });
});

describe('The labels of a Project', () => {
  it('are at most 2,000', () => {
    const attempt = (labels: number) => () => {
      assertRoomForLabel(labels);
    };
    expect([0, 1_999].map((labels) => refusalOf(attempt(labels)))).toEqual([undefined, undefined]);
    expect([2_000, 2_001].map((labels) => refusalOf(attempt(labels)))).toEqual(['CONFLICT', 'CONFLICT']);
    expect(attempt(2_000)).toThrow(/The Project has 2000 labels or more/);
  });
});
