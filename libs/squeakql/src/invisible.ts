import type { Range } from './range.js';

/** Names in Unicode of characters that are pasted into queries and cannot be told from a space or from nothing. */
const NAMES: Readonly<Record<string, string>> = {
  '\u000B': 'LINE TABULATION',
  '\u000C': 'FORM FEED',
  '\u0085': 'NEXT LINE',
  '\u00A0': 'NO-BREAK SPACE',
  '\u00AD': 'SOFT HYPHEN',
  '\u034F': 'COMBINING GRAPHEME JOINER',
  '\u061C': 'ARABIC LETTER MARK',
  '\u1680': 'OGHAM SPACE MARK',
  '\u180E': 'MONGOLIAN VOWEL SEPARATOR',
  '\u2000': 'EN QUAD',
  '\u2001': 'EM QUAD',
  '\u2002': 'EN SPACE',
  '\u2003': 'EM SPACE',
  '\u2004': 'THREE-PER-EM SPACE',
  '\u2005': 'FOUR-PER-EM SPACE',
  '\u2006': 'SIX-PER-EM SPACE',
  '\u2007': 'FIGURE SPACE',
  '\u2008': 'PUNCTUATION SPACE',
  '\u2009': 'THIN SPACE',
  '\u200A': 'HAIR SPACE',
  '\u200B': 'ZERO WIDTH SPACE',
  '\u200C': 'ZERO WIDTH NON-JOINER',
  '\u200D': 'ZERO WIDTH JOINER',
  '\u200E': 'LEFT-TO-RIGHT MARK',
  '\u200F': 'RIGHT-TO-LEFT MARK',
  '\u2028': 'LINE SEPARATOR',
  '\u2029': 'PARAGRAPH SEPARATOR',
  '\u202F': 'NARROW NO-BREAK SPACE',
  '\u205F': 'MEDIUM MATHEMATICAL SPACE',
  '\u2060': 'WORD JOINER',
  '\u2800': 'BRAILLE PATTERN BLANK',
  '\u3000': 'IDEOGRAPHIC SPACE',
  '\uFEFF': 'ZERO WIDTH NO-BREAK SPACE',
};

const INVISIBLE = /^[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800]$/u;

/**
 * Returns a character that cannot be seen by its number, its name in Unicode if it is a usual one, and its place: `U+00A0 NO-BREAK SPACE at
 * line 1, column 7`. `undefined` for any other character.
 */
export function invisible(character: string, { line, column }: Range): string | undefined {
  if (!INVISIBLE.test(character)) return undefined;
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const name = NAMES[character];
  return `U+${number}${name === undefined ? '' : ` ${name}`} at line ${line}, column ${column}`;
}
