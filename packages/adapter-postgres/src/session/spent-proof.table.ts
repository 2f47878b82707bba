import type { SpentProofRecord } from '@worktrack/application';
import { tableOf } from '../engine/table.js';

/** A row is a `SpentProofRecord`. */
export const SpentProofTable = tableOf<SpentProofRecord>('SpentProof', 'spent_proofs', {
  hash: { type: 'bytea', primary: true },
  expiresAt: { type: 'timestamptz', precision: 3 },
});
