import type { AccessTokenId } from '@worktrack/domain';
import { refuse } from '../refusals.js';
import type { AdministrationTransaction } from '../administration/administration-unit-of-work.js';

/** Revokes a token and returns the instant of the revocation; a repeat does not change it. Throws `NOT_FOUND`. */
export async function revokeToken(
  tx: Pick<AdministrationTransaction, 'accessTokens' | 'instant'>,
  id: AccessTokenId,
): Promise<Date> {
  const revokedAt = await tx.accessTokens.revoke(id, await tx.instant());
  return revokedAt ?? refuse('NOT_FOUND', `No token has the credential id ${id}.`);
}
