import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { NO_ORGANIZATION } from './audit-trail.js';

const MAKE = 'select make_audit_partitions()';

const RECORD = `insert into audit_log (operation, organization_id, request_id, touched) values ($1, $2, $3, $4::jsonb)`;

/** Adds an entry of a task that the owner of the schema runs, in the transaction under way. */
export async function recordAsOwner(client: ClientBase, task: string, touched: readonly object[] = []): Promise<void> {
  // Perhaps no server has run for months.
  await client.query(MAKE);
  await client.query(RECORD, [task, NO_ORGANIZATION, randomUUID(), JSON.stringify(touched)]);
}
