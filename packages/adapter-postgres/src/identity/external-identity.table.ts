import type { ExternalIdentityRecord } from '@worktrack/application';
import { tableOf } from '../engine/table.js';

/** A row is an `ExternalIdentityRecord`. */
export const ExternalIdentityTable = tableOf<ExternalIdentityRecord>('ExternalIdentity', 'external_identities', {
  issuer: { type: 'text', primary: true },
  subject: { type: 'text', primary: true },
  userId: { type: 'uuid' },
  createdAt: { type: 'timestamptz', precision: 3 },
});
