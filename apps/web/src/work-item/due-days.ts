import { CalendarDay, FIRST_INSTANT, LAST_INSTANT } from '@worktrack/domain';
import { calendarOf } from '../shell/organization-days.js';
import { firstDayOfWeek } from './week.js';

/** Stored instants are in the years 1 to 9999, and the first or the last day of a zone can reach beyond. */
const textOf = (instant: Date): string =>
  new Date(Math.min(Math.max(instant.getTime(), FIRST_INSTANT), LAST_INSTANT)).toISOString();

/** Returns the first moment of a day; `null` for a text that is not a day. */
export function startOfDay(organization: string, day: string): string | null {
  const parsed = CalendarDay.parse(day);
  return parsed === undefined ? null : textOf(calendarOf(organization).startOf(parsed));
}

/** Returns the last moment of a day; `null` for a text that is not a day. */
export function endOfDay(organization: string, day: string): string | null {
  const parsed = CalendarDay.parse(day);
  return parsed === undefined ? null : textOf(calendarOf(organization).endOf(parsed));
}

/** Returns the day that is some days after today; a negative number goes back. */
export const dayAfter = (organization: string, days: number, now = new Date()): string =>
  CalendarDay.textOf(CalendarDay.plus(calendarOf(organization).dayOf(now), days));

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The days that people choose most. The next week begins as it does where the language of the browser is spoken. */
export function usualDays(
  organization: string,
  now = new Date(),
  first = firstDayOfWeek(),
): readonly { readonly name: string; readonly day: string }[] {
  const today = calendarOf(organization).dayOf(now);
  const after = (days: number) => dayAfter(organization, days, now);
  const passed = today - CalendarDay.mondayOf(today);
  const toFirst = (first - 1 - passed + 7) % 7 || 7;
  return [
    { name: 'Today', day: after(0) },
    { name: 'Tomorrow', day: after(1) },
    { name: `Next ${WEEKDAYS[first - 1] ?? 'Monday'}`, day: after(toFirst) },
    { name: 'In two weeks', day: after(14) },
  ];
}
