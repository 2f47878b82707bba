/** Advance widths of Inter 4 (Regular and SemiBold) in thousandths of the font size, from U+0020 to U+007E. */
// prettier-ignore
const ADVANCES = {
  400: [
    281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360,
    631, 407, 610, 618, 646, 593, 620, 566, 619, 620, 288, 302, 662, 662, 662, 511,
    966, 690, 654, 730, 722, 601, 590, 746, 743, 269, 571, 672, 565, 903, 753, 765,
    639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365, 471, 456,
    323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600,
    612, 612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662,
  ],
  600: [
    252, 321, 523, 644, 650, 1004, 663, 326, 373, 373, 540, 673, 319, 465, 319, 379,
    660, 423, 623, 636, 666, 612, 640, 576, 640, 640, 319, 329, 673, 673, 673, 543,
    999, 728, 659, 737, 722, 605, 588, 749, 746, 277, 580, 703, 565, 922, 759, 769,
    645, 773, 652, 650, 660, 736, 728, 1020, 720, 713, 652, 373, 379, 373, 481, 469,
    351, 574, 624, 583, 624, 591, 389, 625, 612, 262, 262, 569, 262, 900, 612, 609,
    624, 624, 397, 549, 353, 612, 587, 839, 569, 588, 566, 455, 359, 455, 673,
  ],
} as const;

export type Weight = keyof typeof ADVANCES;

/** Advance of the ellipsis, the dashes and other characters that the drawings themselves use. */
const OWN: Readonly<Record<string, number>> = { '…': 956, '–': 500, '·': 319, '±': 673, '×': 673 };

const FIRST = 0x20;
/** Latin with marks, Greek, Cyrillic and other narrow scripts: few letters are wider than this. */
const OTHER = 800;
/** Ideographs, kana, Hangul, emoji: they come from another font, about as wide as high. */
const WIDE = 1_100;
/** Marks over other characters, and characters that are not drawn: joiners, and those that tell the direction. */
const WITHOUT_WIDTH = /^[\p{M}\p{Cf}]$/u;
const WIDE_SCRIPTS =
  /^[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F000}-\u{3FFFF}]$/u;

function advance(character: string, weight: Weight): number {
  const known = ADVANCES[weight][(character.codePointAt(0) ?? 0) - FIRST];
  if (known !== undefined) return known;
  const own = OWN[character];
  if (own !== undefined) return own;
  if (WITHOUT_WIDTH.test(character)) return 0;
  return WIDE_SCRIPTS.test(character) ? WIDE : OTHER;
}

/** First strong isolate, and its end: what is between them has its own direction and does not change that of its neighbors. */
const [ISOLATE, END] = ['\u2068', '\u2069'];
/** Embeddings, overrides and isolates of the direction. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;
/** The blocks of scripts that are written from right to left, and the mark for it. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Prepares a text of a user for a drawing: each run of white space becomes one space, so that it stays on its line, and a text from right
 * to left gets its own direction, so that figures and words next to it stay where they are.
 */
export function userText(text: string): string {
  const line = text.replace(DIRECTIONS, '').replace(/\p{White_Space}+/gu, ' ');
  return RIGHT_TO_LEFT.test(line) ? `${ISOLATE}${line}${END}` : line;
}

/** Estimates the width of a text in pixels. Deterministic: the fonts of the machine play no part. */
export function widthOf(text: string, size: number, weight: Weight = 400): number {
  let thousandths = 0;
  for (const character of text) thousandths += advance(character, weight);
  return (thousandths * size) / 1_000;
}

/** Returns the text if it fits into `width` pixels, else its beginning with an ellipsis (at least the ellipsis). */
export function shorten(text: string, width: number, size: number, weight: Weight = 400): string {
  if (widthOf(text, size, weight) <= width) return text;
  let left = width - widthOf('…', size, weight);
  let beginning = '';
  for (const character of text) {
    left -= (advance(character, weight) * size) / 1_000;
    if (left < 0) break;
    beginning += character;
  }
  const isOpen = beginning.includes(ISOLATE) && !beginning.includes(END);
  return `${beginning.trimEnd()}…${isOpen ? END : ''}`;
}

/** Breaks texts into lines of at most `width` pixels: between two texts a dot stands in the line, long texts break at spaces. */
export function wrap(texts: readonly string[], width: number, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  const words = texts.flatMap((text, index) =>
    text.split(' ').map((word, place) => ({ word, joint: place > 0 ? ' ' : index > 0 ? ' · ' : '' })),
  );
  for (const { word, joint } of words) {
    if (line !== '' && widthOf(line + joint + word, size) > width) {
      lines.push(line);
      line = '';
    }
    line = shorten(line === '' ? word : line + joint + word, width, size);
  }
  return line === '' ? lines : [...lines, line];
}
