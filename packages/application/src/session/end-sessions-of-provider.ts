import type { SessionId } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { LogoutNotice } from './identity-providers.js';
import type { SessionPorts } from './ports.js';
import { hashOfProof } from './spent-proofs.js';

/** Ends the sessions that a notice of a provider names, and returns their ids. Throws `VALIDATION_ERROR` for a notice that came before. */
export async function endSessionsOfProvider(
  tx: RequestClock & Pick<SessionPorts, 'sessions' | 'spentProofs'>,
  { issuer, sid, subject, jti, acceptedUntil }: LogoutNotice,
): Promise<readonly SessionId[]> {
  const hash = hashOfProof('logout', issuer, jti);
  if (!(await tx.spentProofs.spend({ hash, expiresAt: acceptedUntil }))) {
    refuse('VALIDATION_ERROR', 'logout_token was used before.', { fieldErrors: { logout_token: ['was used before'] } });
  }
  return tx.sessions.endOfProvider({ issuer, sid, subject }, await tx.instant());
}
