import {
  Calendar,
  CalendarDay,
  ONE_MINUTE,
  ONE_SECOND,
  offsetsOfRuntime,
  type OffsetAt,
  type TimeZone,
} from '@worktrack/domain';
import { membershipIn, type Membership } from '../api/session.js';
import { ONE_DAY } from './days.js';
import { LANGUAGES } from './languages.js';

/* Days are those of the Organization, whoever looks. A day is `2026-12-03`, an instant is that of the API. */

const calendars = new WeakMap<Membership, Calendar>();

/** Returns the days of an Organization; of one that the user is not in, those of UTC. */
export function calendarOf(organization: string): Calendar {
  const membership = membershipIn(organization);
  if (!membership) return Calendar.utc;
  const known = calendars.get(membership);
  if (known) return known;
  const calendar = new Calendar(membership.timeZone as TimeZone, offsetsOf(membership));
  calendars.set(membership, calendar);
  return calendar;
}

/** The clock of an Organization: as the server knows it, and before and after that as the browser does. */
function offsetsOf({ timeZone, clock }: Pick<Membership, 'timeZone' | 'clock'>): OffsetAt {
  const known = clock.offsets.map(({ from, minutes }) => ({ from: Date.parse(from), offset: minutes * ONE_MINUTE }));
  const until = Date.parse(clock.until);
  const knownAt = (instant: number) => (known.findLast(({ from }) => from <= instant) ?? known[0])?.offset ?? 0;
  let ofBrowser: OffsetAt | undefined;
  return (instant) => {
    if (instant < until && instant >= (known[0]?.from ?? Infinity)) return knownAt(instant);
    ofBrowser ??= browserOffsets(timeZone) ?? knownAt;
    return ofBrowser(instant);
  };
}

/** Returns `undefined` for a zone that the browser does not know. */
function browserOffsets(timeZone: string): OffsetAt | undefined {
  try {
    return offsetsOfRuntime(timeZone as TimeZone);
  } catch {
    return undefined;
  }
}

/** Returns the name of the time zone of an Organization. */
export const zoneOf = (organization: string): string => calendarOf(organization).zone;

/** Returns the day of an instant. */
export const dayOf = (organization: string, instant: string | Date): string =>
  CalendarDay.textOf(calendarOf(organization).dayOf(new Date(instant)));

/** What an instant stands for: the first moment of a day, or its last one. */
export type Edge = 'start' | 'end';

/**
 * True for an instant that stands for its whole day. Earlier releases stored the last second of the day where the user was: an offset is a
 * number of quarters of an hour.
 */
function isWholeDay(instant: Date, edge: Edge, calendar: Calendar): boolean {
  const time = instant.getTime();
  const day = calendar.dayOf(instant);
  if (edge === 'start') return time === calendar.startOf(day).getTime();
  return time === calendar.endOf(day).getTime() || (time + ONE_SECOND) % (15 * ONE_MINUTE) === 0;
}

const DAY = { day: 'numeric', month: 'short' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** Clocks of Organizations are shown by an instant of UTC with the same reading: the browser can have older rules. */
const formatOf = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LANGUAGES, { ...parts, timeZone: 'UTC' });

const formats = {
  short: { day: formatOf(DAY), time: formatOf({ ...DAY, ...TIME }) },
  withYear: { day: formatOf({ ...DAY, year: 'numeric' }), time: formatOf({ ...DAY, year: 'numeric', ...TIME }) },
};

/** Formats an instant: its day, or the reading of the clock where it does not stand for a day. */
function inWords(instant: Date, edge: Edge, calendar: Calendar, format: (typeof formats)['short']): string {
  return isWholeDay(instant, edge, calendar)
    ? format.day.format(calendar.dayOf(instant) * ONE_DAY)
    : format.time.format(calendar.readingOf(instant));
}

/** A day with its year: `3 Dec 2026`. */
export const dateInWords = (day: string): string => formats.withYear.day.format(new Date(day));

const yearOf = (day: CalendarDay): number => new Date(day * ONE_DAY).getUTCFullYear();

/** A day in short: `3 Dec`, with the year when it is another one, and with the time when the instant is not that of a whole day. */
export function shownDay(organization: string, instant: string, edge: Edge = 'end', now = new Date()): string {
  const calendar = calendarOf(organization);
  const at = new Date(instant);
  const isThisYear = yearOf(calendar.dayOf(at)) === yearOf(calendar.dayOf(now));
  return inWords(at, edge, calendar, isThisYear ? formats.short : formats.withYear);
}

/** A day of the Organization with its year, for an instant of any time. */
export const dayWithYear = (organization: string, instant: string): string => dateInWords(dayOf(organization, instant));

/** A day with its year; a time with the zone in which it is read. */
export function fullDay(organization: string, instant: string, edge: Edge = 'end'): string {
  const calendar = calendarOf(organization);
  const at = new Date(instant);
  const words = inWords(at, edge, calendar, formats.withYear);
  return isWholeDay(at, edge, calendar) ? words : `${words} (${calendar.zone})`;
}

export type DueState = 'overdue' | 'soon' | 'later';

/** Overdue: the day has passed, or the instant where it is not that of a whole day. Soon: within three days. */
export function dueState(organization: string, dueDate: string, now = new Date()): DueState {
  const calendar = calendarOf(organization);
  const at = new Date(dueDate);
  const due = isWholeDay(at, 'end', calendar) ? calendar.endOf(calendar.dayOf(at)) : at;
  const left = due.getTime() - now.getTime();
  if (left < 0) return 'overdue';
  return left < 3 * ONE_DAY ? 'soon' : 'later';
}
