import type { EndedSprint, OrganizationId, ProjectId, SprintId, WorkItemId, WorkItemStatus } from '../index.js';
import { figureLimitations, sprintFigures, type FigureEpisode, type FigureFacts } from './sprint-figures.js';
import { sprintSummary } from './sprint-summary.js';

const at = (text: string) => new Date(`2026-${text}Z`);
const counts = (itemCount: number, points: number) => ({ itemCount, points });

const START = at('03-02T10:00:00');
const END = at('03-05T16:00:00');
const BEFORE = at('03-01T09:00:00');

const ENDED: EndedSprint = {
  organizationId: 'organization' as OrganizationId,
  projectId: 'project' as ProjectId,
  sprintId: 'sprint' as SprintId,
  startedAt: START,
  completedAt: END,
};

const idOf = (number: number) => `item-${number}` as WorkItemId;

const item = (number: number, status: WorkItemStatus, storyPoints: number | null, doneAt: Date | null = null) => ({
  id: idOf(number),
  status,
  storyPoints,
  doneAt,
});

const episode = (
  number: number,
  enteredAt: Date,
  storyPoints: number | null = null,
  end: FigureEpisode['end'] = null,
): FigureEpisode => ({ workItemId: idOf(number), enteredAt, storyPoints, end });

const left = (instant: Date, storyPoints: number | null, reason: 'update' | 'completion' = 'update') => ({
  at: instant,
  reason,
  storyPoints,
});

const committed = (number: number, storyPoints: number | null) => ({ workItemId: idOf(number), storyPoints });

const NOTHING: FigureFacts = {
  sprint: { state: 'done', startedAt: START, completedAt: END },
  now: END,
  commitment: [],
  episodes: [],
  items: [],
  capped: false,
  incomplete: false,
};

/**
 * Committed: item 1 with 5 points, item 2 with 3, item 3 without an estimate. Item 1 is done. Item 2 leaves with 4 points. Item 3 is
 * estimated at 8 and done. Item 4 enters with 2 points, leaves with 3, enters again with 3, and is carried over with 6.
 */
const EXAMPLE: FigureFacts = {
  ...NOTHING,
  commitment: [committed(1, 5), committed(2, 3), committed(3, null)],
  episodes: [
    episode(1, BEFORE, 5),
    episode(2, BEFORE, 3, left(at('03-04T12:00:00'), 4)),
    episode(3, BEFORE),
    episode(4, at('03-03T14:00:00'), 2, left(at('03-03T15:00:00'), 3)),
    episode(4, at('03-04T09:00:00'), 3, left(END, 6, 'completion')),
  ],
  items: [
    item(1, 'done', 5, at('03-03T11:00:00')),
    item(2, 'todo', 4),
    item(3, 'done', 8, at('03-04T11:00:00')),
    item(4, 'todo', 6),
  ],
};

const COMPLETE = { rowsCapped: false, historyIncomplete: false, commitmentUnavailable: false };

