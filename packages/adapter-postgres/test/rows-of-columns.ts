import {
  WORK_ITEM_STATUSES,
  type AgeingWipFacts,
  type ControlChartFacts,
  type WorkItemId,
  type WorkItemStatus,
} from '@worktrack/domain';

/** An item of the facts of an ageing report. */
export interface AgeingItem {
  readonly id: WorkItemId;
  readonly number: number;
  readonly status: WorkItemStatus;
  readonly assignee: AgeingWipFacts['items']['people'][number] | null;
  /** Milliseconds since 1970. */
  readonly since: number;
}

export function ageingItems({ items }: AgeingWipFacts): AgeingItem[] {
  return Array.from({ length: items.ids.length }, (_, item) => ({
    id: items.ids.at(item),
    number: valueAt(items.numbers, item),
    status: valueAt(WORK_ITEM_STATUSES, valueAt(items.statuses, item)),
    assignee: items.people[valueAt(items.assignees, item)] ?? null,
    since: valueAt(items.since, item),
  }));
}

/** An item of the facts of a control chart. Instants are in milliseconds since 1970. */
export interface FinishedItem {
  readonly id: WorkItemId;
  readonly number: number;
  readonly createdAt: number;
  readonly firstEnteredAt: number | null;
  readonly doneAt: number;
}

export function finishedItems({ finished }: ControlChartFacts): FinishedItem[] {
  return Array.from({ length: finished.ids.length }, (_, item) => {
    const firstEnteredAt = valueAt(finished.firstEnteredAt, item);
    return {
      id: finished.ids.at(item),
      number: valueAt(finished.numbers, item),
      createdAt: valueAt(finished.createdAt, item),
      firstEnteredAt: Number.isNaN(firstEnteredAt) ? null : firstEnteredAt,
      doneAt: valueAt(finished.doneAt, item),
    };
  });
}

/** Returns the value at an index. Throws when the list has none there. */
function valueAt<Value>(values: ArrayLike<Value>, index: number): Value {
  const value = values[index];
  if (value === undefined) throw new Error(`There is no value at ${index}.`);
  return value;
}
