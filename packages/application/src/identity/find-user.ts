import type { Email } from '@worktrack/domain';
import { refuse } from '../refusals.js';
import type { AdministrationTransaction } from '../administration/administration-unit-of-work.js';
import type { UserRecord } from './users.js';

/** Finds and locks an account. Throws `NOT_FOUND`. */
export async function findUser(tx: Pick<AdministrationTransaction, 'users'>, email: Email): Promise<UserRecord> {
  return (await tx.users.find(email)) ?? refuse('NOT_FOUND', `No user has the e-mail address ${email}.`);
}
