import type { WorkItemId } from '../identity/ids.js';
import { ONE_DAY } from '../shared/durations.js';
import type { WorkItemRecord } from '../work-item/record.js';
import type { WorkItemStatus } from '../work-item/status.js';
import { WorkItemKey } from '../work-item/work-item-key.js';
import { valueAt, type IdColumn } from './columns.js';
import { percentileOf } from './percentile.js';
import { cappedRows, rowsByColumns, type Place, type Report, type RowsOfItems } from './report-rows.js';
import { twoDecimals, twoDecimalsOfRoot } from './rounding.js';
import { shownFace, type FaceOf } from './work-item-face.js';
import { assertKinds } from '../shared/wrong-use.js';

/**
 * The Work Items that are done now and whose final entry to done lies in the span, as columns, each with one value for each item. In any
 * order; the order of the report is the fastest. Instants are in milliseconds since 1970.
 */
export interface FinishedWork {
  readonly ids: IdColumn<WorkItemId>;
  /** 0 where no other item of the report has the same `doneAt`: then the order does not need it. */
  readonly numbers: ArrayLike<number>;
  readonly createdAt: ArrayLike<number>;
  /**
   * The first entry to the start status; creation in that status counts. NaN when there was none, or when no start status is asked for.
   */
  readonly firstEnteredAt: ArrayLike<number>;
  /** The final entry to done. */
  readonly doneAt: ArrayLike<number>;
}

/** The facts of a control chart. */
export interface ControlChartFacts {
  readonly finished: FinishedWork;
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
  options: { readonly measure: ControlMeasure; readonly window: number; readonly faceOf: FaceOf },
): Report<ControlChartRow, ControlChartFigures, RowsOfItems<ControlChartRow>> {
  assertKinds('controlChart', facts, { finished: 'object', reopened: 'number' });
  assertKinds('controlChart', options, { measure: 'object', window: 'number', faceOf: 'function' });
  const { measure, window, faceOf } = options;
  const { finished } = facts;
  const starts = measure.kind === 'lead' ? finished.createdAt : finished.firstEnteredAt;
  const samples = samplesOf(finished, starts);
  const inOrder = rowsByColumns(samples.items.length, [samples.doneAt, samples.numbers], (sample, index) => {
    const id = finished.ids.at(valueAt(samples.items, sample));
    const { title, type, projectKey, number } = shownFace(faceOf, id);
    const rolling = spreadOf(times.subarray(Math.max(0, index + 1 - window), index + 1));
    const doneAt = valueAt(samples.doneAt, sample);
    const time = valueAt(times, index);
    return {
      workItem: { id, key: WorkItemKey.of(projectKey, number), title, type },
      startedAt: new Date(doneAt - time),
      completedAt: new Date(doneAt),
      days: twoDecimals(BigInt(time), DAY),
      rollingMeanDays: rolling?.mean ?? 0,
      rollingStandardDeviationDays: rolling?.standardDeviation ?? 0,
    };
  });
  const times = Float64Array.from({ length: inOrder.length }, (_, index) => {
    return valueAt(samples.times, inOrder.itemAt(index));
  });
  const itemAt = (index: number) => valueAt(samples.items, inOrder.itemAt(index));
  // The place of a shown row has its number, for the cursor.
  const placeOf = (index: number): Place => {
    const [doneAt = 0, number = 0] = inOrder.placeOf(index);
    return [doneAt, number || (faceOf(finished.ids.at(itemAt(index)))?.number ?? 0)];
  };
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
      excluded: { reopened: facts.reopened, withoutStart: finished.ids.length - times.length },
    },
    rows: { ...inOrder, itemAt, placeOf },
    limitations: cappedRows(facts),
  };
}

/** The items that have a start, as columns. */
interface Samples {
  /** The numbers of the items in the facts. */
  readonly items: Uint32Array;
  readonly doneAt: Float64Array;
  readonly numbers: Float64Array;
  /** Milliseconds from the start to done. */
  readonly times: Float64Array;
}

function samplesOf({ ids, doneAt, numbers }: FinishedWork, starts: ArrayLike<number>): Samples {
  const items = new Uint32Array(ids.length);
  let count = 0;
  for (let item = 0; item < items.length; item += 1) {
    if (!Number.isNaN(valueAt(starts, item))) items[count++] = item;
  }
  const kept = items.subarray(0, count);
  return {
    items: kept,
    doneAt: Float64Array.from(kept, (item) => valueAt(doneAt, item)),
    numbers: Float64Array.from(kept, (item) => valueAt(numbers, item)),
    times: Float64Array.from(kept, (item) => valueAt(doneAt, item) - valueAt(starts, item)),
  };
}

/** One day in milliseconds. */
const DAY = BigInt(ONE_DAY);

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
 * Sums the times and their squares exactly, for times of less than five centuries. The square of a time can exceed the precision of a
 * double. So each time is split into an upper and a lower half; the halves are multiplied and summed as doubles, in batches so small that
 * every sum stays a safe integer.
 */
function sumsOf(times: Float64Array): { readonly sum: bigint; readonly squares: bigint } {
  let [sum, squares] = [0n, 0n];
  for (let from = 0; from < times.length; from += BATCH) {
    let [high, low, highSquares, products, lowSquares] = [0, 0, 0, 0, 0];
    for (const time of times.subarray(from, from + BATCH)) {
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
const BATCH = 256;
