import type { PendingHandover } from '@worktrack/application';
import { tableOf } from '../engine/table.js';

/** A row is a `PendingHandover`. */
export const HandoverTable = tableOf<PendingHandover>('Handover', 'handovers', {
  organizationId: { type: 'uuid', primary: true },
  from: { type: 'uuid', primary: true, name: 'user_id' },
  to: { type: 'uuid', name: 'to_id', nullable: true },
  actor: { type: 'uuid', name: 'actor_id', nullable: true },
  beganAt: { type: 'timestamptz', precision: 3 },
});
