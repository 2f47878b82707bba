import type { WorkItemRecord } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** A row is a `WorkItemRecord`. */
export const WorkItemTable = tableOf<WorkItemRecord>('WorkItem', 'work_items', {
  organizationId: { name: 'organization_id', type: 'uuid', primary: true },
  id: { name: 'id', type: 'uuid', primary: true },
  projectId: { name: 'project_id', type: 'uuid', update: false },
  projectKey: { name: 'project_key', type: 'text', update: false },
  number: { name: 'number', type: 'bigint', update: false },
  revision: { name: 'revision', type: 'integer' },
  title: { name: 'title', type: 'text' },
  description: { name: 'description', type: 'text', nullable: true },
  type: { name: 'type', type: 'text' },
  status: { name: 'status', type: 'text' },
  priority: { name: 'priority', type: 'text' },
  assigneeId: { name: 'assignee_id', type: 'uuid', nullable: true },
  reporterId: { name: 'reporter_id', type: 'uuid', nullable: true },
  sprintId: { name: 'sprint_id', type: 'uuid', nullable: true },
  parentId: { name: 'parent_id', type: 'uuid', nullable: true },
  storyPoints: { name: 'story_points', type: 'integer', nullable: true },
  dueDate: { name: 'due_date', type: 'timestamptz', precision: 3, nullable: true },
  archivedAt: { name: 'archived_at', type: 'timestamptz', precision: 3, nullable: true },
  deletedAt: { name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3, update: false },
  updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
});
