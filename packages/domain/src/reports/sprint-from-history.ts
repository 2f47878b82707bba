import { assertKinds } from '../shared/wrong-use.js';
import type { SprintRecord } from '../sprint/record.js';
import { SPRINT_STATES } from '../sprint/state.js';
import { entriesOf, pastsOf, type ItemHistory, type ItemPast, type PastState } from './item-history.js';
import type { CommittedItem, EpisodeEnd, ReportedItem, SprintEpisode, SprintFacts } from './sprint-facts.js';
import { figureLimitations, sprintFigures } from './sprint-figures.js';
import type { SprintVelocity } from './velocity.js';

/** A Sprint as a report from a history needs it. Every `SprintRecord` is one. */
export type SprintOfHistory = Pick<
  SprintRecord,
  'id' | 'name' | 'state' | 'startDate' | 'endDate' | 'startedAt' | 'completedAt'
>;

/**
 * Returns the completed Sprints with their figures, in the order of their completion: what `velocity` reads. Archived and deleted items count
 * too.
 */
export function velocityFrom(
  history: readonly ItemHistory[],
  sprints: readonly SprintOfHistory[],
): readonly SprintVelocity[] {
  assertKinds('velocityFrom', { history, sprints }, { history: 'list', sprints: 'list' });
  const completed = sprints.flatMap((sprint) => {
    const { id, name, startDate, endDate, startedAt, completedAt } = sprint;
    if (!startedAt || !completedAt) return [];
    const figures = sprintFigures(sprintFactsFrom(history, sprint, { asOf: completedAt }));
    const { committed, completed: finished, carriedOver, added, removed } = figures;
    return {
      sprint: { id, name, startDate, endDate },
      ...{ startedAt, completedAt, committed, completed: finished, carriedOver, added, removed },
      limitations: figureLimitations(figures),
    };
  });
  return completed.sort(
    (a, b) => a.completedAt.getTime() - b.completedAt.getTime() || (a.sprint.id < b.sprint.id ? -1 : 1),
  );
}

/**
 * Returns the facts of a Sprint report.
 * @param asOf the present: later changes do not count
 * @param sprints the Sprints that carryover can go to, for their names
 */
export function sprintFactsFrom(
  history: readonly ItemHistory[],
  sprint: SprintOfHistory,
  options: { readonly asOf: Date; readonly sprints?: readonly Pick<SprintRecord, 'id' | 'name'>[] },
): SprintFacts {
  assertKinds('sprintFactsFrom', sprint, { id: 'text', state: SPRINT_STATES });
  assertKinds('sprintFactsFrom', sprint, { startedAt: 'instant?', completedAt: 'instant?' });
  assertKinds('sprintFactsFrom', options, { asOf: 'instant' });
  const { asOf, sprints = [] } = options;
  const { id, state, endDate, startedAt, completedAt } = sprint;
  const boundary = completedAt ?? asOf;
  const nameOf = (wanted: SprintRecord['id']) => sprints.find((each) => each.id === wanted)?.name ?? wanted;
  const parts = pastsOf(history, boundary).flatMap((past) => {
    const episodes = episodesOf(past, sprint, nameOf).filter(({ end }) => !startedAt || !end || end.at > startedAt);
    const committed = startedAt ? committedItem(past, id, startedAt) : undefined;
    return episodes.length > 0 || committed ? [{ past, episodes, committed }] : [];
  });
  return {
    sprint: { state, endDate, startedAt, completedAt },
    now: asOf,
    commitment: startedAt && parts.flatMap(({ committed }) => committed ?? []),
    episodes: parts.flatMap(({ episodes }) => episodes),
    items: parts.map(({ past }) => reportedItem(past)),
    capped: false,
    incomplete: false,
  };
}

/** Lists the stays of an item in a Sprint. All changes of one instant are one. */
function episodesOf(
  past: ItemPast,
  { id, completedAt }: SprintOfHistory,
  nameOf: (id: SprintRecord['id']) => string,
): readonly SprintEpisode[] {
  const episodes: SprintEpisode[] = [];
  let before: PastState | undefined;
  for (const state of lastOfEachInstant(past.states)) {
    const [was, is] = [isIn(before, id), isIn(state, id)];
    const { at, status, storyPoints } = state;
    const open = episodes.at(-1);
    if (!was && is) {
      const workItemId = past.record.id;
      episodes.push({
        id: `${workItemId}:${episodes.length}`,
        workItemId,
        enteredAt: at,
        status,
        storyPoints,
        end: null,
      });
    } else if (was && !is && open) {
      episodes[episodes.length - 1] = { ...open, end: endOf(before ?? state, state, completedAt, nameOf) };
    }
    before = state;
  }
  return episodes;
}

function endOf(
  before: PastState,
  after: PastState,
  completedAt: Date | null,
  nameOf: (id: SprintRecord['id']) => string,
): EpisodeEnd {
  const { at, sprint } = after;
  if (after.isDeleted) {
    const { status, storyPoints } = before;
    return { at, reason: 'deletion', status, storyPoints, destination: null };
  }
  const { status, storyPoints } = after;
  if (at.getTime() !== completedAt?.getTime()) return { at, reason: 'update', status, storyPoints, destination: null };
  const destination =
    sprint === null
      ? ({ kind: 'backlog' } as const)
      : ({ kind: 'sprint', sprintId: sprint, name: nameOf(sprint) } as const);
  return { at, reason: 'completion', status, storyPoints, destination };
}

/** Returns an item of the baseline; `undefined` when the item was not in the Sprint at its start. */
function committedItem(past: ItemPast, id: SprintRecord['id'], startedAt: Date): CommittedItem | undefined {
  const atStart = past.states.findLast(({ at }) => at <= startedAt);
  if (!atStart || !isIn(atStart, id)) return undefined;
  return {
    workItemId: past.record.id,
    storyPoints: atStart.storyPoints,
    doneAtStart: atStart.status === 'done',
    doneChanges: entriesOf(past)
      .filter(({ at, from, to }) => at > startedAt && (from === 'done' || to === 'done'))
      .map(({ at, to }) => ({ at, done: to === 'done' })),
  };
}

function reportedItem(past: ItemPast): ReportedItem {
  const { title, status, storyPoints } = past.present;
  const doneAt = entriesOf(past).findLast(({ to }) => to === 'done')?.at ?? null;
  const { id, projectKey, number } = past.record;
  return { id, projectKey, number, title, status, storyPoints, doneAt };
}

function isIn(state: PastState | undefined, id: SprintRecord['id']): boolean {
  return state?.sprint === id && !state.isDeleted;
}

function lastOfEachInstant(states: readonly PastState[]): readonly PastState[] {
  return states.filter(({ at }, index) => states[index + 1]?.at.getTime() !== at.getTime());
}
