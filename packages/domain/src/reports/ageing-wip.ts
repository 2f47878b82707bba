import type { PublicUserId } from '../identity/names.js';
import type { WorkItemRecord } from '../work-item/record.js';
import { WORK_ITEM_STATUSES } from '../work-item/status.js';
import { WorkItemKey } from '../work-item/work-item-key.js';
import { percentileOf } from './percentile.js';
import { cappedRows, orderedRows, type Place, type Report } from './report-rows.js';
import { shownFace, type FaceOf } from './work-item-face.js';

/** A Work Item of an ageing report: at most one row for each item. */
export interface AgeingWork extends Pick<WorkItemRecord, 'id' | 'number' | 'status'> {
  readonly assignee: { readonly publicId: PublicUserId; readonly name: string } | null;
  /** The latest entry to the current status; creation in that status counts. */
  readonly since: Date;
}

/** The facts of an ageing report. */
export interface AgeingWipFacts {
  /** In any order; the order of the report is the fastest to read. */
  readonly items: readonly AgeingWork[];
  /** True when there were more items than a report reads. */
  readonly capped: boolean;
}

/** The orders of the rows. */
export type AgeingSort = 'age' | 'workItem' | 'status' | 'assignee' | 'since';

/** A row: one item in progress. */
export interface AgeingWipRow extends Pick<AgeingWork, 'status' | 'assignee' | 'since'> {
  readonly workItem: Pick<WorkItemRecord, 'id' | 'title' | 'type' | 'priority'> & { readonly key: WorkItemKey };
  readonly ageDays: number;
  /** The index of the bucket that contains `ageDays`. */
  readonly bucket: number;
}

/** The number of items in one range of ages, both limits included; the last bucket has no upper limit. */
export interface AgeingBucket {
  readonly label: string;
  readonly minDays: number;
  readonly maxDays: number | null;
  readonly count: number;
}

/** The figures over all rows; days are `null` when there is no row. */
export interface AgeingWipFigures {
  readonly asOf: Date;
  readonly total: number;
  readonly oldestDays: number | null;
  /** Interpolated, with two decimals. */
  readonly medianDays: number | null;
  readonly buckets: readonly AgeingBucket[];
}

/**
 * since = latest entry to the current status; ageDays = whole days elapsed at `asOf`; bucket = index of the first limit ≥ ageDays, else the
 * number of limits. Sort age and since: by since, earliest first; workItem: by key; status: in canonical order, then since; assignee: by
 * name, unassigned last, then since; ties by key. `limits` ascend.
 */
export function ageingWip(
  facts: AgeingWipFacts,
  {
    asOf,
    limits,
    sort,
    faceOf,
  }: { readonly asOf: Date; readonly limits: readonly number[]; readonly sort: AgeingSort; readonly faceOf: FaceOf },
): Report<AgeingWipRow, AgeingWipFigures, AgeingWork> {
  // An item that changed after the instant of the first page has age 0.
  const ageOf = ({ since }: AgeingWork) => Math.max(0, Math.floor((asOf.getTime() - since.getTime()) / DAY));
  const bucketOf = (age: number) => {
    const index = limits.findIndex((limit) => age <= limit);
    return index === -1 ? limits.length : index;
  };
  const rows = orderedRows(facts.items, PLACES[sort], (work) => {
    const { id, number, status, assignee, since } = work;
    const { projectKey, title, type, priority } = shownFace(faceOf, id);
    const ageDays = ageOf(work);
    const workItem = { id, key: WorkItemKey.of(projectKey, number), title, type, priority };
    return { workItem, status, assignee, since, ageDays, bucket: bucketOf(ageDays) };
  });
  const ages = Float64Array.from(facts.items, ageOf).sort();
  const counts = new Map<number, number>();
  for (const age of ages) counts.set(bucketOf(age), (counts.get(bucketOf(age)) ?? 0) + 1);
  return {
    figures: {
      asOf,
      total: ages.length,
      oldestDays: ages.at(-1) ?? null,
      medianDays: percentileOf(ages, 50),
      buckets: [...limits, null].map((maxDays, index) => {
        const minDays = (limits[index - 1] ?? -1) + 1;
        const label = maxDays === null ? `${minDays}+` : `${minDays}–${maxDays}`;
        return { label, minDays, maxDays, count: counts.get(index) ?? 0 };
      }),
    },
    rows,
    limitations: cappedRows(facts),
  };
}

/** One day in milliseconds. */
const DAY = 86_400_000;

const bySince = ({ since, number }: AgeingWork): Place => [since.getTime(), number];

const PLACES: Readonly<Record<AgeingSort, (work: AgeingWork) => Place>> = {
  age: bySince,
  since: bySince,
  workItem: ({ number }) => [number],
  status: (work) => [WORK_ITEM_STATUSES.indexOf(work.status), ...bySince(work)],
  assignee: (work) => [work.assignee ? 0 : 1, work.assignee?.name ?? '', ...bySince(work)],
};
