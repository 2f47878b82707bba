import { CalendarDay } from '../shared/calendar.js';
import { invalid } from '../shared/refusal.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The requested days of a report: the latest `range` days, or the days from `start` to `end`, both included. */
export interface RequestedSpan {
  readonly range?: number | undefined;
  readonly start?: CalendarDay | undefined;
  readonly end?: CalendarDay | undefined;
}

/** A range of calendar days, both ends included. */
export interface DayInterval {
  readonly start: CalendarDay;
  readonly end: CalendarDay;
}

/** The days of a report. */
export interface Span extends DayInterval {
  /** True when more days were requested: the latest ones were kept. */
  readonly capped: boolean;
}

/** The number of days of a report when the request names none. */
export const STANDARD_RANGE = 30;

/** The length of the intervals that a span is divided into; weeks begin on Monday. */
export type Interval = 'day' | 'week' | 'month';

/**
 * Returns the requested days, at most the latest `cap` of them. Without `start` and `end` the last day is today; `start` alone ends today,
 * `end` alone spans the default range. Throws `VALIDATION_ERROR` when `range` is given with `start` or `end`, when `start` is after `end`,
 * or when `start` without `end` is after today.
 */
export function spanOf(requested: RequestedSpan, today: CalendarDay, cap: number): Span {
  assertKinds('spanOf', { requested, today, cap }, { requested: 'object', today: 'number', cap: 'number' });
  const { range, start, end } = requested;
  if (range !== undefined && (start !== undefined || end !== undefined)) {
    invalid('range', 'must not be given together with start or end');
  }
  const last = end ?? today;
  if (start !== undefined && start > last) {
    invalid('start', end === undefined ? 'must not lie ahead without end' : 'must not come after end');
  }
  const first = start ?? CalendarDay.plus(last, 1 - (range ?? STANDARD_RANGE));
  const earliest = CalendarDay.plus(last, 1 - cap);
  const shown = first < earliest ? earliest : first;
  // The calendar begins in the year 1, so the span cannot start before it.
  return { start: shown < CalendarDay.first ? CalendarDay.first : shown, end: last, capped: first < earliest };
}

/** Returns the days of the span in ascending order. */
export function daysOf(span: DayInterval): readonly CalendarDay[] {
  assertKinds('daysOf', span, { start: 'number', end: 'number' });
  const { start, end } = span;
  return Array.from({ length: end - start + 1 }, (_, index) => CalendarDay.plus(start, index));
}

/** Divides the span into days, weeks or months; the first and the last one can be cut. */
export function intervalsOf(span: DayInterval, interval: Interval): readonly DayInterval[] {
  assertKinds('intervalsOf', span, { start: 'number', end: 'number' });
  assertKinds('intervalsOf', { interval }, { interval: ['day', 'week', 'month'] });
  const intervals: DayInterval[] = [];
  for (let start = span.start; start <= span.end;) {
    const next = nextOf(start, interval);
    intervals.push({ start, end: next > span.end ? span.end : CalendarDay.plus(next, -1) });
    start = next;
  }
  return intervals;
}

/** Returns the first day after the interval that contains `day`. */
function nextOf(day: CalendarDay, interval: Interval): CalendarDay {
  switch (interval) {
    case 'day':
      return CalendarDay.plus(day, 1);
    case 'week':
      return CalendarDay.plus(CalendarDay.mondayOf(day), 7);
    case 'month':
      return CalendarDay.nextMonthOf(day);
  }
}
