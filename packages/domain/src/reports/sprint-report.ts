import type { WorkItemId } from '../identity/ids.js';
import { Calendar } from '../shared/calendar.js';
import type { SprintState } from '../sprint/state.js';
import { WORK_ITEM_STATUSES, type WorkItemStatus } from '../work-item/status.js';
import { WorkItemKey, compareKeys } from '../work-item/work-item-key.js';
import type { MetricCount } from './metric-count.js';
import { percentOf } from './percent.js';
import { sprintBurndown, type Burndown } from './sprint-burndown.js';
import {
  boundaryOf,
  contains,
  type ReportedItem,
  type SprintDestination,
  type SprintEpisode,
  type SprintFacts,
  type WorkStanding,
} from './sprint-facts.js';
import {
  figureLimitations,
  isCarriedOver,
  isCompleted,
  isScopeChange,
  sprintFigures,
  type FigureLimitation,
  type SprintFigures,
} from './sprint-figures.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The mode of a Sprint report, by the state of the Sprint. */
export type SprintReportMode = 'completed' | 'active' | 'future';

/** A reason why a Sprint report is incomplete. */
export type SprintLimitation = FigureLimitation | 'planned_end_missing';

/** Shares in whole per cent; `null` when the whole is 0. */
export interface Percentages {
  readonly itemPercent: number | null;
  readonly pointPercent: number | null;
}

/** The fields of every row in the lists of a Sprint report. */
export interface SprintReportRow extends WorkStanding {
  readonly id: string;
  readonly workItemId: WorkItemId;
  readonly key: WorkItemKey;
  readonly title: string;
  readonly occurredAt: Date;
}

/** A Work Item that was added or removed while the Sprint was active. */
export interface ScopeChange extends SprintReportRow {
  readonly kind: 'added' | 'removed';
}

/** An unfinished Work Item that the completion moved out of the Sprint. */
export interface SprintCarryover extends SprintReportRow {
  readonly destination: SprintDestination;
}

/** A row of the feed, which joins all lists of a Sprint report. */
export type SprintFeedEntry =
  | (SprintReportRow & { readonly kind: 'scope_change'; readonly changeType: 'added' | 'removed' })
  | (SprintReportRow & { readonly kind: 'carryover'; readonly destination: SprintDestination });

/** The report of a Sprint, without the Sprint itself; `items` is the whole feed. */
export interface SprintReport {
  readonly mode: SprintReportMode;
  readonly stable: boolean;
  readonly reportEndAt: Date | null;
  readonly commitment: MetricCount & { readonly available: boolean };
  readonly plannedScope: MetricCount;
  readonly completion: {
    readonly originalCommitment: MetricCount;
    readonly finalScope: MetricCount;
    readonly completed: MetricCount;
    readonly estimatedItemCount: number;
    readonly itemIds: Readonly<Record<'originalCommitment' | 'finalScope' | 'completed', readonly WorkItemId[]>>;
    readonly percentages: Readonly<Record<'finalScope' | 'originalCommitment', Percentages>>;
  };
  readonly scopeChanges: { readonly added: readonly ScopeChange[]; readonly removed: readonly ScopeChange[] };
  readonly carryover: readonly SprintCarryover[];
  readonly statuses: readonly (MetricCount & { readonly status: WorkItemStatus })[];
  readonly burndown: Burndown;
  readonly remaining: MetricCount;
  readonly limitations: readonly SprintLimitation[];
  readonly items: readonly SprintFeedEntry[];
}

/**
 * The limits of the lists: a number and a size in bytes for the newest scope changes, and a size for all lists together. Carryover gets the
 * rest of `bytes`, first by key. Figures cover everything, listed or not.
 */
export const LISTED = { scopeChanges: 5_000, scopeChangeBytes: 6 * 1024 ** 2, bytes: 8 * 1024 ** 2 } as const;

/** Returns the size of a listed row in bytes. */
export type BytesOfRow = (row: ScopeChange | SprintCarryover) => number;

const MODES = { future: 'future', active: 'active', done: 'completed' } as const satisfies Record<
  SprintState,
  SprintReportMode
>;

/** An item in scope, with the episode that contains it. */
interface InScope {
  readonly item: ReportedItem;
  readonly episode: SprintEpisode;
}

