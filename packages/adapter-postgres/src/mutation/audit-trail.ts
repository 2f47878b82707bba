import type { AuditEntry, AuditTrail } from '@worktrack/application';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';

/** The trail names this Organization where an entry belongs to none: a key holds no null. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** A table with a partition for each month. */
export const AUDIT_TABLE = 'audit_log';

const RECORD = statement(
  'audit-log.record',
  `insert into audit_log (operation, organization_id, actor_id, token_id, request_id, touched)
   values ($1, $2, $3, $4, $5, $6::jsonb)`,
);

export class PostgresAuditTrail implements AuditTrail {
  constructor(private readonly transaction: SqlTransaction) {}

  record({ operation, organizationId, actorId, tokenId, requestId, touched }: AuditEntry): void {
    this.transaction.write(RECORD, [
      operation,
      organizationId ?? NO_ORGANIZATION,
      actorId,
      tokenId,
      requestId,
      JSON.stringify(touched),
    ]);
  }
}
