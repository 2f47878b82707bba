import type { WorkItemId } from '../identity/ids.js';
import type { SprintRecord } from '../sprint/record.js';
import type { MetricCount } from './metric-count.js';
import {
  boundaryOf,
  contains,
  type CommittedItem,
  type EpisodeEnd,
  type ReportedItem,
  type SprintEpisode,
  type SprintFacts,
} from './sprint-facts.js';
import { assertKinds } from '../shared/wrong-use.js';

/** An episode, with what figures need of it. */
export interface FigureEpisode extends Pick<SprintEpisode, 'workItemId' | 'enteredAt' | 'storyPoints'> {
  readonly end: Pick<EpisodeEnd, 'at' | 'reason' | 'storyPoints'> | null;
}

/**
 * The facts that the figures of a Sprint follow from, about all of its items, or about some of them with all of their episodes. The facts of
 * a Sprint report are a case of them.
 */
export interface FigureFacts extends Pick<SprintFacts, 'now' | 'capped' | 'incomplete'> {
  readonly sprint: Pick<SprintRecord, 'state' | 'startedAt' | 'completedAt'>;
  /** The baseline; `null` when none was recorded although an item was in the Sprint at its start. */
  readonly commitment: readonly Pick<CommittedItem, 'workItemId' | 'storyPoints'>[] | null;
  readonly episodes: readonly FigureEpisode[];
  readonly items: readonly Pick<ReportedItem, 'id' | 'status' | 'storyPoints' | 'doneAt'>[];
}

/** The figures of a Sprint at its boundary. */
export interface SprintFigures {
  /** The baseline, with the points at the start. */
  readonly committed: MetricCount;
  /** The items in the Sprint at the boundary, those included that the completion moves out of it. */
  readonly finalScope: MetricCount;
  readonly completed: MetricCount;
  /** The unfinished items of a Sprint that is done. */
  readonly carriedOver: MetricCount;
  /** The entries after the start and before the boundary, with the points right after each; an item can enter more than once. */
  readonly added: MetricCount;
  /** The departures after the start and before the boundary, with the points right after each, of a deletion right before it. */
  readonly removed: MetricCount;
  /** True when the Sprint had more items than a report reads. */
  readonly rowsCapped: boolean;
  readonly historyIncomplete: boolean;
  readonly commitmentUnavailable: boolean;
}

/** A reason why figures are incomplete. */
export type FigureLimitation = 'rows_capped' | 'history_incomplete' | 'commitment_unavailable';

/** Computes the figures in one pass over the episodes. All are 0 for a future Sprint. */
export function sprintFigures(facts: FigureFacts): SprintFigures {
  assertKinds('sprintFigures', facts, { sprint: 'object', now: 'instant', episodes: 'list', items: 'list' });
  const { sprint, commitment, episodes } = facts;
  const boundary = boundaryOf(facts);
  const items = new Map<WorkItemId, FigureFacts['items'][number]>();
  for (const item of facts.items) items.set(item.id, item);

  const [committed, finalScope, completed, carriedOver] = [noItems(), noItems(), noItems(), noItems()];
  const [added, removed] = [noItems(), noItems()];
  for (const { storyPoints } of (boundary && commitment) ?? []) count(committed, storyPoints);
  for (const episode of boundary ? episodes : []) {
    const item = items.get(episode.workItemId);
    if (!item || !boundary) continue;
    const { enteredAt, end } = episode;
    if (isScopeChange(facts, enteredAt)) count(added, episode.storyPoints);
    if (end && isScopeChange(facts, end.at)) count(removed, end.storyPoints);
    if (!contains(episode, boundary)) continue;
    count(finalScope, item.storyPoints);
    if (isCompleted(item, episode)) count(completed, item.storyPoints);
    if (isCarriedOver(sprint, item)) count(carriedOver, item.storyPoints);
  }
  return {
    committed,
    finalScope,
    completed,
    carriedOver,
    added,
    removed,
    rowsCapped: facts.capped,
    historyIncomplete: facts.incomplete,
    commitmentUnavailable: commitment === null,
  };
}

/**
 * True for the instant of an addition or removal: after the start and before the boundary. Moves by the completion happen at the boundary and
 * are not among them.
 */
export function isScopeChange(facts: Pick<FigureFacts, 'sprint' | 'now'>, at: Date): boolean {
  const { startedAt } = facts.sprint;
  const boundary = boundaryOf(facts);
  return startedAt !== null && boundary !== null && at > startedAt && at < boundary;
}

/** True for an item of the final scope that is done at the boundary and last became done inside the episode that is in scope. */
export function isCompleted(
  { status, doneAt }: Pick<ReportedItem, 'status' | 'doneAt'>,
  { enteredAt }: Pick<SprintEpisode, 'enteredAt'>,
): boolean {
  return status === 'done' && doneAt !== null && doneAt >= enteredAt;
}

/** True for an item of the final scope that the completion moves out of the Sprint. */
export function isCarriedOver(
  { state }: Pick<SprintRecord, 'state'>,
  { status }: Pick<ReportedItem, 'status'>,
): boolean {
  return state === 'done' && status !== 'done';
}

/** Returns the limitations of figures in the order of `REPORT_LIMITATIONS`. */
export function figureLimitations(
  figures: Pick<SprintFigures, 'rowsCapped' | 'historyIncomplete' | 'commitmentUnavailable'>,
): readonly FigureLimitation[] {
  assertKinds('figureLimitations', figures, { rowsCapped: 'boolean', historyIncomplete: 'boolean' });
  const { rowsCapped, historyIncomplete, commitmentUnavailable } = figures;
  return [
    ...(rowsCapped ? (['rows_capped'] as const) : []),
    ...(historyIncomplete ? (['history_incomplete'] as const) : []),
    ...(commitmentUnavailable ? (['commitment_unavailable'] as const) : []),
  ];
}

type Tally = { -readonly [Member in keyof MetricCount]: MetricCount[Member] };

function noItems(): Tally {
  return { itemCount: 0, points: 0 };
}

function count(tally: Tally, storyPoints: number | null): void {
  tally.itemCount += 1;
  tally.points += storyPoints ?? 0;
}
