import type { LabelId, UserId } from '../identity/ids.js';
import { aWorkItem, refusalOf } from '../testing/index.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const ADA = 'ada' as UserId;
const label = (attached: boolean, labelsOnItem = attached ? 1 : 0) => ({
  id: 'bug' as LabelId,
  attached,
  labelsOnItem,
});

describe('The labels of a Work Item', () => {
  it('are attached as one revision and one event each', () => {
    const item = aWorkItem({ revision: 4 });
    const before = item.record;
    item.attach(label(false), ADA, NOW);
    expect(item.record).toEqual({ ...before, revision: 5, updatedAt: NOW });
    expect(item.events).toEqual([
      { workItemId: before.id, revision: 5, at: NOW, actor: ADA, change: { action: 'label_added', label: 'bug' } },
    ]);
  });

  it('are detached as one revision and one event each', () => {
    const item = aWorkItem({ revision: 4 });
    const before = item.record;
    item.detach(label(true), ADA, NOW);
    expect(item.record).toEqual({ ...before, revision: 5, updatedAt: NOW });
    expect(item.events).toEqual([
      { workItemId: before.id, revision: 5, at: NOW, actor: ADA, change: { action: 'label_removed', label: 'bug' } },
    ]);
  });

  it('do not change by attaching one that is attached', () => {
    const item = aWorkItem();
    item.attach(label(true), ADA, NOW);
    expect(item).toMatchObject({ hasChanged: false, events: [] });
  });

  it('are at most 100', () => {
    const item = aWorkItem({ revision: 1 });
    item.attach(label(false, 99), ADA, NOW);
    expect(item.record.revision).toBe(2);
    for (const labels of [100, 101, 600]) {
      const attempt = () => {
        item.attach(label(false, labels), ADA, NOW);
      };
      expect(refusalOf(attempt)).toBe('CONFLICT');
      expect(attempt).toThrow(/has 100 labels or more/);
    }
    expect(item.record.revision).toBe(2);
  });

  it('stay, and can be detached, where there are more than 100 from before', () => {
    const item = aWorkItem({ revision: 1 });
    item.attach(label(true, 600), ADA, NOW);
    expect(item.hasChanged).toBe(false);
    item.detach(label(true, 600), ADA, NOW);
    expect(item.record.revision).toBe(2);
  });

  it('do not lose one that is not attached', () => {
    const item = aWorkItem();
    const attempt = () => {
      item.detach(label(false), ADA, NOW);
    };
    expect(refusalOf(attempt)).toBe('NOT_FOUND');
    expect(item).toMatchObject({ hasChanged: false, events: [] });
  });

  it.each([true, false])('stay as they are while it is archived (attached: %s)', (attached) => {
    const item = aWorkItem({ archivedAt: NOW });
    const attempts = [
      () => {
        item.attach(label(attached), ADA, NOW);
      },
      () => {
        item.detach(label(attached), ADA, NOW);
      },
    ];
    expect(attempts.map(refusalOf)).toEqual(['WORK_ITEM_ARCHIVED', 'WORK_ITEM_ARCHIVED']);
    expect(item).toMatchObject({ hasChanged: false, events: [] });
  });
});
