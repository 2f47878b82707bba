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
    number: items.numbers[item]!,
    status: WORK_ITEM_STATUSES[items.statuses[item]!]!,
    assignee: items.people[items.assignees[item]!] ?? null,
    since: items.since[item]!,
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
  return Array.from({ length: finished.ids.length }, (_, item) => ({
    id: finished.ids.at(item),
    number: finished.numbers[item]!,
    createdAt: finished.createdAt[item]!,
    firstEnteredAt: Number.isNaN(finished.firstEnteredAt[item]!) ? null : finished.firstEnteredAt[item]!,
    doneAt: finished.doneAt[item]!,
  }));
}