/**
 * Builds the report of a Sprint from immutable facts; `sprintFigures` computes its figures. The final scope is the items with an episode that contains the boundary or was ended
 * at it by the completion. An item of the final scope is completed when it is done at the boundary and last became done inside that
 * episode. Points are those recorded at the boundary; for the commitment, those of the baseline. Lists are cut to `LISTED`, which adds
 * `rows_capped`. Without `bytesOf` only the number of rows is limited, because this package knows no output format.
 * @param calendar the days of the burndown [those of UTC]
 */
export function sprintReport(
  facts: SprintFacts,
  bytesOf: BytesOfRow = () => 0,
  calendar: Calendar = Calendar.utc,
): SprintReport {
  assertKinds('sprintReport', facts, { sprint: 'object', now: 'instant', episodes: 'list', items: 'list' });
  const boundary = boundaryOf(facts);
  const figures = sprintFigures(facts);
  const items = new Map(facts.items.map((item) => [item.id, item]));
  const present = inScope(facts, items, boundary ?? facts.now);
  const finalScope = boundary ? present : [];
  const completed = finalScope.filter(({ item, episode }) => isCompleted(item, episode));
  const baseline = new Set((boundary && facts.commitment)?.map(({ workItemId }) => workItemId));
  const kept = standings(completed.filter(({ item }) => baseline.has(item.id)));
  const happened = scopeChanges(facts, items);
  const newest = happened.slice(-LISTED.scopeChanges).map(scopeChangeOf);
  const { rows, bytes } = fitting(newest.reverse(), LISTED.scopeChangeBytes, bytesOf);
  const changes = rows.reverse();
  const moved = boundary ? carriedOver(facts, finalScope, boundary) : [];
  const { rows: carryover } = fitting(moved, LISTED.bytes - bytes, bytesOf);
  const isCut = changes.length < happened.length || carryover.length < moved.length;
  const limitations = limitationsOf(facts, { ...figures, rowsCapped: figures.rowsCapped || isCut });

  return {
    mode: MODES[facts.sprint.state],
    stable: facts.sprint.state === 'done' && limitations.every((word) => word === 'planned_end_missing'),
    reportEndAt: boundary,
    commitment: { available: boundary !== null && !figures.commitmentUnavailable, ...figures.committed },
    plannedScope: boundary ? figures.committed : countOf(standings(present)),
    completion: {
      originalCommitment: figures.committed,
      finalScope: figures.finalScope,
      completed: figures.completed,
      estimatedItemCount: finalScope.filter(({ item }) => item.storyPoints !== null).length,
      itemIds: {
        originalCommitment: byKey(facts.items.filter(({ id }) => baseline.has(id))).map(({ id }) => id),
        finalScope: finalScope.map(({ item }) => item.id),
        completed: completed.map(({ item }) => item.id),
      },
      percentages: {
        finalScope: percentages(figures.completed, figures.finalScope),
        originalCommitment: percentages(countOf(kept), figures.committed),
      },
    },
    scopeChanges: {
      added: changes.filter(({ kind }) => kind === 'added'),
      removed: changes.filter(({ kind }) => kind === 'removed'),
    },
    carryover,
    statuses: WORK_ITEM_STATUSES.map((status) => ({
      status,
      ...countOf(standings(present).filter((item) => item.status === status)),
    })),
    burndown: sprintBurndown(facts, calendar),
    remaining: differenceOf(figures.finalScope, figures.completed),
    limitations,
    items: feedOf(changes, carryover),
  };
}

/** Returns the items in scope at the instant, by key. */
function inScope(facts: SprintFacts, items: ReadonlyMap<WorkItemId, ReportedItem>, instant: Date): readonly InScope[] {
  const present: InScope[] = [];
  for (const episode of facts.episodes) {
    const item = contains(episode, instant) ? items.get(episode.workItemId) : undefined;
    if (item) present.push({ item, episode });
  }
  return present.sort((a, b) => compareKeys(a.item, b.item));
}

