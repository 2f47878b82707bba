import type { HistoryChange } from '../activity/history.js';
import type { SprintId, UserId, WorkItemId } from '../identity/ids.js';
import { aWorkItem, refusalOf } from '../testing/index.js';
import type { WorkItemChanges } from './record.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const EARLIER = new Date('2026-05-01T10:00:00.000Z');
const FRIDAY = new Date('2026-05-08T00:00:00.000Z');
const ADA = 'ada' as UserId;
const BEN = 'ben' as UserId;
const SPRINT = 'sprint' as SprintId;
const PARENT = 'parent' as WorkItemId;

const full = {
  title: 'Write the plan',
  description: 'All of it',
  type: 'story',
  priority: 'high',
  assigneeId: ADA,
  sprintId: SPRINT,
  parentId: PARENT,
  storyPoints: 3,
  dueDate: FRIDAY,
} as const satisfies Required<WorkItemChanges>;

describe('An update of a Work Item', () => {
  const each: { changes: WorkItemChanges; change: HistoryChange }[] = [
    { changes: { title: 'Do' }, change: { action: 'title_changed', from: 'Write the launch plan', to: 'Do' } },
    { changes: { description: '' }, change: { action: 'description_changed' } },
    { changes: { type: 'bug' }, change: { action: 'type_changed', from: 'task', to: 'bug' } },
    { changes: { priority: 'low' }, change: { action: 'priority_changed', from: 'medium', to: 'low' } },
    { changes: { assigneeId: BEN }, change: { action: 'assigned', from: null, to: BEN } },
    { changes: { sprintId: SPRINT }, change: { action: 'sprint_changed', from: null, to: SPRINT } },
    { changes: { parentId: PARENT }, change: { action: 'parent_changed', from: null, to: PARENT } },
    { changes: { storyPoints: 0 }, change: { action: 'story_points_changed', from: null, to: 0 } },
    { changes: { dueDate: FRIDAY }, change: { action: 'due_date_changed', from: null, to: FRIDAY } },
  ];

  it.each(each)('by $changes is recorded as $change.action', ({ changes, change }) => {
    const item = aWorkItem({ revision: 6, updatedAt: EARLIER });
    const before = item.record;
    item.update(changes, BEN, NOW);
    expect(item.record).toEqual({ ...before, ...changes, revision: 7, updatedAt: NOW });
    expect(item.events).toEqual([{ workItemId: before.id, revision: 7, at: NOW, actor: BEN, change }]);
  });

  it('of everything is one revision, recorded in the order that readers see', () => {
    const item = aWorkItem({ revision: 6 });
    item.update(full, BEN, NOW);
    expect(item.record).toMatchObject({ ...full, revision: 7, updatedAt: NOW });
    expect(item.events.map(({ change }) => change)).toEqual([
      { action: 'title_changed', from: 'Write the launch plan', to: 'Write the plan' },
      { action: 'description_changed' },
      { action: 'priority_changed', from: 'medium', to: 'high' },
      { action: 'assigned', from: null, to: ADA },
      { action: 'sprint_changed', from: null, to: SPRINT },
      { action: 'parent_changed', from: null, to: PARENT },
      { action: 'due_date_changed', from: null, to: FRIDAY },
      { action: 'type_changed', from: 'task', to: 'story' },
      { action: 'story_points_changed', from: null, to: 3 },
    ]);
    expect(item.events.map(({ revision, at, actor }) => ({ revision, at, actor }))).toEqual(
      Array.from({ length: 9 }, () => ({ revision: 7, at: NOW, actor: BEN })),
    );
  });

  it('clears by null', () => {
    const item = aWorkItem(full);
    const nothing = {
      description: null,
      assigneeId: null,
      sprintId: null,
      parentId: null,
      storyPoints: null,
      dueDate: null,
    };
    item.update(nothing, BEN, NOW);
    expect(item.record).toMatchObject({ ...nothing, title: full.title, revision: 2 });
    expect(item.events.map(({ change }) => change)).toEqual([
      { action: 'description_changed' },
      { action: 'assigned', from: ADA, to: null },
      { action: 'sprint_changed', from: SPRINT, to: null },
      { action: 'parent_changed', from: PARENT, to: null },
      { action: 'due_date_changed', from: FRIDAY, to: null },
      { action: 'story_points_changed', from: 3, to: null },
    ]);
  });

  it.each<[string, WorkItemChanges]>([
    ['nothing', {}],
    ['absent members', { title: undefined, description: undefined, assigneeId: undefined, dueDate: undefined }],
    ['the values it has', full],
    ['the same instant in another Date', { dueDate: new Date(FRIDAY) }],
    ['the title with white space around it', { title: '\u3000Write the plan\n' }],
  ])('by %s changes nothing and records nothing', (_, changes) => {
    const item = aWorkItem({ ...full, updatedAt: EARLIER });
    const before = item.record;
    item.update(changes, BEN, NOW);
    expect(item.record).toBe(before);
    expect(item).toMatchObject({ hasChanged: false, events: [] });
  });

  it('records only what differs of what it names', () => {
    const item = aWorkItem(full);
    item.update({ ...full, priority: 'urgent' }, BEN, NOW);
    expect(item.record.revision).toBe(2);
    expect(item.events.map(({ change }) => change)).toEqual([
      { action: 'priority_changed', from: 'high', to: 'urgent' },
    ]);
  });

  it('twice is two revisions, each with its own events', () => {
    const item = aWorkItem({ revision: 6 });
    item.update({ title: 'One', storyPoints: 1 }, ADA, EARLIER);
    item.update({ title: 'Two' }, BEN, NOW);
    expect(item).toMatchObject({ loadedRevision: 6, hasChanged: true, record: { revision: 8, updatedAt: NOW } });
    expect(item.events.map(({ revision, at, actor, change }) => [revision, at, actor, change.action])).toEqual([
      [7, EARLIER, ADA, 'title_changed'],
      [7, EARLIER, ADA, 'story_points_changed'],
      [8, NOW, BEN, 'title_changed'],
    ]);
  });

  it('takes nothing but the members of an update: no status, no revision, no key', () => {
    const item = aWorkItem();
    const before = item.record;
    const body = { title: 'Do', status: 'done', revision: 9, number: 9, archivedAt: NOW, deletedAt: NOW, extra: 1 };
    item.update(body, BEN, NOW);
    expect(item.record).toEqual({ ...before, title: 'Do', revision: 2, updatedAt: NOW });
  });

  it('that is refused leaves everything as it was', () => {
    const item = aWorkItem();
    const before = item.record;
    expect(
      refusalOf(() => {
        item.update({ priority: 'low', storyPoints: -1 }, BEN, NOW);
      }),
    ).toBe('VALIDATION_ERROR');
    expect(item.record).toBe(before);
    expect(item.events).toEqual([]);
  });
});
