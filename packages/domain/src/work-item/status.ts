/** The statuses of a Work Item, in canonical order. */
export const WORK_ITEM_STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'done'] as const;

/** One of `WORK_ITEM_STATUSES`; `done` is the only one that counts as finished. */
export type WorkItemStatus = (typeof WORK_ITEM_STATUSES)[number];

/**
 * The state machine of a Work Item. The aggregate and the discovery endpoint read this table. In review is
 * only reachable from in progress; every item can be closed, sent back or reopened.
 */
export const WORK_ITEM_TRANSITIONS = {
  backlog: ['todo', 'in_progress', 'done'],
  todo: ['backlog', 'in_progress', 'done'],
  in_progress: ['backlog', 'todo', 'in_review', 'done'],
  in_review: ['backlog', 'todo', 'in_progress', 'done'],
  done: ['backlog', 'todo', 'in_progress'],
} as const satisfies Record<WorkItemStatus, readonly WorkItemStatus[]>;

/** Returns every status that an item in `status` can move to, in canonical order; none when the item is archived. */
export function allowedTargets(status: WorkItemStatus, archived: boolean): readonly WorkItemStatus[] {
  return archived ? [] : WORK_ITEM_TRANSITIONS[status];
}

/** The types of a Work Item, in canonical order. */
export const WORK_ITEM_TYPES = ['task', 'bug', 'story', 'feature', 'epic'] as const;

/** One of `WORK_ITEM_TYPES`. */
export type WorkItemType = (typeof WORK_ITEM_TYPES)[number];

/** The priorities in canonical order: from the lowest to the highest. */
export const WORK_ITEM_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;

/** One of `WORK_ITEM_PRIORITIES`. */
export type WorkItemPriority = (typeof WORK_ITEM_PRIORITIES)[number];
