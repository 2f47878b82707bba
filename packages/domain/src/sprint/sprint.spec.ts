import { Sprint, type NewSprint, type SprintId, type SprintState, type UserId } from '../index.js';
import { aSprint, refusalOf } from '../testing/fixtures.js';

const NOW = new Date('2026-03-02T10:00:00.000Z');
const STARTED = new Date('2026-02-23T09:00:00.000Z');
const ACTOR = '10000000-0000-4000-8000-000000000003' as UserId;
const TARGET = '10000000-0000-4000-8000-000000000009' as SprintId;

describe('A Sprint', () => {
  it('becomes active when nothing else is, and counts a new revision', () => {
    const sprint = aSprint({ state: 'future', revision: 3 });
    sprint.start(undefined, NOW);
    expect(sprint.record).toMatchObject({ state: 'active', startedAt: NOW, updatedAt: NOW, revision: 4 });
    expect(sprint.loadedRevision).toBe(3);
  });

  it('commits at its start to the Work Items that are in it then', () => {
    const sprint = aSprint({ state: 'future' });
    const { id: sprintId, organizationId, projectId } = sprint.record;
    expect(sprint.start(undefined, NOW)).toEqual({ organizationId, projectId, sprintId, at: NOW });
  });

  it('waits while another Sprint is active', () => {
    const rival = aSprint({ state: 'active' });
    const sprint = aSprint({ state: 'future' });
    expect(refusalOf(() => sprint.start(rival, NOW))).toBe('ACTIVE_SPRINT_EXISTS');
    expect(sprint.record).toEqual(aSprint({ state: 'future' }).record);
  });

  it('is done with a new revision, and has an outcome without carryover when nothing is unfinished', () => {
    const sprint = aSprint({ state: 'active', startedAt: STARTED, revision: 2 });
    const { id: sprintId, organizationId, projectId } = sprint.record;
    expect(sprint.complete(0, undefined, ACTOR, NOW)).toEqual({
      organizationId,
      projectId,
      sprintId,
      startedAt: STARTED,
      completedAt: NOW,
      carryover: null,
    });
    expect(sprint.record).toMatchObject({
      state: 'done',
      startedAt: STARTED,
      completedAt: NOW,
      updatedAt: NOW,
      revision: 3,
    });
  });

  it('has no outcome without a start', () => {
    const sprint = aSprint({ state: 'active', startedAt: null });
    expect(() => sprint.complete(0, undefined, ACTOR, NOW)).toThrow('An active Sprint has no start.');
    expect(sprint.record.state).toBe('active');
  });

  it('does not close over unfinished work without a destination', () => {
    const sprint = aSprint({ state: 'active' });
    expect(refusalOf(() => sprint.complete(2, undefined, ACTOR, NOW))).toBe('SPRINT_HAS_UNFINISHED_WORK_ITEMS');
    expect(sprint.record.state).toBe('active');
  });

  it('sends unfinished work to the backlog', () => {
    const sprint = aSprint({ state: 'active' });
    const { id: from, organizationId, projectId } = sprint.record;
    expect(sprint.complete(2, { mode: 'backlog' }, ACTOR, NOW).carryover).toEqual({
      organizationId,
      projectId,
      from,
      to: null,
      items: 2,
      at: NOW,
      actor: ACTOR,
      change: { action: 'sprint_changed', from, to: null },
    });
  });

  it('sends unfinished work to a future Sprint', () => {
    const target = aSprint({ id: TARGET, state: 'future' });
    const { carryover } = aSprint({ state: 'active' }).complete(1, { mode: 'sprint', target }, ACTOR, NOW);
    expect(carryover).toMatchObject({ to: TARGET, items: 1, change: { to: TARGET } });
  });

  it.each([
    ['unknown to the Project', undefined],
    ['active', aSprint({ id: TARGET, state: 'active' })],
    ['done', aSprint({ id: TARGET, state: 'done' })],
  ])('does not send it to one that is %s', (_what, target) => {
    const sprint = aSprint({ state: 'active' });
    expect(refusalOf(() => sprint.complete(1, { mode: 'sprint', target }, ACTOR, NOW))).toBe(
      'INVALID_COMPLETION_TARGET',
    );
    expect(sprint.record.state).toBe('active');
  });

  it('ignores where unfinished work should go when there is none', () => {
    const nowhere = { mode: 'sprint', target: undefined } as const;
    expect(aSprint({ state: 'active' }).complete(0, nowhere, ACTOR, NOW).carryover).toBeNull();
  });

  it('checks its edge before anything else', () => {
    const rival = aSprint({ state: 'active' });
    expect(refusalOf(() => aSprint({ state: 'done' }).start(rival, NOW))).toBe('INVALID_SPRINT_TRANSITION');
    expect(refusalOf(() => aSprint({ state: 'future' }).complete(1, undefined, ACTOR, NOW))).toBe(
      'INVALID_SPRINT_TRANSITION',
    );
  });

  // Written out, not read from the table under test: otherwise a wrong edge in the table could not fail the test.
  const legal = ['future to active', 'active to done'];
  const attempts: Record<string, (sprint: Sprint) => unknown> = {
    future: (sprint) => {
      sprint.assertCanBecome('future');
    },
    active: (sprint) => sprint.start(undefined, NOW),
    done: (sprint) => sprint.complete(0, undefined, ACTOR, NOW),
  };
  const edges = (['future', 'active', 'done'] satisfies SprintState[]).flatMap((from) =>
    Object.entries(attempts).map(([to, attempt]) => ({ from, to, attempt })),
  );

  it.each(edges)('from $from to $to', ({ from, to, attempt }) => {
    const refusal = legal.includes(`${from} to ${to}`) ? undefined : 'INVALID_SPRINT_TRANSITION';
    expect(refusalOf(() => attempt(aSprint({ state: from })))).toBe(refusal);
  });

  it('expects its revision', () => {
    const sprint = aSprint({ revision: 2 });
    const attempt = (revision: number | '*') =>
      refusalOf(() => {
        sprint.expect(revision);
      });
    expect([attempt(2), attempt('*'), attempt(1), attempt(3)]).toEqual([
      undefined,
      undefined,
      'REVISION_CONFLICT',
      'REVISION_CONFLICT',
    ]);
  });
});

