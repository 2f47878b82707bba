import { scaleLinear } from 'd3-scale';
import { widthOf } from './text.js';

const DAY = 86_400_000;
/** 5 January 1970 was a Monday. */
const FIRST_MONDAY = 4;

/** Returns the days from 1970-01-01 to an instant or a date of the API, with a fraction. Throws `RangeError` for any other text. */
export function dayOf(text: string): number {
  const milliseconds = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(milliseconds)) throw new RangeError(`A report cannot contain the date ${JSON.stringify(text)}.`);
  return milliseconds / DAY;
}

/** Returns the UTC date of a day number as `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  return new Date(Math.floor(day) * DAY).toISOString().slice(0, 10);
}

export interface Tick {
  /** The place of the tick: a day number on a time axis, else a value. */
  readonly at: number;
  readonly label: string;
}

/** A number of days, weeks (from Monday) or months (from January), and how much of a date the label shows. */
const STEPS = [
  { unit: 'day', every: 1, shown: 10 },
  { unit: 'day', every: 2, shown: 10 },
  { unit: 'week', every: 1, shown: 10 },
  { unit: 'week', every: 2, shown: 10 },
  { unit: 'month', every: 1, shown: 7 },
  { unit: 'month', every: 3, shown: 7 },
  { unit: 'month', every: 6, shown: 7 },
  { unit: 'month', every: 12, shown: 4 },
  { unit: 'month', every: 24, shown: 4 },
  { unit: 'month', every: 60, shown: 4 },
] as const;

const DAYS = { day: 1, week: 7, month: 30.4 } as const;

type Step = (typeof STEPS)[number];

function daysOfStep({ unit, every }: Step, start: number, end: number): number[] {
  const days: number[] = [];
  if (unit === 'month') {
    const first = new Date(Math.floor(start) * DAY);
    const months = first.getUTCFullYear() * 12 + first.getUTCMonth();
    for (let month = Math.ceil(months / every) * every; ; month += every) {
      const day = Date.UTC(Math.floor(month / 12), month % 12) / DAY;
      if (day > end) return days;
      if (day >= start) days.push(day);
    }
  }
  const length = every * DAYS[unit];
  const offset = unit === 'week' ? FIRST_MONDAY : 0;
  for (let day = Math.ceil((start - offset) / length) * length + offset; day <= end; day += length) days.push(day);
  return days;
}

/** Pixels between two labels of an axis. */
const GAP = 14;

/**
 * Ticks of a time axis from one day number to another: days, weeks, months or years, as close as labels of `size` pixels fit
 * side by side into `width` pixels. Labels are UTC dates (`YYYY-MM-DD`, `YYYY-MM`, `YYYY`); locale and time zone of the machine
 * play no part.
 */
export function timeTicks(start: number, end: number, width: number, size: number): Tick[] {
  for (const step of STEPS) {
    const room = widthOf('2000-10-20'.slice(0, step.shown), size) + GAP;
    const span = end - start;
    if (((span / (DAYS[step.unit] * step.every)) | 0) * room > width) continue;
    const days = daysOfStep(step, start, end);
    const all = days.length === 0 ? [Math.ceil(start)] : days;
    return all.map((at) => ({ at, label: dateOf(at).slice(0, days.length === 0 ? 10 : step.shown) }));
  }
  return [
    { at: start, label: dateOf(start) },
    { at: end, label: dateOf(end) },
  ];
}

const LARGE = [
  { from: 1e15, unit: 1e15, suffix: 'P' },
  { from: 1e12, unit: 1e12, suffix: 'T' },
  { from: 1e9, unit: 1e9, suffix: 'G' },
  { from: 1e6, unit: 1e6, suffix: 'M' },
  { from: 1e4, unit: 1e3, suffix: 'k' },
] as const;

/** Writes a number for an axis or a bar: `9,500`, `12k`, `1.25M`; at most two decimals. */
export function short(value: number): string {
  const large = LARGE.find(({ from }) => Math.abs(value) >= from);
  return large ? `${rounded(value / large.unit)}${large.suffix}` : full(value);
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Writes a number whole, with commas between thousands: `1,234,567.5`; at most two decimals. */
export function full(value: number): string {
  if (Number.isInteger(value) && value >= 0 && value < 1_000) return String(value);
  const [digits = '', decimals] = String(rounded(value)).split('.');
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

export interface ValueAxis {
  /** Lowest and highest value of the axis. */
  readonly domain: readonly [number, number];
  readonly ticks: readonly Tick[];
}

/** Ticks of a value axis that shows `low` to `high` and begins and ends at a tick; with `whole` only at integers. */
export function valueTicks(
  low: number,
  high: number,
  wanted: number,
  { whole }: { readonly whole: boolean },
): ValueAxis {
  const top = high > low ? high : low + 1;
  const most = whole ? Math.max(1, Math.min(wanted, Math.ceil(top - low))) : wanted;
  const scale = scaleLinear([low, top], [0, 1]).nice(most);
  const [from = low, to = top] = scale.domain();
  const values = scale.ticks(most).filter((value) => !whole || Number.isInteger(value));
  return { domain: [from, to], ticks: values.map((at) => ({ at, label: short(at) })) };
}

/**
 * Moves labels apart: returns places in ascending order of `wanted`, at least `gap` apart, between `low` and `high`, as near as
 * possible to what is wanted. When they do not all fit, the last ones go beyond `low`.
 */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  const places = order.map((index) => wanted[index] ?? 0);
  for (let at = 0; at < places.length; at += 1) {
    places[at] = Math.max(places[at] ?? 0, at === 0 ? low : (places[at - 1] ?? 0) + gap);
  }
  for (let at = places.length - 1; at >= 0; at -= 1) {
    places[at] = Math.min(places[at] ?? 0, at === places.length - 1 ? high : (places[at + 1] ?? 0) - gap);
  }
  const result = [...wanted];
  order.forEach((index, at) => (result[index] = places[at] ?? 0));
  return result;
}
