import type { AccessTokenId, UserId } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { OwnTokenPorts } from './ports.js';

/** Revokes a token of the user. Throws `NOT_FOUND` when the user has no such token, or when it is revoked already. */
export async function revokeOwnToken(
  tx: RequestClock & Pick<OwnTokenPorts, 'ownTokens'>,
  userId: UserId,
  id: AccessTokenId,
): Promise<void> {
  if (!(await tx.ownTokens.revoke(userId, id, await tx.instant()))) refuse('NOT_FOUND', 'You have no such token.');
}

/** Revokes all tokens of the user that are neither revoked nor expired, and returns their ids. */
export async function revokeOwnTokens(
  tx: RequestClock & Pick<OwnTokenPorts, 'ownTokens'>,
  userId: UserId,
): Promise<readonly AccessTokenId[]> {
  return tx.ownTokens.revokeAll(userId, await tx.instant());
}
