import type { Mail, MailKind, Outbox } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { DATABASE_CLOCK, statement } from '../engine/statement.js';
import type { SqlTransaction } from '../engine/transaction.js';

/** Without the name of a constraint: to name one, a transaction of one Organization would need to read the table. */
const PUT = statement(
  'outbox.put',
  `insert into outbox (cause, organization_id, kind, address, content, expires_at, created_at, due_at)
   values ($1, $2, $3, $4, $5, $6, ${DATABASE_CLOCK}, ${DATABASE_CLOCK}) on conflict do nothing`,
);

const TAKE_TURN = statement(
  'outbox.take-turn',
  `select pg_advisory_xact_lock(hashtextextended('mails of an address:' || $1::text || ':' || $2::text, 0))`,
);

const COUNT = statement(
  'outbox.count-of-last-hour',
  `select count(*)::integer as count from outbox
   where address = $1 and kind = $2 and created_at > ${DATABASE_CLOCK} - interval '1 hour'`,
);

const WITHDRAW = statement('outbox.withdraw', 'delete from outbox where cause = any ($1::uuid[])');

export class PostgresOutbox implements Outbox {
  constructor(
    private readonly transaction: SqlTransaction,
    readonly isConfigured: boolean,
  ) {}

  put({ cause, organizationId, kind, address, expiresAt, ...content }: Mail): void {
    if (!this.isConfigured) return;
    const values = [cause, organizationId, kind, address, JSON.stringify(content), expiresAt];
    this.transaction.write(PUT, values);
  }

  takeTurn(kind: MailKind, address: Email): void {
    this.transaction.write(TAKE_TURN, [kind, address]);
  }

  async countOfLastHour(kind: MailKind, address: Email): Promise<number> {
    const [found] = await this.transaction.rows<{ count: number }>(COUNT, [address, kind]);
    return found?.count ?? 0;
  }

  withdraw(causes: readonly string[]): void {
    this.transaction.write(WITHDRAW, [causes]);
  }
}
