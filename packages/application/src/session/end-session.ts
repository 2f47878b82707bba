import type { SessionId, UserId } from '@worktrack/domain';
import type { Transaction } from '../unit-of-work.js';
import { refuse } from '../refusals.js';

/** Ends a session of the user. Throws `NOT_FOUND` when the user has no such session, or when it has ended. */
export async function endSession(
  tx: Pick<Transaction, 'instant' | 'sessions'>,
  user: UserId,
  id: SessionId,
): Promise<void> {
  const now = await tx.instant();
  if (!(await tx.sessions.end(user, id, now))) refuse('NOT_FOUND');
}

/** Ends all sessions of the user, and returns their ids. */
export async function endSessionsOf(
  tx: Pick<Transaction, 'instant' | 'sessions'>,
  user: UserId,
): Promise<readonly SessionId[]> {
  return tx.sessions.endAllOf(user, await tx.instant());
}
