import { fold, type WorkItemKey } from '@worktrack/domain';

/**
 * Parts the title, the description and the key. A folded text holds no capital letter, and so no folded term reaches over two of
 * them.
 */
const BETWEEN = '\nA\n';

/** What `q` looks into (contract §3.2): title, description and key, folded once when they change. */
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

/** The pattern of `like` for all that holds the folded term, whose `%`, `_` and `\` mean themselves. */
export function containing(folded: string): string {
  return `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
}