/** Returns the additions and removals, earliest first. */
function scopeChanges(facts: SprintFacts, items: ReadonlyMap<WorkItemId, ReportedItem>): readonly Change[] {
  const changes: Change[] = [];
  for (const episode of facts.episodes) {
    const item = items.get(episode.workItemId);
    if (!item) continue;
    const { enteredAt, end } = episode;
    if (isScopeChange(facts, enteredAt))
      changes.push({ item, episode, kind: 'added', standing: episode, at: enteredAt });
    if (end && isScopeChange(facts, end.at))
      changes.push({ item, episode, kind: 'removed', standing: end, at: end.at });
  }
  return changes.sort(inTime);
}

function scopeChangeOf({ item, episode, kind, standing, at }: Change): ScopeChange {
  return { ...rowOf(item, episode, kind, standing, at), kind };
}

/** Returns the longest prefix of the rows that fits into `most` bytes, and its size. */
function fitting<Row extends ScopeChange | SprintCarryover>(rows: readonly Row[], most: number, bytesOf: BytesOfRow) {
  let bytes = 0;
  const end = rows.findIndex((row) => {
    const more = bytesOf(row);
    if (bytes + more > most) return true;
    bytes += more;
    return false;
  });
  return { rows: end === -1 ? [...rows] : rows.slice(0, end), bytes };
}

/** The begin or end of an episode, with the item's values at that time. */
interface Change extends InScope {
  readonly kind: ScopeChange['kind'];
  readonly standing: WorkStanding;
  readonly at: Date;
}

/** Compares by instant, then by key; the episode id breaks ties within one request. */
function inTime(a: Change, b: Change): number {
  return a.at.getTime() - b.at.getTime() || compareKeys(a.item, b.item) || compareIds(a.episode, b.episode);
}

function compareIds({ id: a }: SprintEpisode, { id: b }: SprintEpisode): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function carriedOver(
  { sprint }: SprintFacts,
  finalScope: readonly InScope[],
  boundary: Date,
): readonly SprintCarryover[] {
  return finalScope
    .filter(({ item }) => isCarriedOver(sprint, item))
    .map(({ item, episode }) => ({
      ...rowOf(item, episode, 'carryover', item, boundary),
      destination: episode.end?.destination ?? { kind: 'backlog' },
    }));
}

function rowOf(
  item: ReportedItem,
  episode: SprintEpisode,
  list: 'added' | 'removed' | 'carryover',
  { status, storyPoints }: WorkStanding,
  occurredAt: Date,
): SprintReportRow {
  const { id: workItemId, title, projectKey, number } = item;
  const key = WorkItemKey.of(projectKey, number);
  return { id: `${episode.id}:${list}`, workItemId, key, title, status, storyPoints, occurredAt };
}

/** Scope changes come first: they happened before the boundary, and carryover happens at it. */
function feedOf(changes: readonly ScopeChange[], carryover: readonly SprintCarryover[]): readonly SprintFeedEntry[] {
  return [
    ...changes.map(({ kind: changeType, ...row }) => ({ ...row, kind: 'scope_change' as const, changeType })),
    ...carryover.map((row) => ({ ...row, kind: 'carryover' as const })),
  ];
}

function byKey(items: readonly ReportedItem[]): readonly ReportedItem[] {
  return [...items].sort(compareKeys);
}

function standings(scope: readonly InScope[]): readonly WorkStanding[] {
  return scope.map(({ item }) => item);
}

function countOf(items: readonly Pick<WorkStanding, 'storyPoints'>[]): MetricCount {
  return { itemCount: items.length, points: items.reduce((sum, { storyPoints }) => sum + (storyPoints ?? 0), 0) };
}

/** At most 100: points at the boundary can exceed those of the baseline. */
function percentages(part: MetricCount, whole: MetricCount): Percentages {
  return {
    itemPercent: percentOf(part.itemCount, whole.itemCount),
    pointPercent: percentOf(Math.min(part.points, whole.points), whole.points),
  };
}

function differenceOf(whole: MetricCount, part: MetricCount): MetricCount {
  return { itemCount: whole.itemCount - part.itemCount, points: whole.points - part.points };
}

function limitationsOf({ sprint }: SprintFacts, figures: SprintFigures): readonly SprintLimitation[] {
  if (sprint.state === 'future') return [];
  return [...figureLimitations(figures), ...(sprint.endDate === null ? (['planned_end_missing'] as const) : [])];
}
