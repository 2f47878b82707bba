import { momentOf, type SqueakQLValue } from '@worktrack/application';
import type { SqueakQLContext } from './context.js';

export type Comparator = '=' | '<' | '<=' | '>' | '>=';

/** Compares a time of the item with an instant in milliseconds; of an item without that time it is not true. */
export type TimeColumn = (operator: Comparator, milliseconds: number, context: SqueakQLContext) => string;

/** Beyond every instant that is stored: what comes after the last day there is cannot be written as a timestamp. */
const END_OF_YEAR_9999 = Date.parse('9999-12-31T23:59:59.999Z');

/** A column of timestamps. */
export function timestamps(column: string): TimeColumn {
  return (operator, milliseconds, { parameters }) => {
    const instant = milliseconds > END_OF_YEAR_9999 ? 'infinity' : new Date(milliseconds);
    return `${column} ${operator} ${parameters.add(instant, 'timestamptz')}`;
  };
}

/** The other way round, because an earlier due date is more. */
const TURNED = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** The due date, by the column that all orders by due date are indexed by. */
export const dueDates: TimeColumn = (operator, milliseconds, { parameters }) =>
  `(item.due_date is not null and item.due_order ${TURNED[operator]} ${parameters.add(-milliseconds, 'bigint')})`;

/** At the instant, or within the day. */
export function isAt(column: TimeColumn, value: SqueakQLValue, context: SqueakQLContext): string {
  const moment = momentOf(value, context.now);
  if (moment.kind === 'day') {
    const [from, until] = [moment.from.getTime(), moment.until.getTime()];
    return `(${column('>=', from, context)} and ${column('<', until, context)})`;
  }
  // What lies between two milliseconds is no instant that is stored.
  return moment.exact ? column('=', moment.at.getTime(), context) : 'false';
}

/** Before or after the instant; of a day: before its start or its end, not before its end or its start. */
export function isBeforeOrAfter(
  column: TimeColumn,
  order: Exclude<Comparator, '='>,
  value: SqueakQLValue,
  context: SqueakQLContext,
): string {
  const moment = momentOf(value, context.now);
  if (moment.kind === 'day') {
    const bound = order === '<' || order === '>=' ? moment.from : moment.until;
    return column(order.startsWith('<') ? '<' : '>=', bound.getTime(), context);
  }
  // An instant behind its millisecond: that one is still before it, and the next one after it.
  const behind = order.startsWith('<') ? '<=' : '>';
  return column(moment.exact ? order : behind, moment.at.getTime(), context);
}
