import type { Brand } from '../shared/brand.js';
import { isCleanText, lengthOf, trim } from '../shared/text.js';

/** The name of a person, an Organization, a Project or a token: 1 to 255 code points, without white space at its ends. */
export type DisplayName = Brand<string, 'DisplayName'>;

const LONGEST_NAME = 255;

export const DisplayName = {
  /** Trims. Returns `undefined` when the result is empty or too long, or when the text cannot be stored. */
  parse(text: string): DisplayName | undefined {
    const name = trim(text);
    const length = lengthOf(name);
    return length >= 1 && length <= LONGEST_NAME && isCleanText(name) ? (name as DisplayName) : undefined;
  },
};
