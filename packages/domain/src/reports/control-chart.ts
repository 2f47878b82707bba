import type { WorkItemRecord } from '../work-item/record.js';
import type { WorkItemStatus } from '../work-item/status.js';
import { WorkItemKey } from '../work-item/work-item-key.js';
import { percentileOf } from './percentile.js';
import { cappedRows, orderedRows, type Place, type Report } from './report-rows.js';
import { twoDecimals, twoDecimalsOfRoot } from './rounding.js';
import { shownFace, type FaceOf } from './work-item-face.js';

/** A Work Item that is done now and whose final entry to done lies in the span: at most one row for each item. */
export interface FinishedWork extends Pick<WorkItemRecord, 'id'> {
  /** `null` when no other item of the report has the same `doneAt`: then the order does not need it. */
  readonly number: number | null;
  readonly createdAt: Date;
  /**
   * The first entry to the start status; creation in that status counts. `null` when there was none, or when no start status is asked for.
   */
  readonly firstEnteredAt: Date | null;
  /** The final entry to done. */
  readonly doneAt: Date;
}

/** The facts of a control chart. */
export interface ControlChartFacts {
  /** In any order; the order of the report is the fastest to read. */
  readonly finished: readonly FinishedWork[];
  /** The number of items with an entry to done in the span that are not done now. */
  readonly reopened: number;
  /** True when there were more items than a report reads. */
  readonly capped: boolean;
}

/** The start of the measured time: `lead` counts from creation, `cycle` from the first entry to `startStatus`. */
export type ControlMeasure =
  | { readonly kind: 'lead' }
  | { readonly kind: 'cycle'; readonly startStatus: WorkItemStatus };

/** A row: one finished item. Days have two decimals. */
export interface ControlChartRow {
  readonly workItem: Pick<WorkItemRecord, 'id' | 'title' | 'type'> & { readonly key: WorkItemKey };
  readonly startedAt: Date;
  readonly completedAt: Date;
  readonly days: number;
  /** The mean over a window of rows of the whole report that ends with this row. */
  readonly rollingMeanDays: number;
  readonly rollingStandardDeviationDays: number;
}

/** The figures over all rows; days are `null` when there is no row. */
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
 * Lead time runs from creation to the final entry to done. Cycle time runs from the first entry to the start status to the final entry to
 * done; an item that never entered that status is excluded and counted. Rows by completedAt, then key. Rolling values cover the last
 * `window` rows that end here, with the population standard deviation; percentiles by linear interpolation between closest ranks.
 */
export function controlChart(
  facts: ControlChartFacts,
  { measure, window, faceOf }: { readonly measure: ControlMeasure; readonly window: number; readonly faceOf: FaceOf },
): Report<ControlChartRow, ControlChartFigures, FinishedWork> {
  const startOf = (work: FinishedWork) => (measure.kind === 'lead' ? work.createdAt : work.firstEnteredAt);
  const timeOf = (work: FinishedWork) => work.doneAt.getTime() - (startOf(work) ?? work.doneAt).getTime();
  const samples = facts.finished.filter((work) => startOf(work) !== null);
  const placeOf = ({ id, doneAt, number }: FinishedWork): Place => {
    return [doneAt.getTime(), number ?? faceOf(id)?.number ?? 0];
  };
  const rows = orderedRows(samples, placeOf, (work, index) => {
    const { id, doneAt } = work;
    const { title, type, projectKey, number } = shownFace(faceOf, id);
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

/** One day in milliseconds. */
const DAY = 86_400_000n;

/** Returns the mean and the standard deviation in days; `undefined` for an empty array. */
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
 * Sums the times and their squares exactly, for times of less than five centuries. The square of a time may exceed the precision of a
 * double. So each time is split into an upper and a lower half; the halves are multiplied and summed as doubles, in batches so small that
 * every sum stays a safe integer.
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
