import {
  PasswordAccounts,
  type AccountOfSession,
  type AccountWithPassword,
  type Passwords,
} from '@worktrack/application';
import type { Email, SessionId, UserId } from '@worktrack/domain';
import { type Reader, statement } from '../engine/statement.js';
import type { SqlTransaction } from '../engine/transaction.js';
import { livingCondition } from './living-sessions.js';
import { PasswordTable } from './password.table.js';

const FIND = statement(
  'password-accounts.find',
  `select holder.id as "userId", passwords.hash, passwords.set_at as "setAt"
   from users holder left join passwords on passwords.user_id = holder.id
   where holder.email = $1 and holder.removed_at is null`,
);

const OF_SESSION = statement(
  'password-accounts.of-session',
  `select holder.id as "userId", passwords.hash, passwords.set_at as "setAt",
     session.created_at > clock_timestamp() - interval '15 minutes' as "isFresh",
     session.by_link is not distinct from 'set-password' as "isToSetPassword",
     session.oidc_issuer as issuer, session.oidc_sid as sid
   from sessions session
   join users holder on holder.id = session.user_id
   left join passwords on passwords.user_id = holder.id
   where session.id = $1 and holder.removed_at is null and ${livingCondition('session')}`,
);

/** Locks an account as administration does: foreign-key checks of running requests do not wait. */
const LOCK = statement(
  'passwords.lock',
  `select id as "userId" from users where id = $1 and removed_at is null for no key update`,
);

/** A statement of its own after the lock: one that waited for the lock would still see the hash of before. */
const HASH = statement('passwords.hash', `select hash, set_at as "setAt" from passwords where user_id = $1`);

const SAVE = PasswordTable.upsertAs('passwords.save');

const FORGET_BROWSERS = statement('passwords.forget-browsers', `update passwords set set_at = $2 where user_id = $1`);

const REMOVE = statement('passwords.remove', `delete from passwords where user_id = $1`);

interface SessionRow extends AccountWithPassword {
  readonly isFresh: boolean;
  readonly isToSetPassword: boolean;
  readonly issuer: string | null;
  readonly sid: string | null;
}

export class PostgresPasswordAccounts extends PasswordAccounts {
  constructor(private readonly reader: Reader) {
    super();
  }

  async find(email: Email): Promise<AccountWithPassword | undefined> {
    const [account] = await this.reader.rows<AccountWithPassword>(FIND, [email]);
    return account;
  }

  async ofSession(id: SessionId): Promise<AccountOfSession | undefined> {
    const [row] = await this.reader.rows<SessionRow>(OF_SESSION, [id]);
    if (!row) return undefined;
    const { isToSetPassword, issuer, sid, ...account } = row;
    const provider = issuer === null ? undefined : { issuer, sid };
    return { ...account, canReplace: account.isFresh && isToSetPassword, provider };
  }
}

export class PostgresPasswords implements Passwords {
  constructor(private readonly transaction: SqlTransaction) {}

  async lock(user: UserId): Promise<AccountWithPassword | undefined> {
    const [[account], [password]] = await this.transaction.read<[{ userId: UserId }, { hash: string; setAt: Date }]>(
      { statement: LOCK, values: [user] },
      { statement: HASH, values: [user] },
    );
    return account && { userId: account.userId, hash: password?.hash ?? null, setAt: password?.setAt ?? null };
  }

  save(user: UserId, hash: string, at: Date): void {
    this.transaction.write(SAVE, PasswordTable.insertValues({ userId: user, hash, setAt: at }));
  }

  forgetBrowsers(user: UserId, at: Date): void {
    this.transaction.write(FORGET_BROWSERS, [user, at]);
  }

  remove(user: UserId): void {
    this.transaction.write(REMOVE, [user]);
  }
}
