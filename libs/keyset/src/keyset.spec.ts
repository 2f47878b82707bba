import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { CursorSeal, LONGEST_PLAIN_CURSOR } from './index.js';

/** Each run uses another seed, which a failure prints; `SEED=<number>` repeats a run. */
if (process.env.SEED !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SEED) });

const KEY = Buffer.alloc(32, 7);
const seal = new CursorSeal(KEY);

/** A cursor with a right signature over its form, the context `c` and its payload, as another release might make it. */
function signed(form: number, payload: string): string {
  const mac = createHmac('sha256', KEY);
  if (form !== 1) mac.update(Buffer.of(form));
  const signature = mac.update(`c\0${payload}`).digest().subarray(0, 16);
  return Buffer.concat([Buffer.of(form), signature, Buffer.from(payload)]).toString('base64url');
}

/** Any code point. The unit `binary` of fast-check makes a table of all of them first, in each suite: that takes more than a second. */
const codePoint = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));

describe('A cursor', () => {
  it('gives back the position it was made from, in its own context', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: codePoint }), fc.string(), fc.integer(), fc.boolean(), fc.constant(null))),
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

  it('is refused when it is cut off, down to a few bytes or none', () => {
    const bytes = Buffer.from(seal.seal('c', ['a']), 'base64url');
    for (let length = 0; length < bytes.length; length += 1) {
      expect(seal.open('c', bytes.subarray(0, length).toString('base64url'))).toBeUndefined();
    }
  });

  it('is refused when it is any other text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: codePoint, maxLength: 200 }), fc.string()),
        (text) => seal.open('c', text) === undefined,
      ),
    );
  });

  it('gives back long texts of any kind, and is bounded by their bytes of UTF-8', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 100, maxLength: 400 });
    const escaped = fc.string({
      unit: fc.constantFrom('\u0001', '"', '\\', '\n', '😀'),
      minLength: 200,
      maxLength: 600,
    });
    const member = fc.oneof(text, escaped, fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 5 }), (position) => {
        const sealed = seal.seal('c', position);
        expect(seal.open('c', sealed)).toEqual(position);
        expect(seal.open('d', sealed)).toBeUndefined();
        const bytes = position.map((each) => Buffer.byteLength(typeof each === 'string' ? each : String(each)) + 8);
        const most = Math.ceil((4 / 3) * (20 + bytes.reduce((sum, each) => sum + each, 0)));
        expect(sealed.length).toBeLessThanOrEqual(Math.max(LONGEST_PLAIN_CURSOR, most));
      }),
    );
  });

  it.each(['\u0001', '"', '\\', '😀', '\u{10ffff}', 'ﬃ'])(
    'of a name of 255 times %j has at most 2,048 characters',
    (unit) => {
      const position = [unit.repeat(255), '10000000-0000-4000-8000-000000000000'];
      const text = seal.seal('projects of O', position);
      expect(text.length).toBeLessThanOrEqual(2_048);
      expect(seal.open('projects of O', text)).toEqual(position);
    },
  );

  it('issued before the compact form came is still accepted, and short positions are still written so', () => {
    const issued = 'Aa0b8CFktYLCBKomAUt-rZdbImEiLDFd';
    expect(seal.open('projects of O', issued)).toEqual(['a', 1]);
    expect(seal.seal('projects of O', ['a', 1])).toBe(issued);
  });

  it('means nothing when its form is relabelled', () => {
    const long = seal.seal('c', ['\u0001'.repeat(255), 'x']);
    const bytes = Buffer.from(long, 'base64url');
    for (const form of [0, 1, 3]) {
      bytes[0] = form;
      expect(seal.open('c', bytes.toString('base64url'))).toBeUndefined();
    }
  });

  it('is refused without a position, and in a form that is not known, whatever its signature', () => {
    expect(seal.open('c', signed(1, '["a"]'))).toEqual(['a']);
    expect(seal.open('c', signed(2, '[[1]]\na'))).toEqual(['a']);
    expect(seal.open('c', signed(1, ''))).toBeUndefined();
    expect([0, 3, 255].map((form) => seal.open('c', signed(form, '["a"]')))).toEqual([undefined, undefined, undefined]);
  });

  it('is written as JSON up to 2,048 characters, and compactly beyond', () => {
    // 17 bytes for form and signature, 4 for the brackets and quotes.
    const longest = 'a'.repeat(2_048 * 0.75 - 17 - 4);
    const formOf = (text: string) => Buffer.from(text, 'base64url')[0];
    const [plain, compact] = [seal.seal('c', [longest]), seal.seal('c', [`${longest}a`])];
    expect([plain.length, formOf(plain), formOf(compact)]).toEqual([2_048, 1, 2]);
  });

  it('needs a key of 32 bytes', () => {
    expect(() => new CursorSeal(Buffer.alloc(31))).toThrow('A cursor key has at least 32 bytes.');
    expect(() => new CursorSeal(Buffer.alloc(31))).toThrow(RangeError);
    expect(() => new CursorSeal(Buffer.alloc(32), Buffer.alloc(31))).toThrow(RangeError);
    expect(() => {
      new CursorSeal(Buffer.alloc(32)).replaceKeys(Buffer.alloc(31));
    }).toThrow(RangeError);
  });

  it('is refused with a sentence to a program that confuses the arguments', () => {
    const wrong = [undefined, null, {}, 7, 'a text of at least thirty-two characters', new Date(0), () => 1];
    for (const value of wrong) {
      const key = new TypeError('A cursor key is a Buffer or a Uint8Array.');
      expect(() => new CursorSeal(value as never)).toThrow(key);
      expect(() => new CursorSeal(KEY, value as never)).toThrow(key);
      expect(() => {
        seal.replaceKeys(value as never);
      }).toThrow(key);
      expect(() => seal.seal('c', value as never)).toThrow(
        new TypeError('The position of a cursor is a list of texts, numbers, booleans and nulls.'),
      );
      if (typeof value === 'string') continue;
      expect(() => seal.seal(value as never, ['a'])).toThrow(
        new TypeError('The context of a cursor is a text without U+0000.'),
      );
      expect(() => seal.open('c', value as never)).toThrow(new TypeError('A cursor is a text.'));
      expect(() => seal.open(value as never, seal.seal('c', ['a']))).toThrow(
        new TypeError('The context of a cursor is a text without U+0000.'),
      );
    }
    expect(() => seal.seal('c', [new Date(0) as never])).toThrow(TypeError);
    expect(() => seal.seal('c\0', ['a'])).toThrow(TypeError);
  });

  it('is signed by a key of bytes of any kind', () => {
    expect(new CursorSeal(new Uint8Array(32).fill(7)).open('c', seal.seal('c', ['a']))).toEqual(['a']);
  });

  it('is signed by the first key and verified by all, until its key is retired', () => {
    const [old, young, foreign] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
    const ring = new CursorSeal(old);
    const early = ring.seal('c', ['a']);
    ring.replaceKeys(young, old);
    const late = ring.seal('c', ['b']);
    expect([ring.open('c', early), ring.open('c', late)]).toEqual([['a'], ['b']]);
    expect(new CursorSeal(young).open('c', late)).toEqual(['b']);
    expect(new CursorSeal(old).open('c', late)).toBeUndefined();
    expect(ring.open('c', new CursorSeal(foreign).seal('c', ['c']))).toBeUndefined();
    ring.replaceKeys(young);
    expect([ring.open('c', early), ring.open('c', late)]).toEqual([undefined, ['b']]);
  });
});
