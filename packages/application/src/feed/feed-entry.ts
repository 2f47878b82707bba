import type { HistoryAction, HistoryChange, HistoryEvent, ProjectId, UserId, WorkItemId } from '@worktrack/domain';

/** The types of the events of an Organization, in the order of the document. */
export const FEED_TYPES = [
  'work_item.created',
  'work_item.updated',
  'work_item.archived',
  'work_item.unarchived',
  'work_item.deleted',
  'work_item.restored',
  'comment.created',
  'comment.edited',
  'comment.deleted',
  'link.created',
  'link.deleted',
  'attachment.created',
  'attachment.deleted',
  'label.created',
  'sprint.created',
  'sprint.started',
  'sprint.completed',
  'project.created',
  'project.updated',
  'project.archived',
  'project.unarchived',
  'member.added',
  'member.changed',
  'member.removed',
] as const;

/** The type of an event. */
export type FeedType = (typeof FEED_TYPES)[number];

/** One change that the feed tells, with ids in place of names. */
export interface FeedEntry {
  readonly type: FeedType;
  /** Without one: the instant at which the transaction told it. */
  readonly at?: Date;
  /** `null` for a change of the Organization. */
  readonly projectId: ProjectId | null;
  /** The id of the Work Item, label, Sprint, Project or member that changed. */
  readonly subject: string;
  /** The revision of a Work Item after the change; `null` for everything else. */
  readonly revision: number | null;
  /** `null` when no user made the change. */
  readonly actor: UserId | null;
  /** The changes of a Work Item that the event tells. Empty for everything else. */
  readonly changes: readonly HistoryChange[];
}

/** The events that changes of a Work Item are told by. All changes without an entry here are told together, as one update. */
const TOLD_ALONE: Readonly<Partial<Record<HistoryAction, FeedType>>> = {
  created: 'work_item.created',
  archived: 'work_item.archived',
  unarchived: 'work_item.unarchived',
  work_item_deleted: 'work_item.deleted',
  work_item_restored: 'work_item.restored',
  comment_added: 'comment.created',
  comment_replied: 'comment.created',
  comment_edited: 'comment.edited',
  comment_deleted: 'comment.deleted',
  link_added: 'link.created',
  link_removed: 'link.deleted',
  attachment_added: 'attachment.created',
  attachment_removed: 'attachment.deleted',
};

/** A recorded change of a Work Item, with its Project. */
export interface ToldEvent {
  readonly projectId: ProjectId;
  readonly event: HistoryEvent;
}

/** Returns what the feed tells of changes of Work Items: one update for each Work Item, with its last revision, and the others one by one. */
export function entriesOf(events: readonly ToldEvent[]): readonly FeedEntry[] {
  const entries: FeedEntry[] = [];
  const updates = new Map<WorkItemId, { readonly place: number; readonly changes: HistoryChange[] }>();
  for (const { projectId, event } of events) {
    const { workItemId, revision, at, actor, change } = event;
    const alone = TOLD_ALONE[change.action];
    const entry = { at, projectId, subject: workItemId, revision, actor };
    const update = updates.get(workItemId);
    if (alone) entries.push({ ...entry, type: alone, changes: change.action === 'created' ? [] : [change] });
    else if (update) {
      update.changes.push(change);
      entries[update.place] = { ...entry, type: 'work_item.updated', changes: update.changes };
    } else {
      const changes = [change];
      updates.set(workItemId, { place: entries.length, changes });
      entries.push({ ...entry, type: 'work_item.updated', changes });
    }
  }
  return entries;
}
