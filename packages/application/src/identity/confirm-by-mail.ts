import type { UserId } from '@worktrack/domain';
import type { SessionPorts } from '../session/ports.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { AccountPorts, OwnTokenPorts } from './ports.js';

/**
 * Confirms the address of an account whose owner has used a link that was mailed there. The first time, all that could sign in before ends:
 * somebody else might have made the account with this address. Throws `NOT_FOUND` when the account was removed.
 */
export async function confirmByMail(
  tx: RequestClock &
    Pick<AccountPorts, 'emailChanges' | 'users'> &
    Pick<OwnTokenPorts, 'ownTokens'> &
    Pick<SessionPorts, 'passwords' | 'sessions' | 'signInLinks'>,
  userId: UserId,
): Promise<void> {
  const user = (await tx.users.lock(userId)) ?? refuse('NOT_FOUND', 'The account was removed.');
  if (user.emailConfirmedAt !== null) return;
  const now = await tx.instant();
  tx.users.save({ ...user, emailConfirmedAt: now });
  tx.passwords.remove(userId);
  tx.signInLinks.removeAllOf(userId);
  tx.emailChanges.remove(userId);
  await tx.sessions.endAllOf(userId, now);
  await tx.ownTokens.revokeAll(userId, now);
}
