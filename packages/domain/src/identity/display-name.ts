import type { Brand } from '../shared/brand.js';
import { hasControls, isCleanText, lengthOf, trim } from '../shared/text.js';

/** The name of a person, an Organization, a Project or a token: 1 to 255 code points, without white space at its ends. */
export type DisplayName = Brand<string, 'DisplayName'>;

const LONGEST_NAME = 255;

export const DisplayName = {
  /**
   * Trims. Returns `undefined` when the result is empty or too long, when the text cannot be stored, or when it has controls
   * (`hasControls`). It is for new names: those that are stored may be older than this rule.
   */
  parse(text: string): DisplayName | undefined {
    const name = trim(text);
    const length = lengthOf(name);
    const isValid = length >= 1 && length <= LONGEST_NAME && isCleanText(name) && !hasControls(name);
    return isValid ? (name as DisplayName) : undefined;
  },
};
