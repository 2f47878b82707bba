import { parse, placeOf } from '@worktrack/squeakql';

/** The fields by which a table is sorted, with their other names. */
const SORTED = {
  key: ['key'],
  title: ['title'],
  status: ['status'],
  priority: ['priority'],
  due: ['due', 'duedate'],
  updated: ['updated', 'updatedat'],
} as const;

export type SortedField = keyof typeof SORTED;

export type Direction = 'asc' | 'desc';

/** The direction in which a query sorts by the field before all others. */
export function directionOf(query: string, field: SortedField): Direction | undefined {
  const first = parse(query).query?.orderBy?.fields[0];
  const names: readonly string[] = SORTED[field];
  return first && names.includes(first.field.text.toLowerCase()) ? first.direction : undefined;
}

/** The query with this order in the place of its own. */
export function orderedBy(query: string, field: SortedField, direction: Direction): string {
  const order = parse(query).query?.orderBy;
  const conditions = order ? query.slice(0, placeOf(query, order.range).from) : query;
  return `${conditions.trim()} ORDER BY ${field}${direction === 'desc' ? ' DESC' : ''}`;
}
