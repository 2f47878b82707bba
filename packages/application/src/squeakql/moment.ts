import type { SqueakQLCondition, SqueakQLQuery, SqueakQLValue } from './catalogue.js';

/**
 * What a time operand means. An instant that is not `exact` lies behind `at` and before the next millisecond. A day is from its
 * first millisecond up to that of the next day, which is not in it.
 */
export type Moment =
  | { readonly kind: 'instant'; readonly at: Date; readonly exact: boolean }
  | { readonly kind: 'day'; readonly from: Date; readonly until: Date };

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/**
 * `now` is `asOf` in a search and `generatedAt` in a report. Days, weeks and months are those of UTC; weeks begin on Monday.
 * Throws `TypeError` for an operand that is no time: then the query was not resolved.
 */
export function momentOf(value: SqueakQLValue, now: Date): Moment {
  switch (value.kind) {
    case 'instant':
      return { kind: 'instant', at: new Date(value.milliseconds), exact: value.exact };
    case 'day':
      return dayFrom(value.milliseconds);
    case 'duration':
      return exactly(now.getTime() + value.minutes * MINUTE);
    case 'call':
      switch (value.function) {
        case 'now':
          return exactly(now.getTime());
        case 'today':
          return dayFrom(startOfDay(now));
        case 'startOfWeek':
          // getUTCDay counts from Sunday.
          return exactly(startOfDay(now) - ((now.getUTCDay() + 6) % 7) * DAY);
        case 'startOfMonth':
          return exactly(startOfDay(now) - (now.getUTCDate() - 1) * DAY);
        default:
      }
      break;
    default:
  }
  throw new TypeError(`A ${value.kind} is no time.`);
}

/** Whether what the query means changes as time goes by. */
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

function dayFrom(start: number): Moment {
  return { kind: 'day', from: new Date(start), until: new Date(start + DAY) };
}

/** Every day of UTC is as long as any other: there is no leap second in a Date. */
function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / DAY) * DAY;
}