describe('The summary of a completed Sprint', () => {
  it('has the figures of the worked example', () => {
    expect(sprintSummary(ENDED, [sprintFigures(EXAMPLE)])).toEqual({
      ...ENDED,
      ...COMPLETE,
      committed: counts(3, 8),
      completed: counts(2, 13),
      carriedOver: counts(1, 6),
      added: counts(2, 5),
      removed: counts(2, 7),
    });
  });

  it('has the same figures before its carryover has left it', () => {
    const last = EXAMPLE.episodes.length - 1;
    const episodes = EXAMPLE.episodes.map((each, index) => (index === last ? { ...each, end: null } : each));
    expect(sprintFigures({ ...EXAMPLE, episodes })).toEqual(sprintFigures(EXAMPLE));
  });

  it('does not depend on how its items are divided into parts', () => {
    const partOf = (ids: readonly WorkItemId[]): FigureFacts => ({
      ...EXAMPLE,
      commitment: (EXAMPLE.commitment ?? []).filter(({ workItemId }) => ids.includes(workItemId)),
      episodes: EXAMPLE.episodes.filter(({ workItemId }) => ids.includes(workItemId)),
      items: EXAMPLE.items.filter(({ id }) => ids.includes(id)),
    });
    const parts = [[4, 1], [2], [3]].map((numbers) => sprintFigures(partOf(numbers.map(idOf))));
    expect(sprintSummary(ENDED, parts)).toEqual(sprintSummary(ENDED, [sprintFigures(EXAMPLE)]));
  });

  it('of nothing is 0', () => {
    const none = counts(0, 0);
    expect(sprintSummary(ENDED, [sprintFigures(NOTHING)])).toEqual({
      ...ENDED,
      ...COMPLETE,
      committed: none,
      completed: none,
      carriedOver: none,
      added: none,
      removed: none,
    });
  });

  it('does not count an item that became done before it entered as completed or carried over', () => {
    const facts = {
      ...NOTHING,
      episodes: [episode(1, at('03-03T10:00:00'), 2)],
      items: [item(1, 'done', 2, at('03-03T09:59:59'))],
    };
    expect(sprintFigures(facts)).toMatchObject({
      finalScope: counts(1, 2),
      completed: counts(0, 0),
      carriedOver: counts(0, 0),
      added: counts(1, 2),
    });
  });

  it('counts an item that became done at the instant of its entry as completed', () => {
    const entry = at('03-03T10:00:00');
    const facts = { ...NOTHING, episodes: [episode(1, entry, 2)], items: [item(1, 'done', 2, entry)] };
    expect(sprintFigures(facts)).toMatchObject({ completed: counts(1, 2) });
  });

  it('has no addition or removal at exactly its start or its end', () => {
    const facts = {
      ...NOTHING,
      episodes: [episode(1, START, 1, left(END, 1)), episode(2, BEFORE, 2, left(START, 2)), episode(3, END, 3)],
      items: [item(1, 'todo', 1), item(2, 'todo', 2), item(3, 'todo', 3)],
    };
    expect(sprintFigures(facts)).toMatchObject({ added: counts(0, 0), removed: counts(0, 0) });
  });

  it('leaves out episodes of items that are not among its facts', () => {
    const facts = { ...NOTHING, episodes: [episode(1, at('03-03T10:00:00'), 2)] };
    expect(sprintFigures(facts)).toMatchObject({ finalScope: counts(0, 0), added: counts(0, 0) });
  });

  it('is incomplete or capped when one of its parts is', () => {
    const part = sprintFigures(EXAMPLE);
    const limited = [
      { ...part, rowsCapped: true },
      { ...part, historyIncomplete: true },
    ];
    for (const each of limited) {
      const { rowsCapped, historyIncomplete, commitmentUnavailable } = each;
      const limitations = { rowsCapped, historyIncomplete, commitmentUnavailable };
      expect(sprintSummary(ENDED, [part, each])).toMatchObject(limitations);
    }
  });

  it('has no commitment when no part has one and an item was in it at its start', () => {
    const without = sprintFigures({ ...EXAMPLE, commitment: null });
    expect(without).toMatchObject({ committed: counts(0, 0), commitmentUnavailable: true });
    const empty = sprintFigures(NOTHING);
    expect(sprintSummary(ENDED, [without, empty]).commitmentUnavailable).toBe(true);
    expect(sprintSummary(ENDED, [without, sprintFigures(EXAMPLE)]).commitmentUnavailable).toBe(false);
  });
});

describe('The figures of a Sprint', () => {
  it('are 0 while it is future', () => {
    const sprint = { state: 'future', startedAt: null, completedAt: null } as const;
    expect(sprintFigures({ ...EXAMPLE, sprint })).toMatchObject({
      committed: counts(0, 0),
      finalScope: counts(0, 0),
      added: counts(0, 0),
    });
  });

  it('carry nothing over while it is active', () => {
    const sprint = { state: 'active', startedAt: START, completedAt: null } as const;
    expect(sprintFigures({ ...EXAMPLE, sprint, now: at('03-05T15:00:00') })).toMatchObject({
      finalScope: counts(3, 19),
      completed: counts(2, 13),
      carriedOver: counts(0, 0),
    });
  });

  it('name their limitations in the order of all limitations', () => {
    const all = { rowsCapped: true, historyIncomplete: true, commitmentUnavailable: true };
    expect(figureLimitations(all)).toEqual(['rows_capped', 'history_incomplete', 'commitment_unavailable']);
    expect(figureLimitations(COMPLETE)).toEqual([]);
  });
});
