import { LabelName, fold, lengthOf, trim } from '@worktrack/domain';
import { TEXT_WITH_CONTENT } from '../body/patterns.js';

/** The most code points of a trimmed search term, and of a label name. */
export const LONGEST_TERM = 200;

/** The schema of a term that is not empty. */
export const TERM_SCHEMA = { type: 'string', minLength: 1, maxLength: LONGEST_TERM, pattern: TEXT_WITH_CONTENT };

/** Reads a search term: trimmed, then folded; `undefined` when it is too long. Can be empty. */
export function searchTerm(text: string): string | undefined {
  const trimmed = trim(text);
  return lengthOf(trimmed) <= LONGEST_TERM ? fold(trimmed) : undefined;
}

/** Reads a search term like `searchTerm`; `undefined` for an empty one, too. */
export function nonEmptyTerm(text: string): string | undefined {
  return trim(text) === '' ? undefined : searchTerm(text);
}

/** Reads the name of a label to search for, in the form in which names are compared; `undefined` when it is empty or too long. */
export function labelTerm(text: string): string | undefined {
  return nonEmptyTerm(text) === undefined ? undefined : LabelName.fold(text);
}
