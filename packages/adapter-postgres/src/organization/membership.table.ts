import type { MembershipRecord } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** A row is a `MembershipRecord`. */
export const MembershipTable = tableOf<MembershipRecord>('Membership', 'memberships', {
  organizationId: { type: 'uuid', primary: true },
  userId: { type: 'uuid', primary: true },
  role: { type: 'text' },
  username: { type: 'text', nullable: true },
  joinedAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
});
