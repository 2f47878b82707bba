import type { SessionId, UserId } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { SessionPorts } from './ports.js';

/** Ends a session of the user. Throws `NOT_FOUND` when the user has no such session, or when it has ended. */
export async function endSession(
  tx: RequestClock & Pick<SessionPorts, 'sessions'>,
  user: UserId,
  id: SessionId,
): Promise<void> {
  const now = await tx.instant();
  if (!(await tx.sessions.end(user, id, now))) refuse('NOT_FOUND');
}

/** Ends all sessions of the user, forgets the browsers that have signed in, and returns the ids of the sessions. */
export async function endSessionsOf(
  tx: RequestClock & Pick<SessionPorts, 'passwords' | 'sessions'>,
  user: UserId,
): Promise<readonly SessionId[]> {
  const now = await tx.instant();
  // In the order of a change of the password, which locks both too.
  tx.passwords.forgetBrowsers(user, now);
  return tx.sessions.endAllOf(user, now);
}
