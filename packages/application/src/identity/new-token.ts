import { randomUUID } from 'node:crypto';
import { ONE_DAY, inCanonicalOrder, type AccessTokenId } from '@worktrack/domain';
import { hashOfToken, newAccessToken } from './access-token.js';
import type { AccessTokenRecord } from './access-tokens.js';

/** A new token. Its text is known only now. */
export interface NewToken {
  readonly token: string;
  readonly credentialId: AccessTokenId;
  readonly expiresAt: Date;
}

/** Creates a token and its record, which holds the text only as a hash. */
export function newToken(
  {
    expiresInDays,
    scopes,
    ...facts
  }: Pick<AccessTokenRecord, 'userId' | 'name' | 'scopes' | 'grants'> & { expiresInDays: number },
  createdAt: Date,
): { readonly token: string; readonly record: AccessTokenRecord } {
  const token = newAccessToken();
  const record = {
    ...facts,
    id: randomUUID() as AccessTokenId,
    hash: hashOfToken(token),
    scopes: inCanonicalOrder(scopes),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + expiresInDays * ONE_DAY),
  };
  return { token, record };
}
