import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { CursorSeal } from './index.js';

/** Another seed in each run, told by a failure; `SEED=<number>` repeats one. */
if (process.env.SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.SEED) });

const seal = new CursorSeal(Buffer.alloc(32, 7));

describe('A cursor', () => {
  it('gives back the position it was made from, in its own context', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null))),
        (position) => {
          expect(seal.open('projects of O', seal.seal('projects of O', position))).toEqual(position);
        },
      ),
    );
  });

  it('means nothing in another context, or to another key', () => {
    const text = seal.seal('projects of O', ['a', 1]);
    expect(seal.open('projects of P', text)).toBeUndefined();
    expect(new CursorSeal(randomBytes(32)).open('projects of O', text)).toBeUndefined();
  });

  it('is refused when any single character is changed, dropped, doubled or added', () => {
    const text = seal.seal('c', ['2026-03-02T09:00:00.000Z', 'WEB', 12]);
    for (let at = 0; at < text.length; at += 1) {
      const other = text.charAt(at) === 'A' ? 'B' : 'A';
      expect(seal.open('c', text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
      expect(seal.open('c', text.slice(0, at) + text.slice(at + 1))).toBeUndefined();
      expect(seal.open('c', text.slice(0, at) + '!' + text.slice(at))).toBeUndefined();
    }
    expect(seal.open('c', `${text}=`)).toBeUndefined();
    expect(seal.open('c', ` ${text}`)).toBeUndefined();
  });

  it('is refused when it is any other text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => seal.open('c', text) === undefined));
  });

  it('needs a key of 32 bytes', () => {
    expect(() => new CursorSeal(Buffer.alloc(31))).toThrow(RangeError);
  });
});
