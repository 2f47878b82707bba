import type { Brand } from './brand.js';
import { ONE_DAY, ONE_MINUTE, ONE_SECOND } from './durations.js';
import type { TimeZone } from './time-zone.js';

/** A calendar day, counted from 1 January 1970. */
export type CalendarDay = Brand<number, 'CalendarDay'>;

const SHAPE = /^\d{4}-\d\d-\d\d$/;

export const CalendarDay = {
  /** 1 January of the year 1. */
  first: -719_162 as CalendarDay,
  /** 31 December of the year 9999. */
  last: 2_932_896 as CalendarDay,

  /** Parses `YYYY-MM-DD`, an existing day of the years 1 to 9999. Returns `undefined` for anything else. */
  parse(text: string): CalendarDay | undefined {
    if (!SHAPE.test(text)) return undefined;
    const day = Date.parse(`${text}T00:00:00Z`) / ONE_DAY;
    // Some engines parse 30 February as a day of March, others reject it.
    const isReal = Number.isInteger(day) && day >= CalendarDay.first && CalendarDay.textOf(day as CalendarDay) === text;
    return isReal ? (day as CalendarDay) : undefined;
  },

  /** Returns `YYYY-MM-DD`. */
  textOf(day: CalendarDay): string {
    return new Date(day * ONE_DAY).toISOString().slice(0, 10);
  },

  /** Adds a number of days, which can be negative. */
  plus(day: CalendarDay, days: number): CalendarDay {
    return (day + days) as CalendarDay;
  },

  /** Returns the latest Monday that is not after the day. */
  mondayOf(day: CalendarDay): CalendarDay {
    // 1 January 1970 was a Thursday. `%` keeps the sign of the dividend, so take it twice.
    return (day - ((((day + 3) % 7) + 7) % 7)) as CalendarDay;
  },

  /** Returns the first day of the month. */
  firstOfMonth(day: CalendarDay): CalendarDay {
    return (day + 1 - new Date(day * ONE_DAY).getUTCDate()) as CalendarDay;
  },

  /** Returns the first day of the next month. */
  nextMonthOf(day: CalendarDay): CalendarDay {
    const date = new Date(day * ONE_DAY);
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + 1);
    return (date.getTime() / ONE_DAY) as CalendarDay;
  },
};

/** Before this instant no zone had rules of its own: earlier instants have the local mean time. */
const BEFORE_ALL_RULES = Date.parse('1800-01-01T00:00:00Z');

/**
 * The distance between two samples of a zone's offset. No offset was ever larger, and no zone changed its offset twice within three days.
 */
const STEP = ONE_DAY;

/** An interval in which the offset of a zone is constant. */
interface Steady {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

/** An offset of a clock from UTC in minutes: a clock that is ahead of UTC has a positive one. */
export interface ClockOffset {
  /** The instant from which the clock has this offset, until that of the next one. */
  readonly from: Date;
  readonly minutes: number;
}

/** Returns the offset from UTC at an instant, both in milliseconds: a clock that is ahead of UTC has a positive offset. */
export type OffsetAt = (instant: number) => number;

/** Returns the offsets of a zone by the rules that the runtime has in Intl. They are as old as the runtime. Throws `RangeError` for a zone that it does not know. */
export function offsetsOfRuntime(zone: TimeZone): OffsetAt {
  const clock = clockOf(zone);
  return (instant) => {
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (
      clock.format(instant).match(/\d+/g) ?? []
    ).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
  };
}

/** The maximum number of offsets that a calendar remembers. */
const MOST_KNOWN = 10_000;

function clockOf(timeZone: TimeZone): Intl.DateTimeFormat {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const form = { calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, ...form, ...day, ...time });
  } catch {
    throw new RangeError('offsetsOfRuntime: zone must be the name of a time zone, as TimeZone.parse returns it.');
  }
}

/** The calendar days of a time zone. */
export class Calendar {
  /** The days of UTC. */
  static readonly utc = new Calendar('UTC' as TimeZone, () => 0);

  private readonly known = new Map<number, number>();

  /** @param offsets the clock rules of the zone [those of the runtime] */
  constructor(
    readonly zone: TimeZone,
    private readonly offsets: OffsetAt = offsetsOfRuntime(zone),
  ) {}

  /**
   * Returns the first instant of a day: the first at which local time shows that day or a later one. When midnight is skipped, that is the
   * instant of the change; when the whole day is skipped, the first instant of the next day; when midnight occurs twice, the first one.
   */
  startOf(day: CalendarDay): Date {
    const midnight = day * ONE_DAY;
    for (const { from, until, offset } of this.steadyFrom(midnight - STEP, midnight + STEP)) {
      const first = Math.max(from, midnight - offset);
      if (first < until) return new Date(first);
    }
    throw new RangeError(`Day ${day} begins nowhere.`);
  }

  /** Returns the last millisecond of a day. Of a day that is skipped, returns that of the day before. */
  endOf(day: CalendarDay): Date {
    return new Date(this.startOf(CalendarDay.plus(day, 1)).getTime() - 1);
  }

  /** Returns the day of an instant: the last day that has begun by then. */
  dayOf(instant: Date): CalendarDay {
    const shown = Math.floor(this.readingOf(instant).getTime() / ONE_DAY) as CalendarDay;
    const next = CalendarDay.plus(shown, 1);
    // When clocks go back past midnight, local time shows the old day again after the new day has begun.
    return this.startOf(next) <= instant ? next : shown;
  }

  /** Returns the instant at which a clock of UTC shows what the clock of this zone shows at an instant. */
  readingOf(instant: Date): Date {
    return new Date(instant.getTime() + this.offsetAt(instant.getTime()));
  }

  /** Returns the offsets of the clock between two instants, earliest first. The last one can begin up to a day after `end`. */
  clockBetween(start: Date, end: Date): readonly ClockOffset[] {
    return this.steadyFrom(start.getTime(), end.getTime()).map(({ from, offset }) => ({
      from: new Date(from),
      minutes: offset / ONE_MINUTE,
    }));
  }

  /** Returns the intervals of constant offset, ascending and without a gap. */
  private steadyFrom(start: number, end: number): readonly Steady[] {
    const parts: Steady[] = [];
    let from = start;
    for (let before = start; before < end; before += STEP) {
      const after = before + STEP;
      const offset = this.offsetAt(before);
      if (this.offsetAt(after) === offset) continue;
      const change = this.changeBetween(before, after);
      parts.push({ from, until: change, offset });
      from = change;
    }
    return [...parts, { from, until: Infinity, offset: this.offsetAt(end) }];
  }

  /** Finds the instant of the change by bisection. Clocks change at full seconds. */
  private changeBetween(before: number, after: number): number {
    const offset = this.offsetAt(before);
    let [last, first] = [before / ONE_SECOND, after / ONE_SECOND];
    while (first - last > 1) {
      const middle = Math.floor((last + first) / 2);
      if (this.offsetAt(middle * ONE_SECOND) === offset) last = middle;
      else first = middle;
    }
    return first * ONE_SECOND;
  }

  /** Returns the offset from UTC, in milliseconds. */
  private offsetAt(time: number): number {
    const instant = Math.max(Math.floor(time / ONE_SECOND) * ONE_SECOND, BEFORE_ALL_RULES);
    const known = this.known.get(instant);
    if (known !== undefined) return known;
    const offset = this.offsets(instant);
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(instant, offset);
    return offset;
  }
}
