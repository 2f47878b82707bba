import { Calendar, type ClockOffset, type OffsetAt, type TimeZone } from '@worktrack/domain';

/** The offsets of a clock from the first one of `offsets` until `until`. */
export interface Clock {
  readonly offsets: readonly ClockOffset[];
  readonly until: Date;
}

/** The years before and after the present one that a clock covers. */
const CLOCK_YEARS = { before: 1, after: 5 } as const;

/** The clock rules of all time zones. */
export abstract class TimeZones {
  private readonly clocks = new Map<string, Clock>();

  /** Returns the offsets of a zone. */
  abstract offsetsOf(zone: TimeZone): OffsetAt;

  /** Returns the days of a zone. */
  calendarOf(zone: TimeZone): Calendar {
    return new Calendar(zone, this.offsetsOf(zone));
  }

  /** Returns the clock of a zone from the year before the present one to five years after it. */
  clockOf(zone: TimeZone, now: Date): Clock {
    const year = now.getUTCFullYear();
    const name = `${zone} ${year}`;
    const known = this.clocks.get(name);
    if (known) return known;
    const start = new Date(Date.UTC(year - CLOCK_YEARS.before, 0));
    const until = new Date(Date.UTC(year + CLOCK_YEARS.after + 1, 0));
    const clock = { offsets: this.calendarOf(zone).clockBetween(start, until), until };
    this.clocks.set(name, clock);
    return clock;
  }
}
