import { trim } from '@worktrack/domain';
import { BETWEEN, containing, searchable, titled } from '../recording/search-text.js';
import type { SqueakQLContext } from './context.js';

// Conditions on `searched`, the row of `work_item_texts` that every item has: looked up once for all of them.

const TITLE = 1;
const DESCRIPTION = 2;

/** A condition on `item` and `searched` as one on `item` alone. */
export function withTexts(condition: string, { organizationId }: SqueakQLContext): string {
  return `exists (
    select from work_item_texts searched
    where searched.organization_id = ${organizationId} and searched.project_id = item.project_id
      and searched.work_item_id = item.id and ${condition})`;
}

/** The whole title, in any case. */
export function titleIs(title: string, context: SqueakQLContext): string {
  return `searched.folded like ${context.parameters.add(titled(trim(title)), 'text')}`;
}

/** The term anywhere in the title; like all terms as it is, white space included. */
export function titleHolds(term: string, context: SqueakQLContext): string {
  return partHolds([TITLE], term, context);
}

export function descriptionHolds(term: string, context: SqueakQLContext): string {
  return `(item.description is not null and ${partHolds([DESCRIPTION], term, context)})`;
}

/** The term within the title or within the description. */
export function textHolds(term: string, context: SqueakQLContext): string {
  return partHolds([TITLE, DESCRIPTION], term, context);
}

/**
 * The whole search text first: it mostly says no. It holds the key, too, which is no such part. `like` has an index of trigrams; where
 * that cannot help, `strpos` is several times as fast.
 */
function partHolds(parts: readonly number[], term: string, context: SqueakQLContext): string {
  const { parameters, isNegated = false } = context;
  const between = parameters.add(BETWEEN, 'text');
  const folded = parameters.add(searchable(term), 'text');
  const isIndexed = !isNegated && term.length >= SHORTEST_INDEXED;
  const inAll = isIndexed
    ? `searched.folded like ${parameters.add(containing(term), 'text')}`
    : `strpos(searched.folded, ${folded}) > 0`;
  const inParts = parts.map((part) => `strpos(split_part(searched.folded, ${between}, ${part}), ${folded}) > 0`);
  return `(${inAll} and (${inParts.join(' or ')}))`;
}

/** A trigram has so many letters. */
const SHORTEST_INDEXED = 3;
