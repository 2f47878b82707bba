import type { WatchRecord } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** A row is a `WatchRecord`. */
export const WatchTable = tableOf<WatchRecord>('Watch', 'work_item_watches', {
  organizationId: { type: 'uuid', primary: true },
  workItemId: { type: 'uuid', primary: true },
  userId: { type: 'uuid', primary: true },
  projectId: { type: 'uuid' },
  wanted: { type: 'boolean', nullable: true },
  revision: { type: 'integer' },
  saidAt: { type: 'timestamptz', precision: 3 },
  muted: { type: 'boolean' },
});
