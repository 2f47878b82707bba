import { momentOf, type SqueakQLValue } from '@worktrack/application';
import { FIRST_INSTANT, LAST_INSTANT } from '@worktrack/domain';
import type { SqueakQLContext } from './context.js';

export type Comparator = '=' | '<' | '<=' | '>' | '>=';

/** Builds the comparison of a time of the item with an instant in milliseconds. It is not true of an item without that time. */
export type TimeColumn = (operator: Comparator, milliseconds: number, context: SqueakQLContext) => string;

/** Returns the comparison with a column of timestamps. */
export function timestamps(column: string): TimeColumn {
  return (operator, milliseconds, { parameters }) => {
    return `${column} ${operator} ${parameters.add(timestampOf(milliseconds), 'timestamptz')}`;
  };
}

/** Returns the instant as a parameter. The first day can begin before every stored instant, and the last one can end after them. */
function timestampOf(milliseconds: number): Date | 'infinity' | '-infinity' {
  if (milliseconds > LAST_INSTANT) return 'infinity';
  return milliseconds < FIRST_INSTANT ? '-infinity' : new Date(milliseconds);
}

/** The reversed operators: `due_order` is greater for an earlier due date. */
const TURNED = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** Compares the due date by `due_order`, the column of all indexes by due date. */
export const dueDates: TimeColumn = (operator, milliseconds, { parameters }) =>
  `(item.due_date is not null and item.due_order ${TURNED[operator]} ${parameters.add(-milliseconds, 'bigint')})`;

/** Builds the condition that the time is the instant, or within the day. */
export function timeCondition(column: TimeColumn, value: SqueakQLValue, context: SqueakQLContext): string {
  const moment = momentOf(value, context.now, context.calendar);
  if (moment.kind === 'day') {
    const [from, until] = [moment.from.getTime(), moment.until.getTime()];
    return `(${column('>=', from, context)} and ${column('<', until, context)})`;
  }
  // No stored instant is between two milliseconds.
  return moment.exact ? column('=', moment.at.getTime(), context) : 'false';
}

/** Builds the comparison with an instant or a day. A time is less than a day before its start, and greater from its end on. */
export function timeOrderCondition(
  column: TimeColumn,
  order: Exclude<Comparator, '='>,
  value: SqueakQLValue,
  context: SqueakQLContext,
): string {
  const moment = momentOf(value, context.now, context.calendar);
  if (moment.kind === 'day') {
    const bound = order === '<' || order === '>=' ? moment.from : moment.until;
    return column(order.startsWith('<') ? '<' : '>=', bound.getTime(), context);
  }
  // An inexact instant is later than `moment.at`: `moment.at` itself is before it, and the next millisecond is after it.
  const behind = order.startsWith('<') ? '<=' : '>';
  return column(moment.exact ? order : behind, moment.at.getTime(), context);
}
