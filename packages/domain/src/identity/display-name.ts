import type { Brand } from '../shared/brand.js';
import { hasControls, isCleanText, lengthOf, trim, turnsDirection } from '../shared/text.js';

/** The name of a person, an Organization, a Project or a token: 1 to 255 code points, without white space at its ends. */
export type DisplayName = Brand<string, 'DisplayName'>;

const LONGEST_NAME = 255;

export const DisplayName = {
  /**
   * Trims. Returns `undefined` when the result is empty or too long, when the text cannot be stored, and when it has control characters or
   * overrides of the writing direction. It is for new names: those that are stored can be older than this rule.
   */
  parse(text: string): DisplayName | undefined {
    const name = trim(text);
    const length = lengthOf(name);
    if (length < 1 || length > LONGEST_NAME || !isCleanText(name)) return undefined;
    return hasControls(name) || turnsDirection(name) ? undefined : (name as DisplayName);
  },
};
