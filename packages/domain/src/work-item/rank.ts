import { assertKinds } from '../shared/wrong-use.js';
import { WORK_ITEM_PRIORITIES, WORK_ITEM_STATUSES, type WorkItemPriority, type WorkItemStatus } from './status.js';

/** The values that give a Work Item its place in the order `rank`. */
export interface Ranked {
  readonly status: WorkItemStatus;
  readonly priority: WorkItemPriority;
  readonly dueDate: Date | null;
  readonly updatedAt: Date;
}

/** The order of the statuses in `rank`: the greater number comes first. */
export const STATUS_ORDER: Readonly<Record<WorkItemStatus, number>> = {
  in_progress: 2,
  in_review: 2,
  backlog: 1,
  todo: 1,
  done: 0,
};

const KINDS = {
  status: WORK_ITEM_STATUSES,
  priority: WORK_ITEM_PRIORITIES,
  dueDate: 'instant?',
  updatedAt: 'instant',
} as const;

/** Later than every instant. */
const NEVER = Number.MAX_SAFE_INTEGER;

function placeOf(ranked: Ranked, now: Date): readonly number[] {
  assertKinds('compareByRank', ranked, KINDS);
  const { status, priority, dueDate, updatedAt } = ranked;
  const due = dueDate?.getTime() ?? NEVER;
  return [
    status !== 'done' && due < now.getTime() ? due : NEVER,
    -STATUS_ORDER[status],
    -WORK_ITEM_PRIORITIES.indexOf(priority),
    due,
    -updatedAt.getTime(),
  ];
}

/**
 * Compares two Work Items in the order `rank`: the result is negative when `one` comes first. Overdue ones come first by their due dates;
 * then the order of the statuses, the priority, the due date, and the newest update decide.
 */
export function compareByRank(one: Ranked, other: Ranked, now: Date): number {
  assertKinds('compareByRank', { now }, { now: 'instant' });
  const against = placeOf(other, now);
  const differences = placeOf(one, now).map((value, at) => value - (against[at] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
