import type { HistoryChange, HistoryEvent, LabelId, ProjectId, UserId, WorkItemId } from '@worktrack/domain';
import { entriesOf, FEED_TYPES } from './feed-entry.js';

const web = 'web' as ProjectId;
const at = new Date('2026-05-04T10:00:00.000Z');
const [door, window] = ['door' as WorkItemId, 'window' as WorkItemId];
const event = (workItemId: WorkItemId, revision: number, change: HistoryChange) => ({
  ...{ workItemId, revision, at, change },
  actor: 'ada' as UserId,
});
const points = (from: number, to: number) => ({ action: 'story_points_changed', from, to }) as const;
const label = (action: 'label_added' | 'label_removed') => ({ action, label: 'l' as LabelId }) as const;
const told = (...events: readonly HistoryEvent[]) =>
  entriesOf(events.map((one) => ({ projectId: web, event: one }))).map(({ type, subject, revision, changes }) => [
    type,
    subject,
    revision,
    changes,
  ]);

describe('An event of the feed', () => {
  it('tells all changes of a Work Item by one request together, with the revision after the last', () => {
    expect(
      told(event(door, 2, points(1, 2)), event(window, 5, points(3, 5)), event(door, 3, label('label_added'))),
    ).toEqual([
      ['work_item.updated', door, 3, [points(1, 2), label('label_added')]],
      ['work_item.updated', window, 5, [points(3, 5)]],
    ]);
  });

  it('tells what happens next to a Work Item, and the ends of its life, each by a type of its own', () => {
    const archived = { action: 'archived' } as const;
    expect(told(event(door, 2, label('label_removed')), event(door, 3, archived))).toEqual([
      ['work_item.updated', door, 2, [label('label_removed')]],
      ['work_item.archived', door, 3, [archived]],
    ]);
    expect(told(event(door, 4, { action: 'work_item_deleted' }))).toEqual([
      ['work_item.deleted', door, 4, [{ action: 'work_item_deleted' }]],
    ]);
  });

  it('is of one of the types that the document names', () => {
    expect(new Set(FEED_TYPES).size).toBe(FEED_TYPES.length);
    expect(FEED_TYPES.every((type) => /^[a-z_]+\.[a-z]+$/.test(type))).toBe(true);
  });
});
