import type { UserId } from '../identity/ids.js';
import type { SprintId, WorkItemId } from '../identity/ids.js';
import { aWorkItem, refusalOf } from '../testing/index.js';
import { deletedAlong } from './deletion.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const ADA = 'ada' as UserId;

describe('The Work Items below one that is deleted', () => {
  it('go along by one change that is the same for each', () => {
    expect(deletedAlong(ADA, NOW)).toEqual({ at: NOW, actor: ADA, change: { action: 'work_item_deleted' } });
  });
});

describe('The restoration of a Work Item', () => {
  const DELETED = new Date('2026-05-01T10:00:00.000Z');
  const references = { assigneeId: ADA, sprintId: 'may' as SprintId, parentId: 'epic' as WorkItemId };
  const all = { assignee: true, sprint: true, parent: true };

  it('brings it back as it was, as one revision and one event, which has the Sprint', () => {
    const item = aWorkItem({ ...references, revision: 6, deletedAt: DELETED, archivedAt: DELETED });
    const before = item.record;
    item.undelete(all, ADA, NOW);
    expect(item.record).toEqual({ ...before, deletedAt: null, revision: 7, updatedAt: NOW });
    const change = { action: 'work_item_restored', sprint: 'may' };
    expect(item.events).toEqual([{ workItemId: before.id, revision: 7, at: NOW, actor: ADA, change }]);
  });

  it('leaves out what it refers to in vain, with an event for each', () => {
    const item = aWorkItem({ ...references, deletedAt: DELETED });
    item.undelete({ assignee: false, sprint: false, parent: false }, ADA, NOW);
    expect(item.record).toMatchObject({ assigneeId: null, sprintId: null, parentId: null, deletedAt: null });
    expect(item.events.map(({ change }) => change)).toEqual([
      { action: 'assigned', from: ADA, to: null },
      { action: 'sprint_changed', from: 'may', to: null },
      { action: 'parent_changed', from: 'epic', to: null },
      { action: 'work_item_restored', sprint: null },
    ]);
  });

  it('has nothing to do for one that is not deleted', () => {
    const item = aWorkItem(references);
    item.undelete({ assignee: false, sprint: false, parent: false }, ADA, NOW);
    expect(item).toMatchObject({ hasChanged: false, events: [], record: references });
  });

  it.each([
    ['2026-05-31T09:59:59.999Z', undefined],
    ['2026-05-31T10:00:00.000Z', 'NOT_FOUND'],
  ])('at %s, 30 days after the deletion, is refused as %s', (at, refusal) => {
    const item = aWorkItem({ deletedAt: DELETED });
    expect(
      refusalOf(() => {
        item.undelete(all, ADA, new Date(at));
      }),
    ).toBe(refusal);
  });
});
