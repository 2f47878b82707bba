import { fold, type WorkItemKey } from '@worktrack/domain';

/**
 * Parts the title, the description and the key. A folded text holds no capital letter, and so no folded term reaches over two of
 * them.
 */
export const BETWEEN = '\nA\n';

/** Text that `q` searches (contract §3.2): title, description and key, folded once when they change. */
export function searchTextOf({
  key,
  title,
  description,
}: {
  readonly key: WorkItemKey;
  readonly title: string;
  readonly description: string | null;
}): string {
  return [title, description ?? '', key].map(searchable).join(BETWEEN);
}

/**
 * Folded, with one small letter for Σ: lower-casing gives it another one at the end of a word, and a term may end within a word of
 * the text.
 */
export function searchable(text: string): string {
  return fold(text).replaceAll('ς', 'σ');
}

/** The pattern of `like` for all that holds the term, whose `%`, `_` and `\` mean themselves. */
export function containing(term: string): string {
  return `%${escaped(term)}%`;
}

/** The pattern of `like` for the search texts of items with this title. */
export function titled(title: string): string {
  return `${escaped(title)}${BETWEEN}%`;
}

function escaped(text: string): string {
  return searchable(text).replace(/[\\%_]/g, '\\$&');
}
