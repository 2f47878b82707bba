import type { Email } from '@worktrack/domain';
import { refuse } from '../shared/refusals.js';
import type { AccountPorts } from './ports.js';
import type { UserRecord } from './users.js';

/** Finds and locks an account. Throws `NOT_FOUND`. */
export async function findUser(tx: Pick<AccountPorts, 'users'>, email: Email): Promise<UserRecord> {
  return (await tx.users.find(email)) ?? refuse('NOT_FOUND', `No user has the e-mail address ${email}.`);
}
