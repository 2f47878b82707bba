import type { OrganizationId, ProjectId, SprintId, UserId, WorkItemId } from '../identity/ids.js';
import type { ProjectKey } from '../project/project-key.js';
import type { WorkItemPriority, WorkItemStatus, WorkItemType } from './status.js';

/** A Work Item as it is stored. Instants are UTC with millisecond precision. */
export interface WorkItemRecord {
  readonly id: WorkItemId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly projectKey: ProjectKey;
  /** Counts up in its Project from 1 and is never given twice. */
  readonly number: number;
  /** Counts the real changes, from 1. */
  readonly revision: number;
  readonly title: string;
  readonly description: string | null;
  readonly type: WorkItemType;
  readonly status: WorkItemStatus;
  readonly priority: WorkItemPriority;
  readonly assigneeId: UserId | null;
  /** `null` once the account that created it was removed. */
  readonly reporterId: UserId | null;
  readonly sprintId: SprintId | null;
  readonly parentId: WorkItemId | null;
  readonly storyPoints: number | null;
  readonly dueDate: Date | null;
  /** `null` while it is not archived. */
  readonly archivedAt: Date | null;
  /** `null` while it is live. A deleted one is kept, because its history and its number are. */
  readonly deletedAt: Date | null;
  readonly createdAt: Date;
  /** When the present revision was made. */
  readonly updatedAt: Date;
}

/** What a new Work Item is made of; identifier and number are facts from outside, the reporter is who creates it. */
export type NewWorkItem = Omit<
  WorkItemRecord,
  'revision' | 'reporterId' | 'archivedAt' | 'deletedAt' | 'createdAt' | 'updatedAt'
>;

/** What people choose about a Work Item and may choose again. The status is no part of it: it moves by transition only. */
export type WorkItemContent = Pick<
  WorkItemRecord,
  'title' | 'description' | 'type' | 'priority' | 'assigneeId' | 'sprintId' | 'parentId' | 'storyPoints' | 'dueDate'
>;

/** What an update changes. An absent member stays, `null` clears. */
export type WorkItemChanges = {
  readonly [Member in keyof WorkItemContent]?: WorkItemContent[Member] | undefined;
};
