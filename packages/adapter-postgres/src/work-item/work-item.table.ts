import type { WorkItemRecord } from '@worktrack/domain';
import { revisedTableOf } from '../engine/table.js';
import { FIELD_COLUMNS } from './item-fields.js';

/** A row is a `WorkItemRecord`. */
export const WorkItemTable = revisedTableOf<WorkItemRecord>('WorkItem', 'work_items', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  projectId: { type: 'uuid', update: false },
  projectKey: { type: 'text', update: false },
  number: { type: 'bigint', update: false },
  revision: { type: 'integer' },
  ...FIELD_COLUMNS,
  status: { type: 'text' },
  assigneeId: { type: 'uuid', nullable: true },
  reporterId: { type: 'uuid', nullable: true },
  sprintId: { type: 'uuid', nullable: true },
  parentId: { type: 'uuid', nullable: true },
  archivedAt: { type: 'timestamptz', precision: 3, nullable: true },
  deletedAt: { type: 'timestamptz', precision: 3, nullable: true },
  createdAt: { type: 'timestamptz', precision: 3, update: false },
  updatedAt: { type: 'timestamptz', precision: 3 },
});
