import { momentOf, type SqueakQLValue } from '@worktrack/application';
import type { SqueakQLContext } from './context.js';

/** Beyond every instant that is stored: what comes after the last day there is cannot be written as a timestamp. */
const END_OF_YEAR_9999 = Date.parse('9999-12-31T23:59:59.999Z');

/** At the instant, or within the day. */
export function isAt(column: string, value: SqueakQLValue, { parameters, now }: SqueakQLContext): string {
  const moment = momentOf(value, now);
  if (moment.kind === 'day') {
    return `(${column} >= ${instant(moment.from, parameters)} and ${column} < ${instant(moment.until, parameters)})`;
  }
  // What lies between two milliseconds is no instant that is stored.
  return moment.exact ? `${column} = ${instant(moment.at, parameters)}` : 'false';
}

/** Before or after the instant; of a day: before its start or its end, not before its end or its start. */
export function isBeforeOrAfter(
  column: string,
  order: '<' | '<=' | '>' | '>=',
  value: SqueakQLValue,
  { parameters, now }: SqueakQLContext,
): string {
  const moment = momentOf(value, now);
  if (moment.kind === 'day') {
    const bound = order === '<' || order === '>=' ? moment.from : moment.until;
    return `${column} ${order.startsWith('<') ? '<' : '>='} ${instant(bound, parameters)}`;
  }
  // An instant behind its millisecond: that one is still before it, and the next one after it.
  const exact = order.startsWith('<') ? '<=' : '>';
  return `${column} ${moment.exact ? order : exact} ${instant(moment.at, parameters)}`;
}

function instant(at: Date, parameters: SqueakQLContext['parameters']): string {
  return parameters.add(at.getTime() > END_OF_YEAR_9999 ? 'infinity' : at, 'timestamptz');
}
