import type { AccessTokenId } from '@worktrack/domain';
import { refuse } from '../refusals.js';
import type { AdministrationTransaction } from '../administration/administration-unit-of-work.js';

/** Answers with the instant of the revocation, which a repeat does not move. Throws `NOT_FOUND`. */
export async function revokeToken(
  tx: Pick<AdministrationTransaction, 'accessTokens' | 'instant'>,
  id: AccessTokenId,
): Promise<Date> {
  const revokedAt = await tx.accessTokens.revoke(id, await tx.instant());
  return revokedAt ?? refuse('NOT_FOUND', `No token has the credential id ${id}.`);
}
