import { trim } from '@worktrack/domain';
import { BETWEEN, containing, titled } from '../work-item/search-text.js';
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

/** The whole search text first: it has an index, and mostly says no. It holds the key, too, which is no such part. */
function partHolds(parts: readonly number[], term: string, context: SqueakQLContext): string {
  const pattern = context.parameters.add(containing(term), 'text');
  const between = context.parameters.add(BETWEEN, 'text');
  const inParts = parts.map((part) => `split_part(searched.folded, ${between}, ${part}) like ${pattern}`);
  return `(searched.folded like ${pattern} and (${inParts.join(' or ')}))`;
}
