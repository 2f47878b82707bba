import type { SprintId, WorkItemId } from '../identity/ids.js';
import type { SprintRecord } from '../sprint/record.js';
import type { WorkItemRecord } from '../work-item/record.js';

/** The destination of a Work Item that a completion moved. */
export type SprintDestination =
  | { readonly kind: 'backlog' }
  | { readonly kind: 'sprint'; readonly sprintId: SprintId; readonly name: string };

/** The status and the points of a Work Item at some instant. */
export type WorkStanding = Pick<WorkItemRecord, 'status' | 'storyPoints'>;

/** The end of an episode, with the item's values right after it; for a deletion, right before it. */
export interface EpisodeEnd extends WorkStanding {
  readonly at: Date;
  readonly reason: 'update' | 'deletion' | 'completion';
  /** `null` unless the reason is `completion`. */
  readonly destination: SprintDestination | null;
}

/**
 * The time of a Work Item in the Sprint: from its entry, included, to its departure, excluded; with the item's values right after the
 * entry.
 */
export interface SprintEpisode extends WorkStanding {
  readonly id: string;
  readonly workItemId: WorkItemId;
  readonly enteredAt: Date;
  /** `null` while the item is in the Sprint. */
  readonly end: EpisodeEnd | null;
}

/** A Work Item with an episode in the Sprint, with its values at the boundary; for a future Sprint, with its current values. */
export interface ReportedItem extends WorkStanding, Pick<WorkItemRecord, 'id' | 'projectKey' | 'number' | 'title'> {
  /** The item's last entry to done up to the boundary; `null` when there was none. */
  readonly doneAt: Date | null;
}

/** A Work Item of the baseline, with its points at the start. */
export interface CommittedItem {
  readonly workItemId: WorkItemId;
  readonly storyPoints: number | null;
  readonly doneAtStart: boolean;
  /** The changes to done or away from done after the start and up to the boundary, earliest first. */
  readonly doneChanges: readonly { readonly at: Date; readonly done: boolean }[];
}

/** The facts of a Sprint report: immutable rows about at most 5,000 items. */
export interface SprintFacts {
  readonly sprint: Pick<SprintRecord, 'state' | 'endDate' | 'startedAt' | 'completedAt'>;
  readonly now: Date;
  /** The baseline; `null` when none was recorded. */
  readonly commitment: readonly CommittedItem[] | null;
  readonly episodes: readonly SprintEpisode[];
  /** Every item that has an episode or belongs to the baseline. */
  readonly items: readonly ReportedItem[];
  /** True when there were more items than a report reads. */
  readonly capped: boolean;
  /** True when parts of the history were never recorded. */
  readonly incomplete: boolean;
}

/** Returns the instant that a report describes: the completion, or now; `null` for a future Sprint. */
export function boundaryOf({
  sprint: { state, completedAt },
  now,
}: {
  readonly sprint: Pick<SprintRecord, 'state' | 'completedAt'>;
  readonly now: Date;
}): Date | null {
  if (state === 'future') return null;
  return state === 'done' ? (completedAt ?? now) : now;
}

/**
 * True when the episode contains the instant. An episode that the completion ended contains the instant of the completion: carryover is in
 * the final scope.
 */
export function contains(
  { enteredAt, end }: Pick<SprintEpisode, 'enteredAt'> & { readonly end: Pick<EpisodeEnd, 'at' | 'reason'> | null },
  instant: Date,
): boolean {
  const at = instant.getTime();
  if (enteredAt.getTime() > at) return false;
  if (end === null || end.at.getTime() > at) return true;
  return end.reason === 'completion' && end.at.getTime() === at;
}
