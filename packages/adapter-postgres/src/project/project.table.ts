import type { ProjectRecord } from '@worktrack/domain';
import { JSON_TEXT, revisedTableOf } from '../engine/table.js';

/** A row is a `ProjectRecord`. */
export const ProjectTable = revisedTableOf<ProjectRecord>('Project', 'projects', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  key: { type: 'text', update: false },
  name: { type: 'text' },
  description: { type: 'text', nullable: true },
  color: { type: 'text' },
  workLimits: { type: 'jsonb', transformer: JSON_TEXT },
  revision: { type: 'integer' },
  archivedAt: { type: 'timestamptz', precision: 3, nullable: true },
  createdAt: { type: 'timestamptz', precision: 3, update: false },
  updatedAt: { type: 'timestamptz', precision: 3 },
});
