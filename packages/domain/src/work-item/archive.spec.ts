import type { UserId } from '../identity/ids.js';
import { aWorkItem, refusalOf } from '../testing/index.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const EARLIER = new Date('2026-05-01T10:00:00.000Z');
const ADA = 'ada' as UserId;

describe('The archive of a Work Item', () => {
  it('takes an active one, as one revision and one event', () => {
    const item = aWorkItem({ revision: 6, status: 'in_review', updatedAt: EARLIER });
    const before = item.record;
    item.archive(ADA, NOW);
    expect(item.record).toEqual({ ...before, archivedAt: NOW, revision: 7, updatedAt: NOW });
    expect(item.events).toEqual([
      { workItemId: before.id, revision: 7, at: NOW, actor: ADA, change: { action: 'archived' } },
    ]);
  });

  it('gives an archived one back as it was, as one revision and one event', () => {
    const item = aWorkItem({ revision: 6, status: 'in_review', archivedAt: EARLIER, updatedAt: EARLIER });
    const before = item.record;
    item.unarchive(ADA, NOW);
    expect(item.record).toEqual({ ...before, archivedAt: null, revision: 7, updatedAt: NOW });
    expect(item.events).toEqual([
      { workItemId: before.id, revision: 7, at: NOW, actor: ADA, change: { action: 'unarchived' } },
    ]);
  });

  it('has nothing to do for an item that is where it shall be', () => {
    const archived = aWorkItem({ archivedAt: EARLIER });
    const active = aWorkItem();
    const before = [archived.record, active.record];
    archived.archive(ADA, NOW);
    active.unarchive(ADA, NOW);
    expect([archived.record, active.record]).toEqual(before);
    for (const item of [archived, active]) expect(item).toMatchObject({ hasChanged: false, events: [] });
  });

  it('lets an item go on where it stood once it is back', () => {
    const item = aWorkItem({ status: 'in_review', archivedAt: EARLIER });
    item.unarchive(ADA, NOW);
    item.transition('done', ADA, NOW);
    expect(item.record).toMatchObject({ status: 'done', revision: 3 });
  });
});

describe('The deletion of a Work Item', () => {
  const alone = { hasDescendants: false, cascade: false };

  it('hides it for good, as one revision and one event', () => {
    const item = aWorkItem({ revision: 6, updatedAt: EARLIER });
    const before = item.record;
    item.delete(alone, ADA, NOW);
    expect(item.record).toEqual({ ...before, deletedAt: NOW, revision: 7, updatedAt: NOW });
    expect(item.events).toEqual([
      { workItemId: before.id, revision: 7, at: NOW, actor: ADA, change: { action: 'work_item_deleted' } },
    ]);
  });

  it.each([
    [false, false, undefined],
    [false, true, undefined],
    [true, true, undefined],
    [true, false, 'WORK_ITEM_HAS_CHILDREN'],
  ])('with items below it: %s, with cascade: %s, is refused as %s', (hasDescendants, cascade, refusal) => {
    const item = aWorkItem();
    expect(
      refusalOf(() => {
        item.delete({ hasDescendants, cascade }, ADA, NOW);
      }),
    ).toBe(refusal);
    expect(item.hasChanged).toBe(refusal === undefined);
  });

  it('is refused while it is archived, before anything is said of what is below it', () => {
    const item = aWorkItem({ archivedAt: EARLIER });
    for (const hasDescendants of [true, false]) {
      expect(
        refusalOf(() => {
          item.delete({ hasDescendants, cascade: false }, ADA, NOW);
        }),
      ).toBe('WORK_ITEM_ARCHIVED');
    }
    expect(item).toMatchObject({ hasChanged: false, events: [] });
  });
});
