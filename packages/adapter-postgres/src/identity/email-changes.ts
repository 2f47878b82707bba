import type { EmailChange, EmailChanges } from '@worktrack/application';
import type { Email, UserId } from '@worktrack/domain';
import { statement } from '../engine/statement.js';
import type { SqlTransaction } from '../engine/transaction.js';
import { EmailChangeTable } from './email-change.table.js';

const PUT = EmailChangeTable.upsertAs('email-changes.put');

const USE = statement(
  'email-changes.use',
  `delete from email_changes where user_id = $1 and token_hash = $2 and expires_at > statement_timestamp() returning email`,
);

const REMOVE = statement('email-changes.remove', 'delete from email_changes where user_id = $1');

export class PostgresEmailChanges implements EmailChanges {
  constructor(private readonly transaction: SqlTransaction) {}

  put(change: EmailChange): void {
    this.transaction.write(PUT, EmailChangeTable.insertValues(change));
  }

  async use(userId: UserId, hash: Buffer): Promise<Email | undefined> {
    const [used] = await this.transaction.rows<Pick<EmailChange, 'email'>>(USE, [userId, hash]);
    return used?.email;
  }

  remove(userId: UserId): void {
    this.transaction.write(REMOVE, [userId]);
  }
}
