import {
  count,
  type Drawing,
  type DrawingOptions,
  limitationsInWords,
  line,
  Sheet,
  text,
  UTC_DAYS,
  widest,
} from './frame.js';
import { mark, written } from './mark.js';
import type { AgeingWipReport } from './report.js';
import { userText } from './text.js';
import { STATUS_NAMES, STATUSES, type Status } from './theme.js';
import { full, short } from './ticks.js';
import { assertDrawable } from './wrong-use.js';

/** The newest Work Items that are drawn; older ones are in the table only. */
export const MOST_AGEING = 5_000;
const BAND = 46;
const DOT = 7;
/** Heights inside a band at which dots stand. */
const LEVELS = 4;

type Row = AgeingWipReport['items'][number];
type Bucket = AgeingWipReport['ageingWip']['buckets'][number];

/** Keeps the rows that entered their status last, in the order of the report. */
function newestOf(rows: readonly Row[]): readonly Row[] {
  if (rows.length <= MOST_AGEING) return rows;
  const since = rows.map((row, index) => ({ at: Date.parse(row.since), index }));
  const kept = new Set(
    since
      .sort((a, b) => b.at - a.at || a.index - b.index)
      .slice(0, MOST_AGEING)
      .map(({ index }) => index),
  );
  return rows.filter((_, index) => kept.has(index));
}

/** The part of a bucket's band, from 0 at its bottom to 1 at its top, where an age lies. */
function partOf(ageDays: number, { minDays, maxDays }: Bucket, oldest: number): number {
  const days = Math.max(maxDays ?? oldest, minDays) - minDays + 1;
  return Math.min(Math.max((ageDays - minDays + 0.5) / days, 0), 1);
}

/**
 * Returns an x for each dot of one column: dots of equal height stand side by side around the middle, in the order given, and
 * closer together when they need more than `width` pixels.
 */
function sideBySide(heights: readonly number[], middle: number, width: number): number[] {
  const heaps = new Map<number, number[]>();
  heights.forEach((height, index) => {
    const heap = heaps.get(height) ?? [];
    heap.push(index);
    heaps.set(height, heap);
  });
  const places = heights.map(() => middle);
  for (const heap of heaps.values()) {
    const gap = Math.min(DOT + 2, (width - DOT) / Math.max(heap.length - 1, 1));
    heap.forEach((index, place) => (places[index] = middle + (place - (heap.length - 1) / 2) * gap));
  }
  return places;
}

/**
 * Draws how long the Work Items in progress have been in their status: dots in a column for each status over equally high bands
 * for the buckets of age, and the number of each bucket as a bar. Of more than 5,000 Work Items it draws the newest.
 */
