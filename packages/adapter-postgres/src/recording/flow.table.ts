import type { OrganizationId, ProjectId, WorkItemId, WorkItemStatus } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** The time from one change of status or points to the next. The first span of an item begins at creation and has no previous values. */
export interface StatusSpanRow {
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly workItemId: WorkItemId;
  readonly sequence: number;
  readonly beganAt: Date;
  readonly status: WorkItemStatus;
  readonly previousStatus: WorkItemStatus | null;
  readonly storyPoints: number | null;
  readonly previousStoryPoints: number | null;
}

/** First entries of a Work Item to each status, and its last resolution and reopening. */
export interface ItemFlowRow {
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly workItemId: WorkItemId;
  readonly createdAt: Date;
  readonly backlogAt: Date | null;
  readonly todoAt: Date | null;
  readonly inProgressAt: Date | null;
  readonly inReviewAt: Date | null;
  readonly doneAt: Date | null;
  readonly resolvedAt: Date | null;
  readonly reopenedAt: Date | null;
  /** The last entry to a status. */
  readonly since: Date;
}

/** The member of an `ItemFlowRow` with the first entry to each status. */
const FIRST_ENTRY = {
  backlog: 'backlogAt',
  todo: 'todoAt',
  in_progress: 'inProgressAt',
  in_review: 'inReviewAt',
  done: 'doneAt',
} as const satisfies Record<WorkItemStatus, keyof ItemFlowRow>;

/** A row is a `StatusSpanRow`. */
export const StatusSpanTable = tableOf<StatusSpanRow>('StatusSpan', 'status_spans', {
  organizationId: { type: 'uuid', primary: true },
  projectId: { type: 'uuid' },
  workItemId: { type: 'uuid', primary: true },
  sequence: { type: 'integer', primary: true },
  beganAt: { type: 'timestamptz', precision: 3 },
  status: { type: 'text' },
  previousStatus: { type: 'text', nullable: true },
  storyPoints: { type: 'integer', nullable: true },
  previousStoryPoints: { type: 'integer', nullable: true },
});

/** A row is an `ItemFlowRow`. */
export const ItemFlowTable = tableOf<ItemFlowRow>('ItemFlow', 'item_flow', {
  organizationId: { type: 'uuid', primary: true },
  projectId: { type: 'uuid' },
  workItemId: { type: 'uuid', primary: true },
  createdAt: { type: 'timestamptz', precision: 3 },
  backlogAt: { type: 'timestamptz', precision: 3, nullable: true },
  todoAt: { type: 'timestamptz', precision: 3, nullable: true },
  inProgressAt: { type: 'timestamptz', precision: 3, nullable: true },
  inReviewAt: { type: 'timestamptz', precision: 3, nullable: true },
  doneAt: { type: 'timestamptz', precision: 3, nullable: true },
  resolvedAt: { type: 'timestamptz', precision: 3, nullable: true },
  reopenedAt: { type: 'timestamptz', precision: 3, nullable: true },
  since: { type: 'timestamptz', precision: 3 },
});

/** Returns the name of the column with the first entry to a status. */
export const firstEntryColumn = (status: WorkItemStatus): string => ItemFlowTable.nameOf(FIRST_ENTRY[status]);
