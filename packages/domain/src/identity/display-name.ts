import type { Brand } from '../shared/brand.js';
import { isCleanText, lengthOf, trim } from '../shared/text.js';

/** What a person, an Organization, a Project or a token is called: 1 to 255 code points, without white space around it. */
export type DisplayName = Brand<string, 'DisplayName'>;

const LONGEST_NAME = 255;

export const DisplayName = {
  /** Trims; `undefined` when nothing is left, too much is, or the text cannot be stored. */
  parse(text: string): DisplayName | undefined {
    const name = trim(text);
    const length = lengthOf(name);
    return length >= 1 && length <= LONGEST_NAME && isCleanText(name) ? (name as DisplayName) : undefined;
  },
};
