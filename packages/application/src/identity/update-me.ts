import type { DisplayName, UserId } from '@worktrack/domain';
import { refuse } from '../shared/refusals.js';
import type { AccountPorts } from './ports.js';

/** A person, as others see them. */
export interface NamedPerson {
  readonly name: DisplayName;
}

/** Changes the name of an account. Throws `NOT_FOUND` when the account was removed. Source: extensions, team §2. */
export async function updateMe(
  tx: Pick<AccountPorts, 'users'>,
  userId: UserId,
  { name }: NamedPerson,
): Promise<NamedPerson> {
  const user = (await tx.users.lock(userId)) ?? refuse('NOT_FOUND', 'The account was removed.');
  if (user.name !== name) tx.users.save({ ...user, name });
  return { name };
}
