import { fold, trim } from '@worktrack/domain';
import { BETWEEN, containing, titled } from '../recording/search-text.js';
import type { SqueakQLContext } from './context.js';

// Conditions on `searched`, the row of `work_item_texts` that every item has. `withTexts` looks it up once for all conditions of a query.

const TITLE = 1;
const DESCRIPTION = 2;

/** Wraps a condition on `item` and `searched` in a condition on `item` alone. */
export function withTexts(condition: string, { organizationId }: SqueakQLContext): string {
  return `exists (
    select from work_item_texts searched
    where searched.organization_id = ${organizationId} and searched.project_id = item.project_id
      and searched.work_item_id = item.id and ${condition})`;
}

/** Builds the condition that this is the whole title, ignoring case. */
export function titleIs(title: string, context: SqueakQLContext): string {
  return `searched.folded like ${context.parameters.add(titled(trim(title)), 'text')}`;
}

/** Builds the condition that the title contains the term. White space is part of the term. */
export function titleHolds(term: string, context: SqueakQLContext): string {
  return partHolds([TITLE], term, context);
}

export function descriptionHolds(term: string, context: SqueakQLContext): string {
  return `(item.description is not null and ${partHolds([DESCRIPTION], term, context)})`;
}

/** Builds the condition that the title or the description contains the term. */
export function textHolds(term: string, context: SqueakQLContext): string {
  return partHolds([TITLE, DESCRIPTION], term, context);
}

/**
 * Tests the whole search text first, because that excludes most items. It also contains the key, so the parts are tested too. `like` can
 * use a trigram index; where the index cannot help, `strpos` is several times as fast.
 */
function partHolds(parts: readonly number[], term: string, context: SqueakQLContext): string {
  const { parameters, isNegated = false } = context;
  const between = parameters.add(BETWEEN, 'text');
  const folded = parameters.add(fold(term), 'text');
  const isIndexed = !isNegated && term.length >= SHORTEST_INDEXED;
  const inAll = isIndexed
    ? `searched.folded like ${parameters.add(containing(term), 'text')}`
    : `strpos(searched.folded, ${folded}) > 0`;
  const inParts = parts.map((part) => `strpos(split_part(searched.folded, ${between}, ${part}), ${folded}) > 0`);
  return `(${inAll} and (${inParts.join(' or ')}))`;
}

/** The number of letters in a trigram. */
const SHORTEST_INDEXED = 3;
