/** A key of a Work Item, as people write it. */
const KEY = /^[A-Za-z][A-Za-z0-9]{0,9}-[1-9]\d{0,8}$/;
/** A word, or several between double quotes. */
const WORD = /"([^"]+)"|\S+/g;

/** The key that the whole text is, in capitals. */
export function keyIn(text: string): string | undefined {
  const key = text.trim();
  return KEY.test(key) ? key.toUpperCase() : undefined;
}

/** The words of a text; several words between double quotes count as one. */
export const wordsIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(WORD), ([word, quoted]) => (quoted ?? word).trim()).filter((word) => word !== '');

/** The SqueakQL query for the Work Items that have every word in their title or their description; at most so many words are looked at. */
export const queryOfWords = (text: string, most = Infinity): string =>
  wordsIn(text)
    .slice(0, most)
    .map((word) => `text ~ '${word.replace(/[\\']/g, '\\$&')}'`)
    .join(' AND ');

/** The SqueakQL query for one Work Item, archived or not. */
export const queryOfKey = (key: string): string => `key = ${key} AND (archived = TRUE OR archived = FALSE)`;
