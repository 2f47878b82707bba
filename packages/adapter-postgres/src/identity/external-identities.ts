import type { ExternalIdentities, ExternalIdentityRecord, IdentifiedAccount } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { ExternalIdentityTable } from './external-identity.table.js';

/** Begins the subject of a removed account, of which only the hash is kept. */
export const HIDDEN = 'removed:';

const FIND = statement(
  'external-identities.find',
  `select holder.id as "userId", holder.email
   from external_identities identity join users holder on holder.id = identity.user_id
   where identity.issuer = $1 and identity.subject in ($2, '${HIDDEN}' || encode(sha256(convert_to($2, 'UTF8')), 'hex'))`,
);

const ARE_OF = statement(
  'external-identities.are-of',
  'select exists (select from external_identities where user_id = $1) as are',
);

const ADD = ExternalIdentityTable.insertAs('external-identities.add');

export class PostgresExternalIdentities implements ExternalIdentities {
  constructor(private readonly transaction: SqlTransaction) {}

  async find(issuer: string, subject: string): Promise<IdentifiedAccount | undefined> {
    const [account] = await this.transaction.rows<IdentifiedAccount>(FIND, [issuer, subject]);
    return account;
  }

  async areOf(userId: UserId): Promise<boolean> {
    const [found] = await this.transaction.rows<{ are: boolean }>(ARE_OF, [userId]);
    return found?.are ?? false;
  }

  add(identity: ExternalIdentityRecord): void {
    this.transaction.write(ADD, ExternalIdentityTable.insertValues(identity));
  }
}