describe('A new Sprint', () => {
  const { id, organizationId, projectId } = aSprint().record;
  const plan: NewSprint = {
    ...{ id, organizationId, projectId },
    ...{ name: ' Sprint 1\u3000', startDate: null, endDate: null, goal: null, targetPoints: null },
  };

  it('is future, of revision 1, its name trimmed', () => {
    expect(Sprint.create(plan, NOW).record).toEqual({
      ...plan,
      name: 'Sprint 1',
      state: 'future',
      startedAt: null,
      completedAt: null,
      revision: 1,
      createdAt: NOW,
      updatedAt: NOW,
    });
    expect(Sprint.create(plan, NOW).loadedRevision).toBe(0);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a name of 256 characters', { name: 'x'.repeat(256) }],
    ['a goal of 10,001 characters', { goal: 'x'.repeat(10_001) }],
    ['half a point', { targetPoints: 0.5 }],
    ['fewer than no points', { targetPoints: -1 }],
    ['10,000,001 points', { targetPoints: 10_000_001 }],
    ['an end before its start', { startDate: NOW, endDate: new Date(NOW.getTime() - 1) }],
    ['a start in the year 10000', { startDate: new Date('+010000-01-01T00:00:00.000Z') }],
  ])('does not have %s', (_what, wrong) => {
    expect(refusalOf(() => Sprint.create({ ...plan, ...wrong }, NOW))).toBe('VALIDATION_ERROR');
  });

  it.each([
    ['an end at its start', { startDate: NOW, endDate: NOW }],
    ['an end only', { endDate: NOW }],
    ['a start only', { startDate: NOW }],
    ['a goal of 10,000 characters beyond the basic plane', { goal: '😀'.repeat(10_000) }],
    ['10,000,000 points', { targetPoints: 10_000_000 }],
  ])('may have %s', (_what, right) => {
    expect(Sprint.create({ ...plan, ...right }, NOW).record).toMatchObject(right);
  });
});

