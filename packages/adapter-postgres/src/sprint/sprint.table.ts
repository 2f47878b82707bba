import type { SprintRecord } from '@worktrack/domain';
import { revisedTableOf } from '../engine/table.js';

/** A stored Sprint. `foldedName` is the name for queries; a separate statement writes it. */
type SprintRow = SprintRecord & { readonly foldedName?: string };

export const SprintTable = revisedTableOf<SprintRow>('Sprint', 'sprints', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  projectId: { type: 'uuid', update: false },
  name: { type: 'text' },
  state: { type: 'text' },
  startDate: { type: 'timestamptz', precision: 3, nullable: true },
  endDate: { type: 'timestamptz', precision: 3, nullable: true },
  goal: { type: 'text', nullable: true },
  targetPoints: { type: 'integer', nullable: true },
  startedAt: { type: 'timestamptz', precision: 3, nullable: true },
  completedAt: { type: 'timestamptz', precision: 3, nullable: true },
  revision: { type: 'integer' },
  createdAt: { type: 'timestamptz', precision: 3, update: false },
  updatedAt: { type: 'timestamptz', precision: 3 },
  foldedName: { type: 'text', nullable: true, insert: false, select: false, update: false },
});
