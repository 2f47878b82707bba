import type { ProjectRecord } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** A row is a `ProjectRecord`. */
export const ProjectTable = tableOf<ProjectRecord>('Project', 'projects', {
  organizationId: { name: 'organization_id', type: 'uuid', primary: true },
  id: { name: 'id', type: 'uuid', primary: true },
  key: { name: 'key', type: 'text', update: false },
  name: { name: 'name', type: 'text' },
  description: { name: 'description', type: 'text', nullable: true },
  color: { name: 'color', type: 'text' },
  revision: { name: 'revision', type: 'integer' },
  archivedAt: { name: 'archived_at', type: 'timestamptz', precision: 3, nullable: true },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3, update: false },
  updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
});
