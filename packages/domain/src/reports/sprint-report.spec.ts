import type { ProjectKey, SprintId, WorkItemId, WorkItemStatus } from '../index.js';
import { Calendar } from '../shared/calendar.js';
import { TimeZone } from '../shared/time-zone.js';
import { percentOf } from './percent.js';
import { LONGEST_REST } from './sprint-burndown.js';
import type { CommittedItem, EpisodeEnd, ReportedItem, SprintEpisode, SprintFacts } from './sprint-facts.js';
import { sprintReport, type ScopeChange, type SprintCarryover } from './sprint-report.js';

const at = (text: string) => new Date(`2026-${text}Z`);
const idOf = (number: number) => `item-${number}` as WorkItemId;

const START = at('03-02T10:00:00');
const END = at('03-05T16:00:00');

const item = (number: number, status: WorkItemStatus, storyPoints: number | null, doneAt: Date | null = null) =>
  ({
    ...{ id: idOf(number), projectKey: 'WEB' as ProjectKey, number, title: `Item ${number}` },
    ...{ status, storyPoints, doneAt },
  }) satisfies ReportedItem;

const episode = (
  number: number,
  enteredAt: Date,
  { id = `e${number}`, end = null, status = 'todo', storyPoints = null }: Partial<SprintEpisode> = {},
): SprintEpisode => ({ id, workItemId: idOf(number), enteredAt, status, storyPoints, end });

const left = (
  instant: Date,
  reason: EpisodeEnd['reason'],
  storyPoints: number | null = null,
  status: WorkItemStatus = 'todo',
): EpisodeEnd => ({
  ...{ at: instant, reason, status, storyPoints },
  destination: reason === 'completion' ? { kind: 'backlog' } : null,
});

const committed = (number: number, storyPoints: number | null, doneAt?: Date): CommittedItem => ({
  ...{ workItemId: idOf(number), storyPoints, doneAtStart: false },
  doneChanges: doneAt ? [{ at: doneAt, done: true }] : [],
});

/** The worked example of the definitions, number by number. */
const EXAMPLE: SprintFacts = {
  sprint: { state: 'done', endDate: at('03-06T00:00:00'), startedAt: START, completedAt: END },
  now: at('04-01T00:00:00'),
  commitment: [committed(1, 5, at('03-03T11:00:00')), committed(2, 3), committed(3, null, at('03-04T11:00:00'))],
  episodes: [
    episode(1, at('03-01T09:00:00')),
    episode(2, at('03-01T09:00:00'), { end: left(at('03-04T12:00:00'), 'update', 3) }),
    episode(3, at('03-01T09:00:00')),
    episode(4, at('03-03T14:00:00'), { storyPoints: 2, end: left(END, 'completion', 2) }),
  ],
  items: [
    item(1, 'done', 5, at('03-03T11:00:00')),
    item(2, 'todo', 3),
    item(3, 'done', 8, at('03-04T11:00:00')),
    item(4, 'todo', 2),
  ],
  capped: false,
  incomplete: false,
};

const ACTIVE: SprintFacts = {
  ...EXAMPLE,
  sprint: { ...EXAMPLE.sprint, state: 'active', completedAt: null },
  now: at('03-04T11:30:00'),
  episodes: EXAMPLE.episodes.map((each) => ({ ...each, end: null })),
};

