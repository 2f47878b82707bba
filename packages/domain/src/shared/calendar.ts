import type { Brand } from './brand.js';
import { TIME_ZONE_NAMES } from './time-zone-names.js';

/** The name of a time zone of the IANA database, as spelt there; aliases are names too. */
export type TimeZone = Brand<string, 'TimeZone'>;

export const TimeZone = {
  utc: 'UTC' as TimeZone,

  /** `undefined` for anything else: another case, an offset, a POSIX rule (contract §6.2, SPAN). */
  parse(text: string): TimeZone | undefined {
    // What came into the database later than the list is known as soon as the runtime knows it.
    const isName = TIME_ZONE_NAMES.has(text) || Intl.supportedValuesOf('timeZone').includes(text);
    return isName ? (text as TimeZone) : undefined;
  },
};

/** A calendar day, counted from 1 January 1970. */
export type CalendarDay = Brand<number, 'CalendarDay'>;

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const SHAPE = /^\d{4}-\d\d-\d\d$/;

export const CalendarDay = {
  /** 1 January of the year 1. */
  first: -719_162 as CalendarDay,
  /** 31 December of the year 9999. */
  last: 2_932_896 as CalendarDay,

  /** `YYYY-MM-DD`, a day that exists, of the years 1 to 9999 (contract §1.4); `undefined` for anything else. */
  parse(text: string): CalendarDay | undefined {
    if (!SHAPE.test(text)) return undefined;
    const day = Date.parse(`${text}T00:00:00Z`) / DAY;
    // 30 February is read as a day of March by some, and refused by others.
    const isReal = Number.isInteger(day) && day >= CalendarDay.first && CalendarDay.textOf(day as CalendarDay) === text;
    return isReal ? (day as CalendarDay) : undefined;
  },

  /** `YYYY-MM-DD` */
  textOf(day: CalendarDay): string {
    return new Date(day * DAY).toISOString().slice(0, 10);
  },

  /** So many days later, or earlier. */
  plus(day: CalendarDay, days: number): CalendarDay {
    return (day + days) as CalendarDay;
  },

  /** The Monday that it is, or that came before it. */
  mondayOf(day: CalendarDay): CalendarDay {
    // 1 January 1970 was a Thursday. A remainder has the sign of what is divided.
    return (day - ((((day + 3) % 7) + 7) % 7)) as CalendarDay;
  },

  /** The first day of the month after its own. */
  nextMonthOf(day: CalendarDay): CalendarDay {
    const date = new Date(day * DAY);
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + 1);
    return (date.getTime() / DAY) as CalendarDay;
  },
};

/** No clock was set by law before: what Intl says of earlier instants is the mean time of the place. */
const BEFORE_ALL_RULES = Date.parse('1800-01-01T00:00:00Z');

/** How often clocks are looked at. More than any was ever ahead of or behind UTC; and none was ever set twice within three days. */
const STEP = DAY;

/** An interval in which the clocks of a zone keep their distance from UTC. */
interface Steady {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

/** The calendar days of a time zone, by its rules as Intl knows them. */
export class Calendar {
  private readonly clock: Intl.DateTimeFormat;
  private readonly known = new Map<number, number>();

  constructor(zone: TimeZone) {
    this.clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  }

  /**
   * The first instant of a day: the first at which the clocks show that day or a later one. Where midnight is skipped that is the
   * instant of the leap, of a day that was left out the first instant of the next; where it comes twice it is the first.
   */
  startOf(day: CalendarDay): Date {
    const midnight = day * DAY;
    for (const { from, until, offset } of this.steadyFrom(midnight - STEP, midnight + STEP)) {
      const first = Math.max(from, midnight - offset);
      if (first < until) return new Date(first);
    }
    throw new RangeError(`Day ${day} begins nowhere.`);
  }

  /** The day that an instant belongs to: the last that has begun by then. */
  dayOf(instant: Date): CalendarDay {
    const shown = Math.floor((instant.getTime() + this.offsetAt(instant.getTime())) / DAY) as CalendarDay;
    const next = CalendarDay.plus(shown, 1);
    // Clocks that are set back past midnight show the day before once more, after the new one has begun.
    return this.startOf(next) <= instant ? next : shown;
  }

  /** In their order, without a gap. */
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

  /** Clocks change at a full second. */
  private changeBetween(before: number, after: number): number {
    const offset = this.offsetAt(before);
    let [last, first] = [before / SECOND, after / SECOND];
    while (first - last > 1) {
      const middle = Math.floor((last + first) / 2);
      if (this.offsetAt(middle * SECOND) === offset) last = middle;
      else first = middle;
    }
    return first * SECOND;
  }

  /** How far the clocks are ahead of UTC, in milliseconds. */
  private offsetAt(time: number): number {
    const instant = Math.max(Math.floor(time / SECOND) * SECOND, BEFORE_ALL_RULES);
    const known = this.known.get(instant);
    if (known !== undefined) return known;
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (
      this.clock.format(instant).match(/\d+/g) ?? []
    ).map(Number);
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - instant;
    this.known.set(instant, offset);
    return offset;
  }
}
