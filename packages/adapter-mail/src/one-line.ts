/** The most characters of a name in a mail. */
const LONGEST_NAME = 255;

/** Control characters, separators of lines and paragraphs, and marks that turn the writing direction. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns a text as one line, which can be part of a header. */
export function oneLine(text: string, longest = LONGEST_NAME): string {
  return Array.from(text.replace(UNSEEN, ' ').trim()).slice(0, longest).join('');
}
