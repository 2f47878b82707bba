import type { WorkItemId } from '../identity/ids.js';
import type { PublicUserId } from '../identity/names.js';
import { ONE_DAY } from '../shared/durations.js';
import type { WorkItemRecord } from '../work-item/record.js';
import { WORK_ITEM_STATUSES, type WorkItemStatus } from '../work-item/status.js';
import { WorkItemKey } from '../work-item/work-item-key.js';
import { percentileOf } from './percentile.js';
import { valueAt, type IdColumn } from './columns.js';
import { cappedRows, rowsByColumns, type OrderColumn, type Report, type RowsOfItems } from './report-rows.js';
import { shownFace, type FaceOf } from './work-item-face.js';
import { assertKinds } from '../shared/wrong-use.js';

/** An assignee, as a row shows it. */
export interface AgeingAssignee {
  readonly publicId: PublicUserId;
  readonly name: string;
}

/** The Work Items of an ageing report as columns, each with one value for each item. In any order. */
export interface AgeingWork {
  readonly ids: IdColumn<WorkItemId>;
  readonly numbers: ArrayLike<number>;
  /** The place of the status in `WORK_ITEM_STATUSES`. */
  readonly statuses: ArrayLike<number>;
  /** The place of the assignee in `people`; -1 for nobody. */
  readonly assignees: ArrayLike<number>;
  readonly people: readonly AgeingAssignee[];
  /** The latest entry to the current status, in milliseconds since 1970; creation in that status counts. */
  readonly since: ArrayLike<number>;
}

/** The facts of an ageing report. */
export interface AgeingWipFacts {
  readonly items: AgeingWork;
  /** True when there were more items than a report reads. */
  readonly capped: boolean;
}

/** The orders of the rows. */
export type AgeingSort = 'age' | 'workItem' | 'status' | 'assignee' | 'since';

/** A row: one item in progress. */
export interface AgeingWipRow {
  readonly workItem: Pick<WorkItemRecord, 'id' | 'title' | 'type' | 'priority'> & { readonly key: WorkItemKey };
  readonly status: WorkItemStatus;
  readonly assignee: AgeingAssignee | null;
  readonly since: Date;
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
  options: {
    readonly asOf: Date;
    readonly limits: readonly number[];
    readonly sort: AgeingSort;
    readonly faceOf: FaceOf;
  },
): Report<AgeingWipRow, AgeingWipFigures, RowsOfItems<AgeingWipRow>> {
  assertKinds('ageingWip', facts, { items: 'object' });
  assertKinds('ageingWip', options, { asOf: 'instant', limits: 'list', sort: Object.keys(ORDERS), faceOf: 'function' });
  const { asOf, limits, sort, faceOf } = options;
  const { items } = facts;
  const now = asOf.getTime();
  // An item that changed after the instant of the first page has age 0.
  const ages = Float64Array.from(items.since, (since) => Math.max(0, Math.floor((now - since) / ONE_DAY)));
  const bucketOf = (age: number) => {
    const index = limits.findIndex((limit) => age <= limit);
    return index === -1 ? limits.length : index;
  };
  const rows = rowsByColumns(items.ids.length, ORDERS[sort](items), (item) => {
    const id = items.ids.at(item);
    const { projectKey, number, title, type, priority } = shownFace(faceOf, id);
    const ageDays = valueAt(ages, item);
    return {
      workItem: { id, key: WorkItemKey.of(projectKey, number), title, type, priority },
      status: WORK_ITEM_STATUSES[valueAt(items.statuses, item)] ?? 'backlog',
      assignee: items.people[valueAt(items.assignees, item)] ?? null,
      since: new Date(valueAt(items.since, item)),
      ageDays,
      bucket: bucketOf(ageDays),
    };
  });
  const rising = ages.slice().sort();
  const counts = new Map<number, number>();
  for (const age of rising) counts.set(bucketOf(age), (counts.get(bucketOf(age)) ?? 0) + 1);
  return {
    figures: {
      asOf,
      total: rising.length,
      oldestDays: rising.at(-1) ?? null,
      medianDays: percentileOf(rising, 50),
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

const bySince = ({ since, numbers }: AgeingWork): readonly OrderColumn[] => [since, numbers];

const ORDERS: Readonly<Record<AgeingSort, (items: AgeingWork) => readonly OrderColumn[]>> = {
  age: bySince,
  since: bySince,
  workItem: ({ numbers }) => [numbers],
  status: (items) => [items.statuses, ...bySince(items)],
  assignee: (items) => {
    const withoutAssignee = Uint8Array.from(items.assignees, (assignee) => (assignee === -1 ? 1 : 0));
    const names = Array.from(items.assignees, (assignee) => items.people[assignee]?.name ?? '');
    return [withoutAssignee, names, ...bySince(items)];
  },
};
