import type { LabelRecord } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** A row is a `LabelRecord`. */
export const LabelTable = tableOf<LabelRecord>('Label', 'labels', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  projectId: { type: 'uuid' },
  name: { type: 'text' },
  color: { type: 'text' },
  createdAt: { type: 'timestamptz', precision: 3 },
});
