import fc from 'fast-check';
import { wordDiff } from './word-diff.js';

/** `SEED=<number>` repeats a run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

const shown = (before: string, after: string): string =>
  wordDiff(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind])
    .join('');

describe('The difference of two texts', () => {
  it.each([
    ['Two coats of paint.', 'Three coats of paint.', '[-Two-]{+Three+} coats of paint.'],
    ['Two coats.', 'Two thick coats.', 'Two {+thick +}coats.'],
    ['Two thick coats.', 'Two coats.', 'Two [-thick -]coats.'],
    ['', 'New', '{+New+}'],
    ['Old', '', '[-Old-]'],
    ['Same\ntext', 'Same\ntext', 'Same\ntext'],
    ['', '', ''],
  ])('from %j to %j', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  it(`gives back both texts, whatever they are (SEED=${seed})`, () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'é', ' ', '\n', '.', '🚪'), { maxLength: 60 })
      .map((some) => some.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after);
        const of = (kind: string) => parts.filter((part) => part.kind !== kind).map((part) => part.text);
        expect(of('added').join('')).toBe(before);
        expect(of('removed').join('')).toBe(after);
      }),
      { seed },
    );
  });

  it('of two long texts that have nothing in common is one text in the place of the other', () => {
    const [before, after] = ['a ', 'b\n'].map((word) => word.repeat(30_000)) as [string, string];
    expect(wordDiff(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
