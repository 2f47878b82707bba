import { Calendar, CalendarDay, ONE_MINUTE } from '@worktrack/domain';
import type { SqueakQLCondition, SqueakQLQuery, SqueakQLValue } from './catalogue.js';

/**
 * The value of a time operand. An instant that is not `exact` lies after `at` and before the next millisecond. A day begins with its first
 * millisecond and ends before the first millisecond of the next day.
 */
export type Moment =
  | { readonly kind: 'instant'; readonly at: Date; readonly exact: boolean }
  | { readonly kind: 'day'; readonly from: Date; readonly until: Date };

/**
 * Computes the value of a time operand. `now` is `asOf` in a search and `generatedAt` in a report. Days, weeks and months are those of
 * the calendar; weeks begin on Monday. Throws `TypeError` for an operand of another type: then the query was not resolved.
 */
export function momentOf(value: SqueakQLValue, now: Date, calendar: Calendar): Moment {
  switch (value.kind) {
    case 'instant':
      return { kind: 'instant', at: new Date(value.milliseconds), exact: value.exact };
    case 'day':
      return wholeDay(Calendar.utc.dayOf(new Date(value.milliseconds)), calendar);
    case 'duration':
      return exactly(now.getTime() + value.minutes * ONE_MINUTE);
    case 'call':
      switch (value.function) {
        case 'now':
          return exactly(now.getTime());
        case 'today':
          return wholeDay(calendar.dayOf(now), calendar);
        case 'startOfWeek':
          return exactly(calendar.startOf(CalendarDay.mondayOf(calendar.dayOf(now))).getTime());
        case 'startOfMonth':
          return exactly(calendar.startOf(CalendarDay.firstOfMonth(calendar.dayOf(now))).getTime());
        default:
      }
      break;
    default:
  }
  throw new TypeError(`A ${value.kind} is not a time.`);
}

/** True when the result of the query depends on the current time. */
export function dependsOnNow({ condition, fields }: SqueakQLQuery): boolean {
  return fields.includes('overdue') || operandsOf(condition).some(isRelative);
}

function operandsOf(condition: SqueakQLCondition): readonly SqueakQLValue[] {
  switch (condition.kind) {
    case 'or':
    case 'and':
      return condition.operands.flatMap(operandsOf);
    case 'not':
      return operandsOf(condition.operand);
    case 'comparison':
      return [condition.value];
    case 'membership':
    case 'call':
      return condition.values;
    case 'null-test':
      return [];
    default:
      return condition satisfies never;
  }
}

function isRelative(value: SqueakQLValue): boolean {
  if (value.kind === 'duration') return true;
  return value.kind === 'call' && ['now', 'today', 'startOfWeek', 'startOfMonth'].includes(value.function);
}

function exactly(time: number): Moment {
  return { kind: 'instant', at: new Date(time), exact: true };
}

function wholeDay(day: CalendarDay, calendar: Calendar): Moment {
  return { kind: 'day', from: calendar.startOf(day), until: calendar.startOf(CalendarDay.plus(day, 1)) };
}
