import type { OrganizationRecord } from '@worktrack/application';
import { tableOf } from '../engine/table.js';

/** A row is an `OrganizationRecord`. */
export const OrganizationTable = tableOf<OrganizationRecord>('Organization', 'organizations', {
  id: { type: 'uuid', primary: true },
  slug: { type: 'text' },
  name: { type: 'text' },
  description: { type: 'text', nullable: true },
  timeZone: { type: 'text' },
  suspendedAt: { type: 'timestamptz', precision: 3, nullable: true },
  removalDueAt: { type: 'timestamptz', precision: 3, nullable: true },
  deletionBeganAt: { type: 'timestamptz', precision: 3, nullable: true },
  revision: { type: 'integer' },
  createdAt: { type: 'timestamptz', precision: 3 },
  updatedAt: { type: 'timestamptz', precision: 3 },
});
