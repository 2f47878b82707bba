import { LANGUAGES } from './languages.js';

/** Milliseconds of 24 hours. */
export const ONE_DAY = 86_400_000;

/* Times of events are shown where the user is. The days of an Organization are in `organization-days.ts`. */

const sameYear = new Intl.DateTimeFormat(LANGUAGES, { day: 'numeric', month: 'short' });
const otherYear = new Intl.DateTimeFormat(LANGUAGES, { day: 'numeric', month: 'short', year: 'numeric' });
const full = new Intl.DateTimeFormat(LANGUAGES, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(LANGUAGES, { numeric: 'auto', style: 'short' });

/** A day in short: `3 Dec`, with the year when it is another one. */
export function shortDay(instant: string, now = new Date()): string {
  const day = new Date(instant);
  return (day.getFullYear() === now.getFullYear() ? sameYear : otherYear).format(day);
}

export const fullTime = (instant: string): string => full.format(new Date(instant));

const STEPS: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [ONE_DAY, 'day'],
];

/** Returns the time since an instant, such as `5 min. ago`; after a week the day. */
export function ago(instant: string, now = new Date()): string {
  const passed = now.getTime() - new Date(instant).getTime();
  if (passed < 60_000) return relative.format(0, 'second');
  if (passed >= 7 * ONE_DAY) return shortDay(instant, now);
  const [length, unit] = STEPS.findLast(([shortest]) => passed >= shortest) ?? [60_000, 'minute'];
  return relative.format(-Math.floor(passed / length), unit);
}
