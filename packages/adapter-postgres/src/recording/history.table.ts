import type { OrganizationId, ProjectId, UserId, WorkItemId } from '@worktrack/domain';
import { JSON_TEXT, tableOf } from '../engine/table.js';

/** An event of a Work Item. The database adds the transaction. */
export interface HistoryRow {
  readonly organizationId: OrganizationId;
  readonly id: string;
  /** The place of the event among all events, which the database gives it. */
  readonly sequence?: number;
  readonly projectId: ProjectId;
  readonly workItemId: WorkItemId;
  readonly revision: number;
  readonly at: Date;
  readonly actorId: UserId | null;
  readonly action: string;
  /** The other members of the change; `null` when it has none. */
  readonly detail: object | null;
}

/** A row is a `HistoryRow`. */
export const HistoryTable = tableOf<HistoryRow>('HistoryEvent', 'work_item_history', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  sequence: { type: 'bigint', insert: false },
  projectId: { type: 'uuid' },
  workItemId: { type: 'uuid' },
  revision: { type: 'integer' },
  at: { type: 'timestamptz', precision: 3 },
  actorId: { type: 'uuid', nullable: true },
  action: { type: 'text' },
  detail: { type: 'jsonb', nullable: true, transformer: JSON_TEXT },
});
