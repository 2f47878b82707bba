const WHITE_SPACE = /\p{White_Space}/u;

/**
 * Without Unicode white space at both ends (contract §1.2.4). Walks inwards instead of matching `\s+$`, whose cost is the
 * square of a long run of blanks.
 */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  // White space lies in the basic plane, so a code unit is enough to tell.
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start += 1;
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The number of Unicode code points: the unit of every length limit. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** No U+0000 and no unpaired surrogate: what can be stored, and sent back unchanged. */
export function isCleanText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Two texts are equal without regard to case exactly when their folds are: Unicode lower case, independent of locale. */
export function fold(text: string): string {
  return text.toLowerCase();
}
