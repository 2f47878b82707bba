import { SESSION_LIMITS, type SessionRecord, type Sessions, type SessionsAtProvider } from '@worktrack/application';
import type { SessionId, UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { SessionTable } from './session.table.js';

const ADD = SessionTable.insertAs('sessions.add');

/** Deletes the sessions of a user beyond the limit: those that have ended first, then the oldest. */
const DELETE_EXCESS = statement(
  'sessions.delete-excess',
  `delete from sessions where id in (
     select id from sessions where user_id = $1 order by ended_at is null desc, created_at desc, id offset $2)`,
);

const END = statement(
  'sessions.end',
  `update sessions set ended_at = $3
   where user_id = $1 and id = $2 and ended_at is null and expires_at > statement_timestamp() returning id`,
);

const END_BY_HASH = statement(
  'sessions.end-by-hash',
  `update sessions set ended_at = $2 where token_hash = $1 and ended_at is null`,
);

const END_ALL = statement(
  'sessions.end-all',
  `update sessions set ended_at = $2 where user_id = $1 and ended_at is null returning id`,
);

/** Ends by the id of the session at the provider; by the account where the provider named none when the session began. */
const END_OF_PROVIDER = statement(
  'sessions.end-of-provider',
  `update sessions set ended_at = $4
   where oidc_issuer = $1 and ended_at is null
     and ($2::text is null or oidc_sid = $2 or ($3::text is not null and oidc_sid is null))
     and ($3::text is null or user_id = (select user_id from external_identities where issuer = $1 and subject = $3))
     and ($2::text is not null or $3::text is not null)
   returning id`,
);

export class PostgresSessions implements Sessions {
  constructor(private readonly transaction: SqlTransaction) {}

  add(record: SessionRecord): void {
    this.transaction.write(ADD, SessionTable.insertValues({ ...record, endedAt: null }));
    this.transaction.write(DELETE_EXCESS, [record.userId, SESSION_LIMITS.ofUser]);
  }

  async end(user: UserId, id: SessionId, at: Date): Promise<boolean> {
    return (await this.transaction.rows(END, [user, id, at])).length > 0;
  }

  endByHash(hash: Buffer, at: Date): void {
    this.transaction.write(END_BY_HASH, [hash, at]);
  }

  async endAllOf(user: UserId, at: Date): Promise<readonly SessionId[]> {
    const ended = await this.transaction.rows<{ id: SessionId }>(END_ALL, [user, at]);
    return ended.map(({ id }) => id);
  }

  async endOfProvider({ issuer, sid, subject }: SessionsAtProvider, at: Date): Promise<readonly SessionId[]> {
    const end = { statement: END_OF_PROVIDER, values: [issuer, sid, subject, at] };
    // The second one ends the session that a change of the password has made of another one, for whose lock the first one waited.
    const ended = await this.transaction.read<[{ id: SessionId }, { id: SessionId }]>(end, end);
    return ended.flat().map(({ id }) => id);
  }
}
