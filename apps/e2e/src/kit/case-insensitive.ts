/**
 * The form in which texts of tests are compared, by the words of contract §1.2.5: trimmed, in NFC, by full case folding, without a
 * combining dot above after `i`. Through upper case every letter of the tests is folded; the dotless `ı` is not among them.
 */
export const folded = (text: string): string =>
  text
    .trim()
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i')
    .normalize('NFC');

/** The stored form of a label's name (contract §1.2.5): trimmed, in NFC and lower case, each run of white space as one space. */
export const labelNameOf = (text: string): string =>
  text
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ');

/** True when both texts name the same label. */
export const isSameLabel = (one: string, other: string): boolean =>
  folded(labelNameOf(one)) === folded(labelNameOf(other));
