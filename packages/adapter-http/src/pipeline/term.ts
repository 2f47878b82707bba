import { fold, lengthOf, trim } from '@worktrack/domain';

/** The most code points of what is searched for, and of a label name; trimmed. */
export const LONGEST_TERM = 200;

/** Trimmed, then folded; `undefined` when it is too long. May be empty. */
export function searchTerm(text: string): string | undefined {
  const trimmed = trim(text);
  return lengthOf(trimmed) <= LONGEST_TERM ? fold(trimmed) : undefined;
}

/** The same, which must not be empty. */
export function nonEmptyTerm(text: string): string | undefined {
  return trim(text) === '' ? undefined : searchTerm(text);
}
