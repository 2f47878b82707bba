import type { OrganizationScope } from '../access/access.js';
import { searchWorkItems } from './search-work-items.js';

/** The number up to which Work Items are counted. Counting them all would cost as much as reading a whole Organization. */
const MOST_COUNTED = 1_000;

/** The number of Work Items that a query matches. */
export interface WorkItemCountView {
  /** At most 1,000. */
  readonly count: number;
  /** True when there are more than these. */
  readonly isMore: boolean;
}

/** Counts the Work Items that `searchWorkItems` lists, up to 1,000. Throws `VALIDATION_ERROR` as it does. */
export async function countWorkItems(
  ports: Parameters<typeof searchWorkItems>[0],
  scope: OrganizationScope,
  query: string,
): Promise<WorkItemCountView> {
  const { items, page } = await searchWorkItems(ports, scope, { query, limit: MOST_COUNTED, cursor: undefined });
  return { count: items.length, isMore: page.hasMore };
}
