import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { fingerprintOf } from './fingerprint.js';

/** `SEED=<number>` repeats a run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Any character but half of a surrogate pair. fast-check's own `binary` takes a second to build its table. */
const character = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));

/** Sorts the members of each object for `JSON.stringify`. */
const sorted = (_: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

const hex = (parts: unknown) => fingerprintOf(parts).toString('hex');

describe('The identity of a request', () => {
  it('does not depend on the order of members, at any depth', () => {
    expect(hex({ a: 1, b: { c: 2, d: [3] } })).toBe(hex({ b: { d: [3], c: 2 }, a: 1 }));
  });

  it('takes an absent member and an undefined one as the same, and null as another', () => {
    expect(hex({ a: 1, b: undefined })).toBe(hex({ a: 1 }));
    expect(hex({ a: 1, b: null })).not.toBe(hex({ a: 1 }));
  });

  it('takes an instant by its value', () => {
    expect(hex({ at: new Date(5) })).toBe(hex({ at: new Date(5) }));
    expect(hex({ at: new Date(5) })).not.toBe(hex({ at: new Date(6) }));
  });

  it('depends on the order of elements, and on every value', () => {
    expect(hex([1, 2])).not.toBe(hex([2, 1]));
    expect(hex({ a: '1' })).not.toBe(hex({ a: 1 }));
  });

  it(`is that of its JSON with sorted members, as earlier releases have stored it (SEED=${seed})`, () => {
    const name = fc.oneof(
      fc.constantFrom('id', 'to"JSON', 'é', '__proto__', 'a b'),
      fc.stringMatching(/^[a-z][A-Za-z]{0,6}$/),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(
          undefined,
          null,
          true,
          -0,
          1.5,
          NaN,
          '',
          '\u2028"\\',
          '\ud800',
          new Date(0),
          new Date(1_795_219_200_123),
        ),
        fc.string({ unit: character }),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(name, tie('any'), { maxKeys: 4 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, (parts) => {
        const text = JSON.stringify({ parts }, sorted);
        expect(hex({ parts })).toBe(createHash('sha256').update(text).digest('hex'));
      }),
      { seed, numRuns: process.env.TEST_DEEP ? 20_000 : 300 },
    );
  });
});
