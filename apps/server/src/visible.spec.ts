import { visible, visibleJson } from './visible.js';

/** Characters that rewrite a terminal, forge a line, or show nothing, with their visible forms in a text and in JSON. */
const UNSEEN: [string, string, string, string][] = [
  ['a line break', '\n', String.raw`\n`, String.raw`\n`],
  ['a carriage return', '\r', String.raw`\r`, String.raw`\r`],
  ['a tabulator', '\t', String.raw`\t`, String.raw`\t`],
  ['the beginning of an escape sequence', '\u001b', String.raw`\u{1b}`, String.raw`\u001b`],
  ['DEL', '\u007f', String.raw`\u{7f}`, String.raw`\u007f`],
  ['the beginning of an escape sequence in one character', '\u009b', String.raw`\u{9b}`, String.raw`\u009b`],
  ['a line separator', '\u2028', String.raw`\u{2028}`, String.raw`\u2028`],
  ['a paragraph separator', '\u2029', String.raw`\u{2029}`, String.raw`\u2029`],
  ['a right-to-left override', '\u202e', String.raw`\u{202e}`, String.raw`\u202e`],
  ['an isolate', '\u2066', String.raw`\u{2066}`, String.raw`\u2066`],
  ['a right-to-left mark', '\u200f', String.raw`\u{200f}`, String.raw`\u200f`],
  ['a zero-width space', '\u200b', String.raw`\u{200b}`, String.raw`\u200b`],
  ['a byte order mark', '\ufeff', String.raw`\u{feff}`, String.raw`\ufeff`],
  ['a Hangul filler', '\u3164', String.raw`\u{3164}`, String.raw`\u3164`],
  ['a tag outside of the basic plane', '\u{e0041}', String.raw`\u{e0041}`, String.raw`\udb40\udc41`],
];

describe('A text for a terminal', () => {
  it.each(UNSEEN)('shows %s', (_, character, shown) => {
    expect(visible(`a${character}b${character}c`)).toBe(`a${shown}b${shown}c`);
  });

  it.each(['', 'Ada Lovelace', 'Zoë', '山田 太郎', 'مريم', '😀', String.raw`C:\names`])(
    'leaves %j as it is',
    (text) => {
      expect(visible(text)).toBe(text);
    },
  );
});

describe('JSON for a terminal', () => {
  it.each(UNSEEN)('has the same value, and shows %s', (_, character, __, shown) => {
    const value = { [`name${character}`]: [`a${character}b`] };
    const json = visibleJson(JSON.stringify(value));
    expect(json).toBe(`{"name${shown}":["a${shown}b"]}`);
    expect(JSON.parse(json)).toEqual(value);
  });

  it('keeps the line breaks between its members', () => {
    const json = `${JSON.stringify({ name: 'Zoë' }, undefined, 2)}\n`;
    expect(visibleJson(json)).toBe(json);
  });
});
