import type { UserId } from '@worktrack/domain';
import { refuse } from '../shared/refusals.js';
import type { AccountPorts } from './ports.js';

type Ports = Pick<AccountPorts, 'avatars' | 'users'>;

/** Sets the picture of an account, and returns the version of its content. Throws `NOT_FOUND` when the account was removed. */
export async function setAvatar(tx: Ports, userId: UserId, content: Buffer): Promise<string> {
  await lock(tx, userId);
  return tx.avatars.put(userId, content);
}

/** Removes the picture of an account; one without a picture stays as it is. Throws `NOT_FOUND` when the account was removed. */
export async function removeAvatar(tx: Ports, userId: UserId): Promise<void> {
  await lock(tx, userId);
  tx.avatars.remove(userId);
}

async function lock(tx: Ports, userId: UserId): Promise<void> {
  if (!(await tx.users.lock(userId))) refuse('NOT_FOUND', 'The account was removed.');
}
