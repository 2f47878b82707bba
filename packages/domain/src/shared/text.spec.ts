import { compareText, composed, fold, hasControls, isCleanText, lengthOf, trim, turnsDirection } from './text.js';

describe('Trimming', () => {
  // The 25 characters that Unicode gives the property White_Space, written out.
  const white =
    '\t\n\v\f\r \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000';

  it.each(Array.from(white))('takes %j off both ends and leaves it inside', (space) => {
    expect(trim(`${space}a${space}b${space}`)).toBe(`a${space}b`);
  });

  it('counts 25 white characters', () => {
    expect(white).toHaveLength(25);
  });

  it.each(['\uFEFF', '\u200B', '\u180E', '\u2060', '\u0000', '\u001F', '\uD800', '\uDC00'])(
    'leaves %j, which only looks like nothing',
    (other) => {
      expect(trim(`${other}a${other}`)).toBe(`${other}a${other}`);
    },
  );

  it.each([
    '\u0001',
    '\u009F',
    '\u00AD',
    '\u034F',
    '\u115F',
    '\u200B',
    '\u200D',
    '\u2060',
    '\u3164',
    '\uFE0F',
    '\uFEFF',
    '\u{E0041}',
  ])('leaves nothing of %j alone, in which nothing can be seen', (character) => {
    expect(trim(character)).toBe('');
    expect(trim(` ${character}\u200B ${character}`)).toBe('');
    expect(trim(` ${character}a`)).toBe(`${character}a`);
  });

  it.each(['\u0000', '\uD800', '\u0301', '\u2800', '❤️', '👩‍👧', '\u0600'])('leaves %j as it is', (text) => {
    expect(trim(text)).toBe(text);
  });

  it('leaves nothing of white space alone', () => {
    expect(trim(white)).toBe('');
    expect(trim('')).toBe('');
  });
});

describe('A text of a million white characters', () => {
  /** Returns how often a regular expression ran during `work`. */
  function matchesDuring(work: () => unknown): number {
    const spies = [jest.spyOn(RegExp.prototype, 'test'), jest.spyOn(RegExp.prototype, 'exec')];
    try {
      work();
      return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  }

  it('is trimmed and measured without a regular expression for each of them', () => {
    const blanks = '\u2003 '.repeat(500_000);
    expect(matchesDuring(() => trim(`${blanks}a${blanks}`))).toBeLessThanOrEqual(2);
    expect(matchesDuring(() => lengthOf(blanks))).toBeLessThanOrEqual(2);
  });

  it('has white space exactly where Unicode has it', () => {
    for (let unit = 0; unit < 0x10000; unit += 1) {
      const text = String.fromCharCode(unit);
      if ((trim(`a${text}`) === 'a') !== /\p{White_Space}/u.test(text)) throw new Error(`U+${unit.toString(16)}`);
    }
  });
});

describe('The length of a text', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 2],
    ['😀', 1],
    ['👩‍👧', 3],
    ['\uDBFF\uDFFF', 1],
    ['\uD800', 1],
    ['\uDC00\uD800', 2],
    ['\uD800😀\uDC00', 3],
  ])('of %j is %i code points', (text, length) => {
    expect(lengthOf(text)).toBe(length);
  });
});

describe('Clean text', () => {
  it.each(['', 'plain', '😀', '\u0001\u007F\uFFFF\uFEFF', '\uD800\uDC00', '\uDBFF\uDFFF'])('may be %j', (text) => {
    expect(isCleanText(text)).toBe(true);
  });

  it.each(['\u0000', 'a\u0000b', '\uD800', '\uDFFF', 'a\uDBFF', '\uDC00\uD800', '😀\uD83D'])('is not %j', (text) => {
    expect(isCleanText(text)).toBe(false);
  });
});

describe('Controls', () => {
  it.each([
    ['of ASCII', ['\u0000', '\t', '\n', '\r', '\u001b', '\u001f', '\u007f']],
    ['of ISO 8859', ['\u0080', '\u0085', '\u009b', '\u009f']],
    ['that separate lines or paragraphs', ['\u2028', '\u2029']],
  ])('are characters %s', (_, characters) => {
    for (const each of characters) expect([each, hasControls(`a${each}b`)]).toEqual([each, true]);
  });

  it.each(['', 'a b', 'a\u00a0b', '山田\u3000太郎', 'א\u200fב', 'a\u202eb', '👩‍👧', '❤️'])('are not in %j', (text) => {
    expect(hasControls(text)).toBe(false);
  });
});

describe('Changes of the writing direction', () => {
  it.each(Array.from('\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'))('are made by %j', (character) => {
    expect(turnsDirection(`a${character}b`)).toBe(true);
  });

  it.each([
    ['the marks and joiners of Hebrew, Arabic and Persian', ['א\u200fב', 'ب\u061cت', 'می\u200cروم', 'a\u200eb']],
    ['emoji of several code points', ['👩‍👧', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']],
    ['letters that are written from right to left', ['مريم', 'אבג']],
  ])('are not made by %s', (_, texts) => {
    for (const each of texts) expect([each, turnsDirection(each)]).toEqual([each, false]);
  });
});

describe('Folding', () => {
  it.each([
    ['FRONTEND', 'frontend'],
    ['ÄÖÜ', 'äöü'],
    ['Σίσυφος', 'σίσυφοσ'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['I', 'i'],
    // The Kelvin sign, and a letter outside the basic plane.
    ['\u212A', 'k'],
    ['𐐀', '𐐨'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['ﬁnal', 'final'],
    ['İstanbul', 'istanbul'],
    ['i\u0307\u0301', 'í'],
    ['Z\u030Cebra', 'žebra'],
  ])('makes %j %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it.each([
    ['é', 'e'],
    ['ı', 'I'],
    ['ä', 'ae'],
  ])('keeps %j and %j apart', (one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });

  it('makes composed and decomposed forms of a letter one', () => {
    for (const letter of Array.from('éÅǖẛ̣각ΐ')) expect(fold(letter.normalize('NFD'))).toBe(fold(letter));
  });
});

describe('Composition', () => {
  it('leaves a run of more than 30 marks as it is: to order them takes quadratic time', () => {
    const run = '\u0301\u0316'.repeat(16);
    expect(composed(`e\u0301 e${run} e\u0301`)).toBe(`é e${run} é`);
    const thirty = '\u0301\u0316'.repeat(15);
    expect(composed(`e${thirty}`)).toBe(`e${thirty}`.normalize('NFC'));
    expect(composed(`e${thirty}`)).not.toBe(`e${thirty}`);
  });

  it('hands no longer run to the normalization of the engine', () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');
    try {
      fold(`é${'\u0301\u0316'.repeat(32_000)}ß`);
      for (const text of normalize.mock.contexts) expect(text).not.toMatch(/\p{M}{31}/u);
    } finally {
      normalize.mockRestore();
    }
  });
});

describe('The order of texts', () => {
  it('is that of their code points, whatever the locale', () => {
    const texts = ['z', 'é', 'Z', '', 'a', 'ab', '\uffee', '\u{1f600}', '\ud7ff', '\u{1f601}'];
    expect(texts.sort(compareText)).toEqual([
      '',
      'Z',
      'a',
      'ab',
      'z',
      'é',
      '\ud7ff',
      '\uffee',
      '\u{1f600}',
      '\u{1f601}',
    ]);
  });

  it('returns 0 for equal texts', () => {
    expect(compareText('web', 'web')).toBe(0);
  });
});
