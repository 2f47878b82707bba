import type { UserId } from '../identity/ids.js';
import { aWorkItem, refusalOf } from '../testing/index.js';
import type { WorkItemStatus } from './status.js';
import { WORK_ITEM_PRIORITIES, WORK_ITEM_STATUSES, WORK_ITEM_TYPES, allowedTargets } from './status.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const ADA = 'ada' as UserId;

// Written out, not read from the table under test: otherwise a wrong edge in the table could not fail the test.
const statuses: WorkItemStatus[] = ['backlog', 'todo', 'in_progress', 'in_review', 'done'];
const legal: Record<WorkItemStatus, string> = {
  backlog: 'todo, in_progress, done',
  todo: 'backlog, in_progress, done',
  in_progress: 'backlog, todo, in_review, done',
  in_review: 'backlog, todo, in_progress, done',
  done: 'backlog, todo, in_progress',
};
const moves = [
  'backlog to todo',
  'backlog to in_progress',
  'backlog to done',
  'todo to backlog',
  'todo to in_progress',
  'todo to done',
  'in_progress to backlog',
  'in_progress to todo',
  'in_progress to in_review',
  'in_progress to done',
  'in_review to backlog',
  'in_review to todo',
  'in_review to in_progress',
  'in_review to done',
  'done to backlog',
  'done to todo',
  'done to in_progress',
];
const edges = statuses.flatMap((from) =>
  statuses.map((to) => ({ from, to, isLegal: moves.includes(`${from} to ${to}`) })),
);

describe('The status of a Work Item', () => {
  it.each(edges.filter(({ isLegal }) => isLegal))(
    'moves from $from to $to, as one revision and one event',
    ({ from, to }) => {
      const item = aWorkItem({ status: from, revision: 4 });
      const before = item.record;
      item.transition(to, ADA, NOW);
      expect(item.record).toEqual({ ...before, status: to, revision: 5, updatedAt: NOW });
      expect(item.events).toEqual([
        { workItemId: before.id, revision: 5, at: NOW, actor: ADA, change: { action: 'status_changed', from, to } },
      ]);
    },
  );

  it.each(edges.filter(({ isLegal }) => !isLegal))('never moves from $from to $to', ({ from, to }) => {
    const item = aWorkItem({ status: from });
    expect(
      refusalOf(() => {
        item.transition(to, ADA, NOW);
      }),
    ).toBe('INVALID_STATUS_TRANSITION');
    expect(item).toMatchObject({ hasChanged: false, events: [], record: { status: from, revision: 1 } });
  });

  it.each(['nonsense', '', 'Done', 'DONE', ' done', 'in-progress', 'toString', '__proto__', 'length', '0'])(
    'never becomes %j',
    (word) => {
      expect(
        refusalOf(() => {
          aWorkItem().transition(word, ADA, NOW);
        }),
      ).toBe('INVALID_STATUS_TRANSITION');
    },
  );

  it.each(statuses)('names, when refused from %s, the present status and the permitted ones', (from) => {
    const allowedTargets = legal[from].split(', ');
    expect(() => {
      aWorkItem({ status: from }).transition('nonsense', ADA, NOW);
    }).toThrow(expect.objectContaining({ more: { details: { currentStatus: from, allowedTargets } } }));
  });

  it.each(statuses)('lists from %s every legal move in canonical order, and none while archived', (from) => {
    expect(aWorkItem({ status: from }).nextStatuses.join(', ')).toBe(legal[from]);
    expect(aWorkItem({ status: from, archivedAt: NOW }).nextStatuses).toEqual([]);
    expect(allowedTargets(from, false).join(', ')).toBe(legal[from]);
    expect(allowedTargets(from, true)).toEqual([]);
  });

  it('goes a whole way, one revision and one event a move', () => {
    const item = aWorkItem();
    for (const target of ['in_progress', 'in_review', 'done', 'todo']) item.transition(target, ADA, NOW);
    expect(item.record).toMatchObject({ status: 'todo', revision: 5 });
    expect(item.events.map(({ revision, change }) => [revision, change])).toEqual([
      [2, { action: 'status_changed', from: 'backlog', to: 'in_progress' }],
      [3, { action: 'status_changed', from: 'in_progress', to: 'in_review' }],
      [4, { action: 'status_changed', from: 'in_review', to: 'done' }],
      [5, { action: 'status_changed', from: 'done', to: 'todo' }],
    ]);
  });
});

describe('The words of a Work Item', () => {
  it('are these, in canonical order', () => {
    expect(WORK_ITEM_STATUSES).toEqual(statuses);
    expect(WORK_ITEM_TYPES).toEqual(['task', 'bug', 'story', 'feature', 'epic']);
    expect(WORK_ITEM_PRIORITIES).toEqual(['low', 'medium', 'high', 'urgent']);
  });
});

describe('The order of refusals', () => {
  const archived = () => aWorkItem({ status: 'backlog', revision: 4, archivedAt: NOW });

  it('is revision, then archive, then the move itself', () => {
    const attempt = (item: ReturnType<typeof aWorkItem>, expected: number) =>
      refusalOf(() => {
        item.expect(expected);
        item.transition('in_review', ADA, NOW);
      });
    expect(attempt(archived(), 3)).toBe('REVISION_CONFLICT');
    expect(attempt(archived(), 4)).toBe('WORK_ITEM_ARCHIVED');
    expect(attempt(aWorkItem({ status: 'backlog', revision: 4 }), 4)).toBe('INVALID_STATUS_TRANSITION');
  });

  it('lets an archived Work Item neither change nor move, not even to what it is', () => {
    const item = archived();
    expect(
      refusalOf(() => {
        item.update({}, ADA, NOW);
      }),
    ).toBe('WORK_ITEM_ARCHIVED');
    expect(
      refusalOf(() => {
        item.update({ title: '' }, ADA, NOW);
      }),
    ).toBe('WORK_ITEM_ARCHIVED');
    expect(
      refusalOf(() => {
        item.transition('done', ADA, NOW);
      }),
    ).toBe('WORK_ITEM_ARCHIVED');
    expect(
      refusalOf(() => {
        item.assertOpenToChange();
      }),
    ).toBe('WORK_ITEM_ARCHIVED');
    expect(item).toMatchObject({ hasChanged: false, events: [] });
    expect(
      refusalOf(() => {
        aWorkItem().assertOpenToChange();
      }),
    ).toBeUndefined();
  });
});
