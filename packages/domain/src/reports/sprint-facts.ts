import type { SprintId, WorkItemId } from '../identity/ids.js';
import type { SprintRecord } from '../sprint/record.js';
import type { WorkItemRecord } from '../work-item/record.js';

/** Where a completion sent a Work Item. */
export type SprintDestination =
  { readonly kind: 'backlog' } | { readonly kind: 'sprint'; readonly sprintId: SprintId; readonly name: string };

/** How a Work Item stands at some instant. */
export type WorkStanding = Pick<WorkItemRecord, 'status' | 'storyPoints'>;

/** How an episode ended: with what the item was right after that, of a deletion right before. */
export interface EpisodeEnd extends WorkStanding {
  readonly at: Date;
  readonly reason: 'update' | 'deletion' | 'completion';
  /** Only of a completion. */
  readonly destination: SprintDestination | null;
}

/** The interval from entering the Sprint, included, to leaving it, excluded; with what the item was right after it entered. */
export interface SprintEpisode extends WorkStanding {
  readonly id: string;
  readonly workItemId: WorkItemId;
  readonly enteredAt: Date;
  /** `null` while it stays. */
  readonly end: EpisodeEnd | null;
}

/** A Work Item with an episode in the Sprint, as it was at the boundary: of a future Sprint as it is now. */
export interface ReportedItem extends WorkStanding, Pick<WorkItemRecord, 'id' | 'projectKey' | 'number' | 'title'> {
  /** Its last entry to done up to the boundary; `null` when there was none. */
  readonly doneAt: Date | null;
}

/** A Work Item of the baseline, with its points at the start. */
export interface CommittedItem {
  readonly workItemId: WorkItemId;
  readonly storyPoints: number | null;
  readonly doneAtStart: boolean;
  /** When it became done or undone after the start and up to the boundary, earliest first. */
  readonly doneChanges: readonly { readonly at: Date; readonly done: boolean }[];
}

/** All that a Sprint report is made of: immutable rows about at most 5,000 items. */
export interface SprintFacts {
  readonly sprint: Pick<SprintRecord, 'state' | 'endDate' | 'startedAt' | 'completedAt'>;
  readonly now: Date;
  /** The baseline; `null` where none was recorded. */
  readonly commitment: readonly CommittedItem[] | null;
  readonly episodes: readonly SprintEpisode[];
  /** Each item of an episode and of the baseline. */
  readonly items: readonly ReportedItem[];
  /** There were more items than are reported. */
  readonly capped: boolean;
  /** Some of what happened was never recorded. */
  readonly incomplete: boolean;
}

/** The instant a report is about: the completion, or now; `null` for a future Sprint. */
export function boundaryOf({ sprint: { state, completedAt }, now }: Pick<SprintFacts, 'sprint' | 'now'>): Date | null {
  if (state === 'future') return null;
  return state === 'done' ? (completedAt ?? now) : now;
}

/**
 * Whether the episode contains the instant. One that the completion ended counts as containing the completion: carryover is in the
 * final scope.
 */
export function contains({ enteredAt, end }: SprintEpisode, instant: Date): boolean {
  const at = instant.getTime();
  if (enteredAt.getTime() > at) return false;
  if (end === null || end.at.getTime() > at) return true;
  return end.reason === 'completion' && end.at.getTime() === at;
}
