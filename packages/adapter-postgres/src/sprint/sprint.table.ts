import type { SprintRecord } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** A row is a `SprintRecord`. */
export const SprintTable = tableOf<SprintRecord>('Sprint', 'sprints', {
  organizationId: { name: 'organization_id', type: 'uuid', primary: true },
  id: { name: 'id', type: 'uuid', primary: true },
  projectId: { name: 'project_id', type: 'uuid', update: false },
  name: { name: 'name', type: 'text' },
  state: { name: 'state', type: 'text' },
  startDate: { name: 'start_date', type: 'timestamptz', precision: 3, nullable: true },
  endDate: { name: 'end_date', type: 'timestamptz', precision: 3, nullable: true },
  goal: { name: 'goal', type: 'text', nullable: true },
  targetPoints: { name: 'target_points', type: 'integer', nullable: true },
  startedAt: { name: 'started_at', type: 'timestamptz', precision: 3, nullable: true },
  completedAt: { name: 'completed_at', type: 'timestamptz', precision: 3, nullable: true },
  revision: { name: 'revision', type: 'integer' },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3, update: false },
  updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
});