describe('The plan of a Sprint', () => {
  const PLAN = {
    name: 'Sprint 12',
    startDate: new Date('2026-03-02T00:00:00.000Z'),
    endDate: new Date('2026-03-15T23:59:59.000Z'),
    goal: 'Search',
    targetPoints: 30,
  };

  it.each(['future', 'active'] as const)('changes while the Sprint is %s, and counts one revision', (state) => {
    const sprint = aSprint({ ...PLAN, state, revision: 3 });
    sprint.replan({ name: '  Sprint 13 ', endDate: new Date('2026-03-20T23:59:59.000Z'), targetPoints: 0 }, NOW);
    expect(sprint.record).toEqual({
      ...aSprint({ ...PLAN, state, revision: 4 }).record,
      ...{ name: 'Sprint 13', endDate: new Date('2026-03-20T23:59:59.000Z'), targetPoints: 0, updatedAt: NOW },
    });
  });

  it('is cleared by null, and stays where a member is absent', () => {
    const sprint = aSprint({ ...PLAN, state: 'future' });
    sprint.replan({ startDate: null, endDate: null, goal: null, targetPoints: null, name: undefined }, NOW);
    expect(sprint.record).toMatchObject({
      ...{ name: 'Sprint 12', startDate: null, endDate: null, goal: null, targetPoints: null },
    });
  });

  it('does not change by equal values', () => {
    const sprint = aSprint({ ...PLAN, state: 'active' });
    sprint.replan({ ...PLAN, name: 'Sprint 12 ', startDate: new Date(PLAN.startDate) }, NOW);
    expect(sprint.record).toEqual(aSprint({ ...PLAN, state: 'active' }).record);
    expect(sprint.hasChanged).toBe(false);
  });

  it('does not change when the Sprint is done', () => {
    const sprint = aSprint({ ...PLAN, state: 'done' });
    const replanning = () => {
      sprint.replan({ name: PLAN.name }, NOW);
    };
    expect(refusalOf(replanning)).toBe('CONFLICT');
    expect(replanning).toThrow(/Sprint 12 is done/);
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(256) }],
    ['goal', { goal: 'x'.repeat(10_001) }],
    ['targetPoints', { targetPoints: -1 }],
    // The end is compared with the start that stays.
    ['endDate', { endDate: new Date('2026-03-01T00:00:00.000Z') }],
    ['endDate', { startDate: new Date('2026-04-01T00:00:00.000Z') }],
  ])('keeps the rules of a new one: %s', (field, changes) => {
    const sprint = aSprint({ ...PLAN, state: 'future' });
    expect(() => {
      sprint.replan(changes, NOW);
    }).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        more: { fieldErrors: { [field]: expect.any(Array) } },
      }) as Error,
    );
    expect(sprint.hasChanged).toBe(false);
  });
});

describe('The deletion of a Sprint', () => {
  const UNUSED = { wasPlanned: false, isShown: false };
  const deleting = (state: SprintState, use: object) => () => {
    aSprint({ name: 'Sprint 12', state }).assertCanBeDeleted({ ...UNUSED, ...use });
  };

  it('is possible while it is to come and nothing refers to it', () => {
    expect(deleting('future', {})).not.toThrow();
  });

  it.each([
    ['active', {}, 'has started'],
    ['done', {}, 'has started'],
    ['future', { wasPlanned: true }, 'A Work Item is or was in Sprint 12'],
    ['future', { isShown: true }, 'A saved Sprint report shows Sprint 12'],
  ] as const)('is refused for one that is %s %j', (state, use, words) => {
    expect(refusalOf(deleting(state, use))).toBe('CONFLICT');
    expect(deleting(state, use)).toThrow(words);
  });
});