describe('The report of a completed Sprint', () => {
  const report = sprintReport(EXAMPLE);

  it('counts as the worked example does', () => {
    expect(report).toMatchObject({
      mode: 'completed',
      stable: true,
      reportEndAt: END,
      commitment: { available: true, itemCount: 3, points: 8 },
      plannedScope: { itemCount: 3, points: 8 },
      completion: {
        originalCommitment: { itemCount: 3, points: 8 },
        finalScope: { itemCount: 3, points: 15 },
        completed: { itemCount: 2, points: 13 },
        estimatedItemCount: 3,
        itemIds: {
          originalCommitment: [idOf(1), idOf(2), idOf(3)],
          finalScope: [idOf(1), idOf(3), idOf(4)],
          completed: [idOf(1), idOf(3)],
        },
        percentages: {
          finalScope: { itemPercent: 67, pointPercent: 87 },
          originalCommitment: { itemPercent: 67, pointPercent: 100 },
        },
      },
      remaining: { itemCount: 1, points: 2 },
      limitations: [],
    });
    expect(report.statuses).toEqual([
      { status: 'backlog', itemCount: 0, points: 0 },
      { status: 'todo', itemCount: 1, points: 2 },
      { status: 'in_progress', itemCount: 0, points: 0 },
      { status: 'in_review', itemCount: 0, points: 0 },
      { status: 'done', itemCount: 2, points: 13 },
    ]);
  });

  it('lists what came in, what went out and what was carried over, and all of it as one feed', () => {
    const todo = { status: 'todo' } as const;
    const four = { workItemId: idOf(4), key: 'WEB-4', title: 'Item 4', ...todo, storyPoints: 2 };
    const added = { id: 'e4:added', ...four, occurredAt: at('03-03T14:00:00') };
    const two = { workItemId: idOf(2), key: 'WEB-2', title: 'Item 2', ...todo, storyPoints: 3 };
    const removed = { id: 'e2:removed', ...two, occurredAt: at('03-04T12:00:00') };
    const carried = { id: 'e4:carryover', ...four, occurredAt: END, destination: { kind: 'backlog' } };
    expect(report.scopeChanges).toEqual({
      added: [{ ...added, kind: 'added' }],
      removed: [{ ...removed, kind: 'removed' }],
    });
    expect(report.carryover).toEqual([carried]);
    expect(report.items).toEqual([
      { ...added, kind: 'scope_change', changeType: 'added' },
      { ...removed, kind: 'scope_change', changeType: 'removed' },
      { ...carried, kind: 'carryover' },
    ]);
  });

  it('burns down the points of the baseline, and draws on to the planned end', () => {
    expect(report.burndown).toEqual({
      available: true,
      points: [
        { date: '2026-03-02', remainingPoints: 8 },
        { date: '2026-03-03', remainingPoints: 3 },
        { date: '2026-03-04', remainingPoints: 0 },
        { date: '2026-03-05', remainingPoints: 0 },
      ],
      display: [
        { date: '2026-03-02', label: 'Mar 2', remaining: 8, ideal: 8 },
        { date: '2026-03-03', label: 'Mar 3', remaining: 3, ideal: 6 },
        { date: '2026-03-04', label: 'Mar 4', remaining: 0, ideal: 4 },
        { date: '2026-03-05', label: 'Mar 5', remaining: 0, ideal: 2 },
        { date: '2026-03-06', label: 'Mar 6', remaining: 0, ideal: 0 },
      ],
    });
  });

  it('counts what happens at midnight to the day that begins', () => {
    const atMidnight = committed(1, 5, at('03-04T00:00:00'));
    const justBefore = committed(3, 2, at('03-03T23:59:59.999'));
    const { burndown } = sprintReport({ ...EXAMPLE, commitment: [atMidnight, justBefore] });
    expect(burndown.points.map(({ remainingPoints }) => remainingPoints)).toEqual([7, 5, 0, 0]);
  });

  it('counts what the completion moves as in the Sprint at the boundary', () => {
    const facts = { ...EXAMPLE, commitment: [...EXAMPLE.commitment!, committed(4, 2)] };
    expect(sprintReport(facts).burndown.points.at(-1)).toEqual({ date: '2026-03-05', remainingPoints: 2 });
  });

  it('shows to which Sprint work was carried over', () => {
    const destination = { kind: 'sprint', sprintId: 'next' as SprintId, name: 'Next' } as const;
    const end = { ...left(END, 'completion', 2), destination };
    const facts = { ...EXAMPLE, episodes: [episode(4, at('03-03T14:00:00'), { end })] };
    expect(sprintReport(facts).carryover).toMatchObject([{ destination }]);
  });

  it('does not count as completed what was done in an earlier episode only', () => {
    const facts = {
      ...EXAMPLE,
      episodes: [
        episode(1, at('03-01T09:00:00'), { id: 'first', end: left(at('03-04T09:00:00'), 'update', 5, 'done') }),
        episode(1, at('03-05T09:00:00'), { id: 'second', status: 'done', storyPoints: 5 }),
      ],
      items: [item(1, 'done', 5, at('03-03T11:00:00'))],
    };
    const { completion, remaining, carryover, scopeChanges } = sprintReport(facts);
    expect(completion).toMatchObject({ finalScope: { itemCount: 1 }, completed: { itemCount: 0 } });
    expect([remaining, carryover]).toEqual([{ itemCount: 1, points: 5 }, []]);
    expect(scopeChanges.added.map(({ id }) => id)).toEqual(['second:added']);
    expect(scopeChanges.removed.map(({ id }) => id)).toEqual(['first:removed']);
  });

  it('counts what was done at the very instant it came in, before the start too', () => {
    const before = at('03-01T09:00:00');
    const facts = { ...EXAMPLE, episodes: [episode(1, before)], items: [item(1, 'done', 5, before)] };
    expect(sprintReport(facts).completion.completed).toEqual({ itemCount: 1, points: 5 });
  });

  it('shows as a change of scope neither what came at the start nor what came or went at the end or later', () => {
    const facts = {
      ...EXAMPLE,
      episodes: [
        episode(1, START),
        episode(2, END),
        episode(3, at('03-03T00:00:00'), { end: left(END, 'update') }),
        episode(4, at('03-06T00:00:00'), { end: left(at('03-07T00:00:00'), 'deletion') }),
      ],
    };
    const { scopeChanges, completion } = sprintReport(facts);
    expect([scopeChanges.added.map(({ id }) => id), scopeChanges.removed]).toEqual([['e3:added'], []]);
    expect(completion.itemIds.finalScope).toEqual([idOf(1), idOf(2)]);
  });

  it('takes a deletion before the boundary as a removal', () => {
    const end = left(at('03-03T12:00:00'), 'deletion', 3);
    const facts = { ...EXAMPLE, episodes: [episode(2, at('03-01T09:00:00'), { end })] };
    const { scopeChanges, completion } = sprintReport(facts);
    expect(scopeChanges.removed).toMatchObject([{ id: 'e2:removed', storyPoints: 3 }]);
    expect(completion.finalScope.itemCount).toBe(0);
  });

  it('orders keys by their numbers, and the feed by instant, kind and key', () => {
    const same = at('03-03T12:00:00');
    const moved = { end: left(END, 'completion') };
    const facts = {
      ...EXAMPLE,
      episodes: [episode(10, same, moved), episode(9, same, moved), episode(2, START, moved)],
      items: [item(10, 'todo', 1), item(2, 'todo', 1), item(9, 'todo', 1)],
    };
    const { items, completion } = sprintReport(facts);
    expect(items.map(({ id }) => id)).toEqual([
      'e9:added',
      'e10:added',
      'e2:carryover',
      'e9:carryover',
      'e10:carryover',
    ]);
    expect(completion.itemIds.finalScope).toEqual([idOf(2), idOf(9), idOf(10)]);
  });

  it.each([
    ['rows_capped', { capped: true }],
    ['history_incomplete', { incomplete: true }],
    ['commitment_unavailable', { commitment: null }],
  ])('is not stable with %s', (word, facts) => {
    expect(sprintReport({ ...EXAMPLE, ...facts })).toMatchObject({ stable: false, limitations: [word] });
  });

  it.each([
    // From 2 March, 10:00 UTC, to 5 March, 16:00 UTC. Five points are done on 3 March at 11:00 UTC, three are removed on 4 March at 12:00 UTC.
    ['UTC', ['03-02 8', '03-03 3', '03-04 0', '03-05 0'], '2026-03-06'],
    ['America/Los_Angeles', ['03-02 8', '03-03 3', '03-04 0', '03-05 0'], '2026-03-05'],
    ['Pacific/Kiritimati', ['03-03 8', '03-04 3', '03-05 0', '03-06 0'], '2026-03-06'],
    ['Pacific/Pago_Pago', ['03-01 8', '03-02 8', '03-03 3', '03-04 0', '03-05 0'], '2026-03-05'],
  ])('has the days of %s', (zone, days, plannedEnd) => {
    const startedAt = at(zone === 'Pacific/Pago_Pago' ? '03-02T10:59:59.999' : '03-02T10:00:00');
    const facts = { ...EXAMPLE, sprint: { ...EXAMPLE.sprint, startedAt } };
    const { points, display } = sprintReport(facts, undefined, new Calendar(TimeZone.parse(zone)!)).burndown;
    expect(points.map(({ date, remainingPoints }) => `${date.slice(5)} ${remainingPoints}`)).toEqual(days);
    expect(display.at(-1)?.date).toBe(plannedEnd);
  });

  it('has no burndown and no commitment where none was recorded', () => {
    const { burndown, commitment, completion } = sprintReport({ ...EXAMPLE, commitment: null });
    expect(burndown).toEqual({ available: false, points: [], display: [] });
    expect(commitment).toEqual({ available: false, itemCount: 0, points: 0 });
    expect(completion.percentages.originalCommitment).toEqual({ itemPercent: null, pointPercent: null });
    expect(sprintReport({ ...EXAMPLE, incomplete: true }).burndown.available).toBe(false);
  });

  it('is stable without a planned end, and then ideally ends on its last day', () => {
    const report = sprintReport({ ...EXAMPLE, sprint: { ...EXAMPLE.sprint, endDate: null } });
    expect(report).toMatchObject({ stable: true, limitations: ['planned_end_missing'] });
    // 8 points over 3 days: 5.33 and 2.67.
    expect(report.burndown.display.map(({ ideal }) => ideal)).toEqual([8, 5, 3, 0]);
  });

  it('ideally is at nothing after a planned end that is not later than the first day', () => {
    const report = sprintReport({ ...EXAMPLE, sprint: { ...EXAMPLE.sprint, endDate: at('02-01T00:00:00') } });
    expect(report.burndown.display.map(({ ideal }) => ideal)).toEqual([8, 0, 0, 0]);
  });

  it('draws ten years beyond its end at the most', () => {
    const endDate = new Date('9999-12-31T00:00:00.000Z');
    const { display } = sprintReport({ ...EXAMPLE, sprint: { ...EXAMPLE.sprint, endDate } }).burndown;
    expect(display).toHaveLength(4 + LONGEST_REST);
  });
});

