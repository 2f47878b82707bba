import type { SignInLinkRecord, SignInLinks } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { SignInLinkTable } from './sign-in-link.table.js';

const ADD = SignInLinkTable.insertAs('sign-in-links.add');

/**
 * Locks the account before the link, as every change of an account does: the other order ends in deadlocks with them. Of two uses at the
 * same time the second waits for the lock, and then finds the link used.
 */
const USE = statement(
  'sign-in-links.use',
  `with holder as (
     select id from users
     where removed_at is null and id = (
       select user_id from sign_in_links
       where token_hash = $1 and used_at is null and expires_at > statement_timestamp())
     for no key update)
   update sign_in_links link set used_at = clock_timestamp() from holder
   where link.token_hash = $1 and link.user_id = holder.id and link.used_at is null
     and link.expires_at > statement_timestamp()
   returning link.user_id as "userId", link.purpose, link.by_mail as "byMail"`,
);

const REMOVE_ALL = statement(
  'sign-in-links.remove-all',
  `delete from sign_in_links where user_id = $1 and used_at is null`,
);

export class PostgresSignInLinks implements SignInLinks {
  constructor(private readonly transaction: SqlTransaction) {}

  add(link: SignInLinkRecord): void {
    this.transaction.write(ADD, SignInLinkTable.insertValues({ ...link, usedAt: null }));
  }

  async use(hash: Buffer): ReturnType<SignInLinks['use']> {
    const [link] = await this.transaction.rows<Pick<SignInLinkRecord, 'userId' | 'purpose' | 'byMail'>>(USE, [hash]);
    return link;
  }

  removeAllOf(user: UserId): void {
    this.transaction.write(REMOVE_ALL, [user]);
  }
}
