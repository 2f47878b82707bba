import { randomUUID } from 'node:crypto';
import type { SessionId, UserId } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import type { SessionPorts } from './ports.js';
import { hashOfSecret, newSecret } from './session-secret.js';
import { SESSION_LIMITS, type SessionProvider } from './sessions.js';
import type { LinkPurpose } from './sign-in-links.js';

/** The command to begin a session. */
export interface BeginSession {
  readonly userId: UserId;
  readonly byLink: LinkPurpose | null;
  readonly userAgent: string | null;
  /** The provider that the session begins at, with its id for the session. */
  readonly provider?: SessionProvider | undefined;
  /** The secret that the browser sent; its session ends. */
  readonly replaced?: string | undefined;
}

/** A new session. Its secret is known only now. */
export interface NewSession {
  readonly id: SessionId;
  readonly secret: string;
}

/** Begins a session, and ends the one that the browser had. */
export async function beginSession(
  tx: RequestClock & Pick<SessionPorts, 'sessions'>,
  { userId, byLink, userAgent, provider, replaced }: BeginSession,
): Promise<NewSession> {
  const now = await tx.instant();
  const [id, secret] = [randomUUID() as SessionId, newSecret()];
  if (replaced !== undefined) tx.sessions.endByHash(hashOfSecret(replaced), now);
  const expiresAt = new Date(now.getTime() + SESSION_LIMITS.lifeMilliseconds);
  const ofProvider = { oidcIssuer: provider?.issuer ?? null, oidcSid: provider?.sid ?? null };
  const times = { createdAt: now, lastSeenAt: now, expiresAt };
  tx.sessions.add({ id, userId, hash: hashOfSecret(secret), ...times, byLink, userAgent, ...ofProvider });
  return { id, secret };
}
