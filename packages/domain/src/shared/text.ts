/**
 * Without Unicode white space at both ends (contract §1.2.4): U+0085 goes, U+FEFF stays, unlike with `String.trim`. Walks
 * inwards instead of matching `\s+$`, whose cost is the square of a long run of blanks, and looks at numbers: a regular expression
 * for each of a million blanks takes a fifth of a second.
 */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  // White space lies in the basic plane, so a code unit is enough to tell.
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The Unicode property White_Space. */
function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0x2000) return unit === 0x85 || unit === 0xa0 || unit === 0x1680;
  return unit <= 0x200a || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x3000;
}

/** The number of Unicode code points: the unit of every length limit (contract §1.2.4). */
export function lengthOf(text: string): number {
  let pairs = 0;
  for (let at = 1; at < text.length; at += 1) {
    if (!isLowSurrogate(text.charCodeAt(at)) || !isHighSurrogate(text.charCodeAt(at - 1))) continue;
    pairs += 1;
    // The next unit cannot complete this one.
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

/** No U+0000 and no unpaired surrogate: what can be stored, and sent back unchanged (contract §1.2.4). */
export function isCleanText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/**
 * Two texts are equal without regard to case exactly when their folds are: Unicode lower case, independent of locale
 * (contract §1.2.5). Folding may lengthen a text (`İ`), so a limit is measured before it.
 */
export function fold(text: string): string {
  return text.toLowerCase();
}

/**
 * By code point (contract §1.2.5): less than 0 when `a` comes first, 0 when they are the same. Unlike `<`, which puts the halves of
 * a surrogate pair before the last characters of the basic plane.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (one !== other) return inCodePointOrder(one) - inCodePointOrder(other);
  }
  return a.length - b.length;
}

/** Surrogates stand for what comes after the basic plane. */
function inCodePointOrder(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}
