const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns the first millisecond of a calendar day in UTC; `undefined` unless the text is `YYYY-MM-DD` and the day exists. */
export function startOfDay(text: string): number | undefined {
  if (!DAY.test(text)) return undefined;
  const start = Date.parse(`${text}T00:00:00.000Z`);
  // A JavaScript engine can read 30 February as 2 March.
  if (!(start >= FIRST) || new Date(start).toISOString().slice(0, 10) !== text) return undefined;
  return start;
}

/**
 * Parses an RFC 3339 timestamp with seconds and an offset, in the years 0001 to 9999; `undefined` when it is invalid.
 * `exact`: the timestamp has no fraction of a millisecond; an instant that is not exact is after its millisecond.
 */
export function instantOf(text: string): { readonly milliseconds: number; readonly exact: boolean } | undefined {
  const [, day = '', hour, minute, second, fraction = '', sign, offsetHour = '0', offsetMinute = '0'] =
    INSTANT.exec(text) ?? [];
  const start = startOfDay(day);
  if (start === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const local = (Number(hour) * 60 + Number(minute)) * 60_000 + Number(second) * 1000;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 * (sign === '-' ? -1 : 1);
  const milliseconds = start + local + Number(fraction.slice(0, 3).padEnd(3, '0')) - offset;
  if (milliseconds < FIRST || milliseconds > LAST) return undefined;
  return { milliseconds, exact: /^0*$/.test(fraction.slice(3)) };
}
