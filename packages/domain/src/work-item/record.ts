import type { OrganizationId, ProjectId, SprintId, UserId, WorkItemId } from '../identity/ids.js';
import type { ProjectKey } from '../project/project-key.js';
import type { WorkItemField, WorkItemFieldValues } from './fields.js';
import type { WorkItemStatus } from './status.js';

/** The stored record of a Work Item. Instants are UTC with millisecond precision. */
export interface WorkItemRecord extends WorkItemFieldValues {
  readonly id: WorkItemId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly projectKey: ProjectKey;
  /** Counts up from 1 in its Project; a number is never reused. */
  readonly number: number;
  /** Starts at 1; each real change adds 1. */
  readonly revision: number;
  readonly status: WorkItemStatus;
  readonly assigneeId: UserId | null;
  /** `null` after the account of the reporter was removed. */
  readonly reporterId: UserId | null;
  readonly sprintId: SprintId | null;
  readonly parentId: WorkItemId | null;
  /** `null` while the Work Item is not archived. */
  readonly archivedAt: Date | null;
  /** `null` until the Work Item is deleted. The row is kept: its history and its number stay. */
  readonly deletedAt: Date | null;
  readonly createdAt: Date;
  /** The instant of the current revision. */
  readonly updatedAt: Date;
}

/** The facts of a new Work Item. The caller supplies the identifier and the number; the reporter is the user who creates it. */
export type NewWorkItem = Omit<
  WorkItemRecord,
  'revision' | 'reporterId' | 'archivedAt' | 'deletedAt' | 'createdAt' | 'updatedAt'
>;

/** The properties of a Work Item that people set and can change. The status is not among them: it changes by transition only. */
export type WorkItemContent = Pick<WorkItemRecord, WorkItemField | 'assigneeId' | 'sprintId' | 'parentId'>;

/** The changes of an update. An absent member keeps its value, `null` clears it. */
export type WorkItemChanges = {
  readonly [Member in keyof WorkItemContent]?: WorkItemContent[Member] | undefined;
};
