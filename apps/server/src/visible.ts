/**
 * The characters that a terminal obeys, or shows as nothing: control characters, separators of lines and paragraphs, marks and overrides of
 * the writing direction, joiners, and others without a shape of their own.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Unseen characters, but for those below U+0020: JSON escapes them in its texts, and has them as line breaks elsewhere. */
const UNSEEN_IN_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` };

/** Returns the text with unseen characters as `\n`, `\r`, `\t` or `\u{202e}`: it stays in its line. A backslash stays as it is. */
export function visible(text: string): string {
  return text.replace(
    UNSEEN,
    (character) => SHORT[character] ?? `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
}

/** Returns JSON of the same value, with unseen characters as `\u202e`. Line breaks between its members stay. */
export function visibleJson(json: string): string {
  return json.replace(UNSEEN_IN_JSON, (character) => character.split('').map(escapedUnit).join(''));
}

const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
