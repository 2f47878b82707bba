import type { WorkItem, WorkItemId, WorkItemRecord } from '@worktrack/domain';
import { FIELD_BY_ACTION, fieldRowOf } from './item-fields.js';
import type { CompleteRow, NamesRow, OwnColumns } from './item-row.js';

/** Changes after which the view follows from the record alone: they concern no name of a person, a Sprint, a parent or a label. */
const OF_THE_RECORD: ReadonlySet<string> = new Set([
  ...FIELD_BY_ACTION.keys(),
  'status_changed',
  'archived',
  'unarchived',
]);

/**
 * The views of Work Items that a transaction read together with their locks. Nobody else can change a locked item, so its view after a
 * change follows from the view before it and from the changed record, without a round trip. The names that it shows are those of the moment
 * of the lock.
 */
export class LockedViews {
  private readonly rows = new Map<WorkItemId, CompleteRow>();

  keep(record: WorkItemRecord, names: NamesRow): void {
    this.rows.set(record.id, { ...names, ...shownOf(record) });
  }

  /** Returns the row of the view; `undefined` when it has to be read. */
  rowOf(id: WorkItemId): CompleteRow | undefined {
    return this.rows.get(id);
  }

  /** Forgets a view, so that it is read again. In a savepoint, a change can be undone. */
  forget(id: WorkItemId): void {
    this.rows.delete(id);
  }

  /** Applies what was saved. Forgets the view of an item when it does not follow from the record. */
  save({ record, events }: WorkItem): void {
    const row = this.rows.get(record.id);
    if (!row) return;
    if (record.deletedAt === null && events.every(({ change }) => OF_THE_RECORD.has(change.action))) {
      this.rows.set(record.id, { ...row, ...shownOf(record) });
    } else this.rows.delete(record.id);
  }
}

/** The members of the view that come from the record, in the form in which the database returns them for a view. */
function shownOf(record: WorkItemRecord): OwnColumns {
  const { id, projectId, projectKey, number, revision, status, archivedAt, createdAt, updatedAt } = record;
  return {
    ...fieldRowOf(record),
    id,
    projectId,
    projectKey,
    number,
    revision,
    status,
    archivedAt: archivedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
