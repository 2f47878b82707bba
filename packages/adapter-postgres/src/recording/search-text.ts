import { fold, type WorkItemKey } from '@worktrack/domain';

/**
 * Separator of the title, the description and the key. It contains a capital letter, which a folded term never does, so no term matches
 * across two parts.
 */
export const BETWEEN = '\nA\n';

/** Builds the text that `q` searches (contract §3.2): title, description and key, folded once when they change. */
export function searchTextOf({
  key,
  title,
  description,
}: {
  readonly key: WorkItemKey;
  readonly title: string;
  readonly description: string | null;
}): string {
  return [title, description ?? '', key].map(fold).join(BETWEEN);
}

/** Builds the `like` pattern for texts that contain the term. `%`, `_` and `\` in the term are literal. */
export function containing(term: string): string {
  return `%${escaped(term)}%`;
}

/** Builds the `like` pattern for the search texts of items with this title. */
export function titled(title: string): string {
  return `${escaped(title)}${BETWEEN}%`;
}

function escaped(text: string): string {
  return fold(text).replace(/[\\%_]/g, '\\$&');
}
