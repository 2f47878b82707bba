import { ONE_MINUTE, type UserId } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import type { SessionPorts } from './ports.js';
import { hashOfSecret, newSecret } from './session-secret.js';
import type { LinkPurpose } from './sign-in-links.js';

/** The command to create a link for a user. */
export interface CreateSignInLink {
  readonly userId: UserId;
  readonly purpose: LinkPurpose;
  readonly expiresInMinutes: number;
}

/** A new link. Its secret is known only now. */
export interface NewSignInLink {
  readonly secret: string;
  readonly expiresAt: Date;
}

/** Creates a link that signs a user in once. */
export async function createSignInLink(
  tx: RequestClock & Pick<SessionPorts, 'signInLinks'>,
  { userId, purpose, expiresInMinutes }: CreateSignInLink,
): Promise<NewSignInLink> {
  const secret = newSecret();
  const expiresAt = new Date((await tx.instant()).getTime() + expiresInMinutes * ONE_MINUTE);
  tx.signInLinks.add({ hash: hashOfSecret(secret), userId, purpose, byMail: false, expiresAt });
  return { secret, expiresAt };
}
