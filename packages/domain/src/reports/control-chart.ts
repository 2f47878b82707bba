import type { WorkItemRecord } from '../work-item/record.js';
import type { WorkItemStatus } from '../work-item/status.js';
import { WorkItemKey } from '../work-item/work-item-key.js';
import { percentileOf } from './percentile.js';
import { cappedRows, orderedRows, type Place, type Report } from './report-rows.js';
import { twoDecimals, twoDecimalsOfRoot } from './rounding.js';

/** The flow of a Work Item that is done now and whose final entry to done lies in the span: at most one row an item. */
export interface FinishedWork extends Pick<WorkItemRecord, 'id' | 'projectKey' | 'number' | 'title' | 'type'> {
  readonly createdAt: Date;
  /** The first entry to the start status, creation in it included; `null` when it was never in it, or none is asked for. */
  readonly firstEnteredAt: Date | null;
  /** The final entry to done. */
  readonly doneAt: Date;
}

/** What a control chart is made of. */
export interface ControlChartFacts {
  /** In any order; that of the report is read fastest. */
  readonly finished: readonly FinishedWork[];
  /** Items with an entry to done in the span that are not done now. */
  readonly reopened: number;
  /** There was more than a report reads. */
  readonly capped: boolean;
}

/** From when on an item's time is counted. */
export type ControlMeasure =
  { readonly kind: 'lead' } | { readonly kind: 'cycle'; readonly startStatus: WorkItemStatus };

/** A row: one finished item. Days have two decimals. */
export interface ControlChartRow {
  readonly workItem: Pick<WorkItemRecord, 'id' | 'title' | 'type'> & { readonly key: WorkItemKey };
  readonly startedAt: Date;
  readonly completedAt: Date;
  readonly days: number;
  /** Over the last rows of the whole report up to this one. */
  readonly rollingMeanDays: number;
  readonly rollingStandardDeviationDays: number;
}

/** Over all rows; the days are `null` when there is none. */
export interface ControlChartFigures {
  readonly sampleCount: number;
  readonly meanDays: number | null;
  readonly medianDays: number | null;
  readonly p85Days: number | null;
  readonly p95Days: number | null;
  readonly standardDeviationDays: number | null;
  readonly excluded: { readonly reopened: number; readonly withoutStart: number };
}

/**
 * Lead time runs from creation to the final entry to done; cycle time from the first entry to the start status to the final entry to
 * done: an item that never entered it is left out and counted. Rows by completedAt, then key; rolling values over the last `window`
 * rows ending here, with the population standard deviation; percentiles by linear interpolation between closest ranks.
 */
export function controlChart(
  facts: ControlChartFacts,
  { measure, window }: { readonly measure: ControlMeasure; readonly window: number },
): Report<ControlChartRow, ControlChartFigures> {
  const startOf = (work: FinishedWork) => (measure.kind === 'lead' ? work.createdAt : work.firstEnteredAt);
  const timeOf = (work: FinishedWork) => work.doneAt.getTime() - (startOf(work) ?? work.doneAt).getTime();
  const samples = facts.finished.filter((work) => startOf(work) !== null);
  const rows = orderedRows(samples, placeOf, (work, index) => {
    const { id, title, type, projectKey, number, doneAt } = work;
    const rolling = spreadOf(times.subarray(Math.max(0, index + 1 - window), index + 1));
    return {
      workItem: { id, key: WorkItemKey.of(projectKey, number), title, type },
      startedAt: startOf(work) ?? doneAt,
      completedAt: doneAt,
      days: twoDecimals(BigInt(timeOf(work)), DAY),
      rollingMeanDays: rolling?.mean ?? 0,
      rollingStandardDeviationDays: rolling?.standardDeviation ?? 0,
    };
  });
  const times = new Float64Array(rows.length);
  rows.items.forEach((work, index) => (times[index] = timeOf(work)));
  const rising = times.slice().sort();
  const spread = spreadOf(times);
  return {
    figures: {
      sampleCount: times.length,
      meanDays: spread?.mean ?? null,
      medianDays: percentileOf(rising, 50, DAY),
      p85Days: percentileOf(rising, 85, DAY),
      p95Days: percentileOf(rising, 95, DAY),
      standardDeviationDays: spread?.standardDeviation ?? null,
      excluded: { reopened: facts.reopened, withoutStart: facts.finished.length - samples.length },
    },
    rows,
    limitations: cappedRows(facts),
  };
}

/** In milliseconds. */
const DAY = 86_400_000n;

function placeOf({ doneAt, number }: FinishedWork): Place {
  return [doneAt.getTime(), number];
}

/** In days. `undefined` of nothing. */
function spreadOf(times: Float64Array): { readonly mean: number; readonly standardDeviation: number } | undefined {
  if (times.length === 0) return undefined;
  const count = BigInt(times.length);
  const { sum, squares } = sumsOf(times);
  return {
    mean: twoDecimals(sum, count * DAY),
    standardDeviation: twoDecimalsOfRoot(count * squares - sum * sum, count * DAY),
  };
}

/**
 * Exact, for times of less than five centuries: the square of one is more than a double holds. Of each the upper and the lower half
 * are multiplied and added by themselves, as doubles, so many at once that no sum is beyond the safe integers.
 */
function sumsOf(times: Float64Array): { readonly sum: bigint; readonly squares: bigint } {
  let [sum, squares] = [0n, 0n];
  for (let from = 0; from < times.length; from += AT_ONCE) {
    let [high, low, highSquares, products, lowSquares] = [0, 0, 0, 0, 0];
    for (const time of times.subarray(from, from + AT_ONCE)) {
      const upper = Math.floor(time / HALF);
      const lower = time - upper * HALF;
      high += upper;
      low += lower;
      highSquares += upper * upper;
      products += upper * lower;
      lowSquares += lower * lower;
    }
    sum += BigInt(high) * WHOLE_HALF + BigInt(low);
    squares += BigInt(highSquares) * WHOLE_HALF ** 2n + 2n * BigInt(products) * WHOLE_HALF + BigInt(lowSquares);
  }
  return { sum, squares };
}

const HALF = 2 ** 22;
const WHOLE_HALF = BigInt(HALF);
const AT_ONCE = 256;