export function drawAgeingWip(report: AgeingWipReport, options: DrawingOptions): Drawing {
  assertDrawable('drawAgeingWip', report, options, ['ageingWip', 'items']);
  const { dayOf } = options.days ?? UTC_DAYS;
  const { asOf, total, oldestDays, medianDays, buckets } = report.ageingWip;
  const { items, rowCount = items.length } = report;
  const rows = newestOf(items);
  const sheet = new Sheet(options, 'Ageing work in progress', [
    `as of ${dayOf(asOf)}`,
    'days in the present status',
    ...(rows.length < rowCount ? [`the newest ${full(rows.length)} of ${full(rowCount)} Work Items are drawn`] : []),
    ...limitationsInWords(report.limitations),
  ]);
  if (rows.length === 0) {
    const sentence = 'No Work Item is in progress.';
    sheet.empty(sentence);
    return sheet.drawing(sentence, []);
  }

  const { theme } = sheet;
  const present = new Set(rows.map(({ status }) => status));
  const usual: readonly Status[] = ['in_progress', 'in_review'];
  const columns = STATUSES.filter(
    (status) => present.has(status) || (usual.includes(status) && usual.some((each) => present.has(each))),
  );
  sheet.heading('Days · by status, and Work Items in each band');
  const labels = buckets.map(({ label }) => label);
  const counts = buckets.map((bucket) => short(bucket.count));
  const left = sheet.left + widest(labels) + 10;
  const barsWidth = (sheet.right - left) * (sheet.isNarrow ? 0.28 : 0.26);
  const right = sheet.right - barsWidth - 14;
  const top = sheet.y + 30;
  const bottom = top + buckets.length * BAND;
  const column = (right - left) / columns.length;
  const middleOf = (status: Status) => left + (columns.indexOf(status) + 0.5) * column;

  columns.forEach((status) => {
    const x = middleOf(status);
    const number = rows.reduce((sum, row) => sum + (row.status === status ? 1 : 0), 0);
    sheet.add(
      text(STATUS_NAMES[status], { x, y: top - 23, fill: theme.ink, anchor: 'middle', width: column - 4 }),
      text(short(number), { x, y: top - 7, fill: theme.muted, anchor: 'middle' }),
    );
  });
  const most = buckets.reduce((high, bucket) => Math.max(high, bucket.count), 1);
  const scale = (barsWidth - widest(counts) - 6) / most;
  buckets.forEach((bucket, index) => {
    const foot = bottom - index * BAND;
    const bar = { x: right + 14, y: foot - BAND / 2 - 9, width: bucket.count * scale, height: 18, fill: theme.primary };
    if (index % 2 === 0) {
      const band = { x: left, y: foot - BAND, width: sheet.right - left, height: BAND, fill: theme.band };
      sheet.add(mark('rect', band));
    }
    sheet.add(
      text(bucket.label, { x: left - 8, y: foot - BAND / 2 + 4, fill: theme.muted, anchor: 'end' }),
      ...(bucket.count > 0 ? [mark('rect', bar)] : []),
      text(counts[index] ?? '', { x: bar.x + bar.width + 5, y: foot - BAND / 2 + 4, fill: theme.ink }),
    );
  });
  for (let index = 1; index < columns.length; index += 1) {
    sheet.add(line(left + index * column, top, left + index * column, bottom, theme.grid));
  }
  sheet.add(line(left, bottom, sheet.right, bottom, theme.axis), line(right + 14, top, right + 14, bottom, theme.axis));

  const oldest = oldestDays ?? 0;
  const heights = rows.map((row) => {
    const bucket = buckets[row.bucket];
    if (bucket === undefined) throw new RangeError(`The report has no bucket ${row.bucket}.`);
    const level = Math.min(Math.floor(partOf(row.ageDays, bucket, oldest) * LEVELS), LEVELS - 1);
    return bottom - (row.bucket + (level + 0.5) / LEVELS) * BAND;
  });
  const xs = new Array<number>(rows.length).fill(left);
  for (const status of columns) {
    const indexes = [...rows.keys()].filter((index) => rows[index]?.status === status);
    const places = sideBySide(
      indexes.map((index) => heights[index] ?? 0),
      middleOf(status),
      column - 10,
    );
    indexes.forEach((index, place) => (xs[index] = places[place] ?? left));
  }
  // All dots are one path of points with round ends: 5,000 elements of their own would be slow to lay out.
  const d = rows.map((_, index) => `M${written(xs[index] ?? left)},${written(heights[index] ?? top)}h0`).join('');
  sheet.add(mark('path', { d, fill: 'none', stroke: theme.accent, 'stroke-width': DOT, 'stroke-linecap': 'round' }));
  sheet.y = bottom + 12;

  const median = medianDays === null ? '' : `; half of them for at most ${full(medianDays)} days`;
  const eldest = oldestDays === null ? '' : `, the oldest for ${count(full(oldestDays), 'day')}`;
  return sheet.drawing(`${count(full(total), 'Work Item')} in their present status${median}${eldest}.`, () =>
    rows.map((row, index) => ({
      x: xs[index] ?? left,
      y: heights[index] ?? top,
      row,
      label: `${row.workItem.key} ${userText(row.workItem.title)}: ${STATUS_NAMES[row.status]} for ${count(full(row.ageDays), 'day')}, since ${dayOf(row.since)}.`,
    })),
  );
}
