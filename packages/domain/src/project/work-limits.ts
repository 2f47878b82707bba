import type { WorkItemStatus } from '../work-item/status.js';
import { boundedInteger, type Bounds } from '../shared/bounds.js';

/** The statuses that can have a limit: what is done is not in progress. */
export const LIMITED_STATUSES = [
  'backlog',
  'todo',
  'in_progress',
  'in_review',
] as const satisfies readonly WorkItemStatus[];

/** One of `LIMITED_STATUSES`. */
export type LimitedStatus = (typeof LIMITED_STATUSES)[number];

/** The bounds of a limit, in Work Items. */
export const WORK_LIMIT_BOUNDS = { least: 1, most: 999 } as const satisfies Bounds;

/** The most Work Items of a Project that should be in a status together; an absent status has no limit. It is advice: nothing is refused by it. */
export type WorkLimits = Readonly<Partial<Record<LimitedStatus, number>>>;

/** The limits to change. An absent status keeps its limit, `null` clears it. */
export type WorkLimitChanges = Readonly<Partial<Record<LimitedStatus, number | null | undefined>>>;

/** Returns the limits with the changes. Throws `VALIDATION_ERROR` on a limit outside `WORK_LIMIT_BOUNDS`. */
export function changedLimits(limits: WorkLimits, changes: WorkLimitChanges): WorkLimits {
  const members = LIMITED_STATUSES.flatMap((status) => {
    // A default replaces `undefined` only: `null` clears.
    const { [status]: limit = limits[status] } = changes;
    return limit === null || limit === undefined ? [] : [[status, boundedInteger(status, limit, WORK_LIMIT_BOUNDS)]];
  });
  return Object.fromEntries(members) as WorkLimits;
}
