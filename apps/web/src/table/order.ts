import { parse, placeOf } from '@worktrack/squeakql';
import { orderText, SORTED_FIELDS, type Order, type SortedField } from './columns.js';

const FIELDS = Object.keys(SORTED_FIELDS) as readonly SortedField[];

/** The order of a query before all others. */
export function orderOf(query: string): Order | undefined {
  const first = parse(query).query?.orderBy?.fields[0];
  const name = first?.field.text.toLowerCase();
  const field = FIELDS.find((one) => (SORTED_FIELDS[one] as readonly string[]).includes(name ?? ''));
  return first && field && { field, direction: first.direction };
}

/** The query with this order in the place of its own. */
export function orderedBy(query: string, order: Order): string {
  const former = parse(query).query?.orderBy;
  const conditions = former ? query.slice(0, placeOf(query, former.range).from) : query;
  return `${conditions.trim()} ${orderText(order)}`;
}
