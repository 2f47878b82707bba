import type { SpentProofRecord, SpentProofs } from '@worktrack/application';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';

/** Of two transactions with one proof the second waits for the end of the first. */
const SPEND = statement(
  'spent-proofs.spend',
  `insert into spent_proofs (hash, expires_at) values ($1, $2) on conflict (hash) do nothing returning expires_at`,
);

export class PostgresSpentProofs implements SpentProofs {
  constructor(private readonly transaction: SqlTransaction) {}

  async spend({ hash, expiresAt }: SpentProofRecord): Promise<boolean> {
    return (await this.transaction.rows(SPEND, [hash, expiresAt])).length > 0;
  }
}
