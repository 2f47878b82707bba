import type { SessionId, UserId } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { SessionPorts } from './ports.js';

/** The command to change a password. */
export interface ChangePassword {
  readonly userId: UserId;
  /** The hash that was verified, or `null` where there was none; the change is refused when it is no longer the current one. `undefined`: it can be any. */
  readonly verified?: string | null | undefined;
  readonly hash: string;
}

/**
 * Changes the password of an account, ends all its sessions, deletes its unused links, and forgets the browsers that have signed in. Returns
 * the ids of the sessions. Throws `INVALID_CREDENTIALS` when the password was changed meanwhile, and `NOT_FOUND` when the account was removed.
 */
export async function changePassword(
  tx: RequestClock & Pick<SessionPorts, 'passwords' | 'sessions' | 'signInLinks'>,
  { userId, verified, hash }: ChangePassword,
): Promise<readonly SessionId[]> {
  // The account first, then its links: a link that is used takes its locks in this order too.
  const account = (await tx.passwords.lock(userId)) ?? refuse('NOT_FOUND', 'The account was removed.');
  if (verified !== undefined && account.hash !== verified) refuse('INVALID_CREDENTIALS');
  const now = await tx.instant();
  tx.signInLinks.removeAllOf(userId);
  tx.passwords.save(userId, hash, now);
  return tx.sessions.endAllOf(userId, now);
}