describe('The report of an active Sprint', () => {
  const report = sprintReport(ACTIVE);

  it('is about now, is not stable, and carries nothing over', () => {
    expect(report).toMatchObject({ mode: 'active', stable: false, reportEndAt: ACTIVE.now, carryover: [] });
    expect(report.completion).toMatchObject({
      finalScope: { itemCount: 4, points: 18 },
      completed: { itemCount: 2, points: 13 },
    });
    expect(report.remaining).toEqual({ itemCount: 2, points: 5 });
  });

  it('draws to today, on the line to the planned end', () => {
    expect(report.burndown.display).toEqual([
      { date: '2026-03-02', label: 'Mar 2', remaining: 8, ideal: 8 },
      { date: '2026-03-03', label: 'Mar 3', remaining: 3, ideal: 6 },
      { date: '2026-03-04', label: 'Mar 4', remaining: 3, ideal: 4 },
    ]);
  });
});

describe('The report of a future Sprint', () => {
  const report = sprintReport({
    ...EXAMPLE,
    sprint: { state: 'future', endDate: null, startedAt: null, completedAt: null },
    commitment: null,
  });

  it('plans what is in it now, and counts nothing else', () => {
    const nothing = { itemCount: 0, points: 0 };
    expect(report).toMatchObject({
      mode: 'future',
      stable: false,
      reportEndAt: null,
      commitment: { available: false, ...nothing },
      // WEB-1 and WEB-3: the others have left.
      plannedScope: { itemCount: 2, points: 13 },
      scopeChanges: { added: [], removed: [] },
      carryover: [],
      burndown: { available: false, points: [], display: [] },
      remaining: nothing,
      limitations: [],
      items: [],
    });
    expect(report.completion).toEqual({
      originalCommitment: nothing,
      finalScope: nothing,
      completed: nothing,
      estimatedItemCount: 0,
      itemIds: { originalCommitment: [], finalScope: [], completed: [] },
      percentages: {
        finalScope: { itemPercent: null, pointPercent: null },
        originalCommitment: { itemPercent: null, pointPercent: null },
      },
    });
    expect(report.statuses.find(({ status }) => status === 'done')).toEqual({
      status: 'done',
      itemCount: 2,
      points: 13,
    });
  });
});

