import { ONE_DAY, ONE_HOUR, ONE_MINUTE } from '@worktrack/domain';

const OPENS = 8 * ONE_HOUR;
const CLOSES = 18 * ONE_HOUR;
const DAY = CLOSES - OPENS;
const DAYS_A_WEEK = 5;

/** 1 January 1970 was a Thursday: this many days after a Monday. */
const FIRST_MONDAY = 3;

/** Spans of working time, in milliseconds: a day has 10 working hours, a week 5 days. */
export const WORKING = { MINUTE: ONE_MINUTE, HOUR: ONE_HOUR, DAY, WEEK: DAYS_A_WEEK * DAY } as const;

/**
 * Working hours as one unbroken stretch: Monday to Friday, 8 to 18, UTC. A moment is the working time since the stretch began,
 * so that the simulation does not depend on the calendar.
 */
export class WorkingTime {
  private constructor(
    private readonly began: number,
    /** The moment at which the stretch ends. */
    readonly length: number,
  ) {}

  /** Makes a stretch of this length that ends at `now`, or with the last working hour before it. */
  static until(now: Date, length: number): WorkingTime {
    return new WorkingTime(workedUntil(now) - length, length);
  }

  at(moment: number): Date {
    const worked = this.began + Math.floor(moment);
    const days = Math.floor(worked / DAY);
    const weekday = days % DAYS_A_WEEK;
    const calendarDay = ((days - weekday) / DAYS_A_WEEK) * 7 + weekday - FIRST_MONDAY;
    return new Date(calendarDay * ONE_DAY + OPENS + (worked % DAY));
  }
}

/** Working milliseconds since that first Monday. */
function workedUntil(instant: Date): number {
  const calendarDay = Math.floor(instant.getTime() / ONE_DAY) + FIRST_MONDAY;
  const weekday = calendarDay % 7;
  const days = ((calendarDay - weekday) / 7) * DAYS_A_WEEK;
  if (weekday >= DAYS_A_WEEK) return (days + DAYS_A_WEEK) * DAY;
  const intoDay = instant.getTime() % ONE_DAY;
  return (days + weekday) * DAY + Math.min(Math.max(intoDay - OPENS, 0), DAY);
}

/** The first instant of the day `days` after that of `instant`, as due dates and Sprint plans are stored. */
export function dayAfter(instant: Date, days: number): Date {
  return new Date((Math.floor(instant.getTime() / ONE_DAY) + days) * ONE_DAY);
}
