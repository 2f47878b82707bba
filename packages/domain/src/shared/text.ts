/**
 * Removes Unicode white space at both ends. A text in which nothing can be seen becomes empty. Unlike `String.trim` it
 * removes U+0085 and keeps U+FEFF. It walks inwards, because `\s+$` takes quadratic time on a long run of blanks; and it compares code
 * units, because a regular expression for each of a million blanks takes a fifth of a second.
 */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  // All white space is in the basic plane, so one code unit is enough.
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end -= 1;
  const trimmed = text.slice(start, end);
  return VISIBLE.test(trimmed) ? trimmed : '';
}

/**
 * A character that is neither white space nor a control character nor without width, as U+200B and U+2060 are. U+0000 stays, so that it is
 * refused for what it is.
 */
const VISIBLE = /[^\p{White_Space}\u0001-\u001F\u007F-\u009F\p{Default_Ignorable_Code_Point}]/u;

/** True when the code unit has the Unicode property White_Space. */
function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0x2000) return unit === 0x85 || unit === 0xa0 || unit === 0x1680;
  return unit <= 0x200a || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x3000;
}

/** Returns the number of Unicode code points: the unit of every length limit. */
export function lengthOf(text: string): number {
  let pairs = 0;
  for (let at = 1; at < text.length; at += 1) {
    if (!isLowSurrogate(text.charCodeAt(at)) || !isHighSurrogate(text.charCodeAt(at - 1))) continue;
    pairs += 1;
    // This pair is complete: skip to the unit after it.
    at += 1;
  }
  return text.length - pairs;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** True when the text has no U+0000 and no unpaired surrogate: it can be stored and sent back unchanged. */
export function isCleanText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** True when the text has a character that breaks its line or controls a terminal: a control character, or a separator of lines or paragraphs. */
export function hasControls(text: string): boolean {
  return CONTROLS.test(text);
}

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * True when the text has an embedding, override or isolate of the writing direction, which can turn what stands after the text. The marks
 * and joiners that names need in some scripts (U+200C to U+200F, U+061C) have no effect beyond their place, and are not among them.
 */
export function turnsDirection(text: string): boolean {
  return TURNS.test(text);
}

const TURNS = /[\u202a-\u202e\u2066-\u2069]/;

/**
 * Converts to the form in which two texts are equal when they are equal case-insensitively: Unicode's full case folding in NFC, without a
 * combining dot above after `i`, independent of locale. Folding can lengthen a text (`ß`), so a limit is measured before it.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const folded = composed(text)
    .toLowerCase()
    // Lower-casing leaves letters that only folding makes equal to others: `ß` is `ss`, `ς` is `σ`.
    .replace(/\p{Changes_When_Casefolded}/gu, (letter) => letter.toUpperCase().toLowerCase())
    .replace(/i\u0307+/g, 'i');
  return composed(folded);
}

const ASCII = /^[\0-\x7f]*$/;

/**
 * Converts to NFC: a letter is the same text whether its marks are composed with it or follow it. A run of more than 30 marks stays as it
 * is: no language has one (Unicode calls such text not stream-safe), and to order its marks takes quadratic time.
 */
export function composed(text: string): string {
  const parts = text.split(/(\p{M}{31,})/u);
  // A pattern with a group leaves the text between its matches at the even places.
  return parts.map((part, place) => (place % 2 === 0 ? part.normalize('NFC') : part)).join('');
}

/**
 * Compares by code point: less than 0 when `a` comes first, 0 when the texts are equal. `<` is different: it sorts
 * surrogate pairs before the last characters of the basic plane.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (one !== other) return inCodePointOrder(one) - inCodePointOrder(other);
  }
  return a.length - b.length;
}

/**
 * Returns the fastest comparison by code point for these texts. Without a unit from the surrogates on, `<` compares by code point, and it
 * is many times as fast as `compareText`.
 */
export function comparerOf(texts: ArrayLike<string>): (a: string, b: string) => number {
  if (Array.prototype.some.call(texts, (text: string) => FROM_SURROGATES.test(text))) return compareText;
  return (a, b) => (a < b ? -1 : Number(a > b));
}

const FROM_SURROGATES = /[\ud800-\uffff]/;

/** Moves surrogates to the end: they encode the characters after the basic plane. */
function inCodePointOrder(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}