describe('A percentage', () => {
  it.each([
    [1, 3, 33],
    [2, 3, 67],
    [1, 8, 13],
    [1, 200, 1],
    [1, 201, 0],
    [0, 5, 0],
    [5, 5, 100],
    [0, 0, null],
  ])('of %i in %i is %j', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent);
  });
});

describe('The lists of a Sprint report', () => {
  const MIB = 1024 * 1024;
  /**
   * Returns the facts of one item that was added and removed a second later, this number of times, after an item that stays from the start.
   */
  const movedOften = (times: number): SprintFacts => ({
    ...EXAMPLE,
    episodes: [
      ...EXAMPLE.episodes,
      ...Array.from({ length: times }, (_, n) =>
        episode(5, new Date(START.getTime() + 2_000 * n + 1_000), {
          id: `often-${String(n).padStart(5, '0')}`,
          end: left(new Date(START.getTime() + 2_000 * n + 2_000), 'update'),
        }),
      ),
    ],
    items: [...EXAMPLE.items, item(5, 'todo', 1)],
  });
  /** The parts of the report that are not lists. */
  const figuresOf = ({
    commitment,
    plannedScope,
    completion,
    statuses,
    burndown,
    remaining,
  }: ReturnType<typeof sprintReport>) => ({
    ...{ commitment, plannedScope, completion, statuses, burndown, remaining },
  });

  it('show the newest 5,000 changes of the scope, and every figure is over all of them', () => {
    const whole = sprintReport(EXAMPLE);
    const report = sprintReport(movedOften(3_000));
    const { added, removed } = report.scopeChanges;
    // 6,002 changes: the earliest 1,002 are left out.
    expect(added.length + removed.length).toBe(5_000);
    expect(report.items).toHaveLength(5_001);
    const instants = report.items.slice(0, 5_000).map(({ occurredAt }) => occurredAt.getTime());
    expect(instants).toEqual([...instants].sort((a, b) => a - b));
    expect([added[0]?.id, removed[0]?.id]).toEqual(['often-00501:added', 'often-00501:removed']);
    expect([added.at(-1)?.id, removed.at(-1)?.id]).toEqual(['e4:added', 'e2:removed']);
    expect(report).toMatchObject({ stable: false, limitations: ['rows_capped'] });
    expect(figuresOf(report)).toEqual(figuresOf(whole));
    expect(report.carryover).toEqual(whole.carryover);
  });

  it('are whole at 5,000 changes', () => {
    const report = sprintReport(movedOften(2_499));
    expect(report.items).toHaveLength(5_001);
    expect(report).toMatchObject({ stable: true, limitations: [] });
  });

  it('show the newest changes of at most 6 MiB, and of carryover what fits into 8 MiB with them', () => {
    const moved = Array.from({ length: 10 }, (_, n) => 100 + n);
    const facts = movedOften(10);
    const many: SprintFacts = {
      ...facts,
      episodes: [
        ...facts.episodes,
        ...moved.map((number) => episode(number, at('03-01T09:00:00'), { end: left(END, 'completion') })),
      ],
      items: [...facts.items, ...moved.map((number) => item(number, 'todo', 1))],
    };
    const bytesOf = (row: ScopeChange | SprintCarryover) => ('kind' in row ? 1.5 * MIB : 0.5 * MIB);
    const report = sprintReport(many, bytesOf);
    const { added, removed } = report.scopeChanges;
    expect([...added, ...removed].map(({ id }) => id)).toEqual([
      'often-00009:added',
      'e4:added',
      'often-00009:removed',
      'e2:removed',
    ]);
    expect(report.carryover.map(({ key }) => key)).toEqual(['WEB-4', 'WEB-100', 'WEB-101', 'WEB-102']);
    expect(report.items).toHaveLength(8);
    expect(report).toMatchObject({ stable: false, limitations: ['rows_capped'] });
    expect(report.completion.finalScope.itemCount).toBe(13);
  });
});
