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
  /** In any order. */
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
  const samples = facts.finished.flatMap((work) => {
    const startedAt = measure.kind === 'lead' ? work.createdAt : work.firstEnteredAt;
    return startedAt ? [{ work, startedAt, time: work.doneAt.getTime() - startedAt.getTime() }] : [];
  });
  const ordered = orderedRows(samples, placeOf, ({ work, startedAt, time }, index) => {
    const { id, title, type, projectKey, number, doneAt } = work;
    const rolling = spreadOf(times.slice(Math.max(0, index + 1 - window), index + 1));
    return {
      workItem: { id, key: WorkItemKey.of(projectKey, number), title, type },
      ...{ startedAt, completedAt: doneAt },
      days: twoDecimals(BigInt(time), DAY),
      rollingMeanDays: rolling?.mean ?? 0,
      rollingStandardDeviationDays: rolling?.standardDeviation ?? 0,
    };
  });
  const times = ordered.items.map(({ time }) => time);
  const rising = Float64Array.from(times).sort();
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
    rows: ordered,
    limitations: cappedRows(facts),
  };
}

/** In milliseconds. */
const DAY = 86_400_000n;

function placeOf({ work }: { readonly work: FinishedWork }): Place {
  return [work.doneAt.getTime(), work.number];
}

/** In days. `undefined` of nothing. */
function spreadOf(times: readonly number[]): { readonly mean: number; readonly standardDeviation: number } | undefined {
  if (times.length === 0) return undefined;
  const count = BigInt(times.length);
  let sum = 0n;
  let squares = 0n;
  for (const time of times) {
    const exact = BigInt(time);
    sum += exact;
    squares += exact * exact;
  }
  return {
    mean: twoDecimals(sum, count * DAY),
    standardDeviation: twoDecimalsOfRoot(count * squares - sum * sum, count * DAY),
  };
}
