import type { LabelRecord } from '@worktrack/domain';
import { revisedTableOf } from '../engine/table.js';

/** A row is a `LabelRecord`. */
export const LabelTable = revisedTableOf<LabelRecord>('Label', 'labels', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  projectId: { type: 'uuid', update: false },
  name: { type: 'text' },
  color: { type: 'text' },
  createdAt: { type: 'timestamptz', precision: 3, update: false },
  revision: { type: 'integer' },
});
