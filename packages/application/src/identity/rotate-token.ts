import { ONE_DAY, ONE_HOUR, type AccessTokenId } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import { newToken, type NewToken } from './new-token.js';
import type { AccountPorts } from './ports.js';

/** The most hours for which a token and its successor can both be valid. */
export const OVERLAP_HOURS = { usual: 24, most: 720, fewest: 0 } as const;

/** The command to replace a token. */
export interface RotateToken {
  readonly id: AccessTokenId;
  readonly overlapHours: number;
}

/** The successor of a token. */
export interface RotatedToken extends NewToken {
  /** The replaced token, and when it expires. */
  readonly replaced: { readonly credentialId: AccessTokenId; readonly expiresAt: Date };
}

/**
 * Creates the successor of a token: with the same name, scopes and grants, and valid for as many days as the token was when it was new.
 * The token expires after the overlap, or earlier if it would have. Throws `NOT_FOUND`, and `CONFLICT` when the token was revoked or has
 * expired.
 */
export async function rotateToken(
  tx: RequestClock & Pick<AccountPorts, 'accessTokens'>,
  { id, overlapHours }: RotateToken,
): Promise<RotatedToken> {
  const found = (await tx.accessTokens.find(id)) ?? refuse('NOT_FOUND', `No token has the credential id ${id}.`);
  const now = await tx.instant();
  const { userId, name, scopes, grants } = found;
  if (found.revokedAt || found.expiresAt <= now) refuse('CONFLICT', `The token ${id} has ended: create a new one.`);
  const expiresInDays = Math.max(1, Math.round((found.expiresAt.getTime() - found.createdAt.getTime()) / ONE_DAY));
  const { token, record } = newToken({ userId, name, scopes, grants, expiresInDays }, now);
  tx.accessTokens.add(record);
  const end = new Date(Math.min(found.expiresAt.getTime(), now.getTime() + overlapHours * ONE_HOUR));
  tx.accessTokens.expire(id, end);
  const replaced = { credentialId: id, expiresAt: end };
  return { token, credentialId: record.id, expiresAt: record.expiresAt, replaced };
}
