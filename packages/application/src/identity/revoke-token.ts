import type { AccessTokenId } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { AccountPorts } from './ports.js';

/** Revokes a token and returns the instant of the revocation; a repeat does not change it. Throws `NOT_FOUND`. */
export async function revokeToken(
  tx: RequestClock & Pick<AccountPorts, 'accessTokens'>,
  id: AccessTokenId,
): Promise<Date> {
  const revokedAt = await tx.accessTokens.revoke(id, await tx.instant());
  return revokedAt ?? refuse('NOT_FOUND', `No token has the credential id ${id}.`);
}
