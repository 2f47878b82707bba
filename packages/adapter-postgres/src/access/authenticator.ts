import {
  Authenticator,
  hashOfSecret,
  hashOfToken,
  isWellFormedSecret,
  isWellFormedToken,
  type Principal,
} from '@worktrack/application';
import type { CredentialId } from '@worktrack/domain';
import type { Connections } from '../engine/connections.js';
import { SEEN_MINUTES } from '../session/last-seen.js';
import { NotedUses } from './noted-uses.js';
import { CLOCK, principalOfSession, principalOfToken, type Clock } from './principals.js';

const MOST_REMEMBERED = 10_000;

/**
 * Looks tokens and sessions up by their hash. An accepted one is cached for at most one second, so that its end, its expiry or a change of
 * membership takes effect everywhere within one second. A refused one is looked up again each time.
 */
export class PostgresAuthenticator extends Authenticator {
  /** The principals by the digests of their tokens and sessions. The two kinds of secrets differ in length, so no digest is of both. */
  private readonly known = new Map<string, Principal>();

  /** @param uses notes the uses of credentials that are to be written */
  constructor(
    private readonly connections: Pick<Connections, 'rows'>,
    private readonly uses: NotedUses,
    private readonly now: Clock = CLOCK,
  ) {
    super();
  }

  async authenticate(token: string): Promise<Principal | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    return this.find(hashOfToken(token), async (hash) => {
      const found = await principalOfToken(this.connections, hash, this.now);
      if (found?.isUnusedToday === true) this.uses.noteToken(found.principal.token.id);
      return found?.principal;
    });
  }

  async authenticateSession(secret: string): Promise<Principal | undefined> {
    if (!isWellFormedSecret(secret)) return undefined;
    return this.find(hashOfSecret(secret), async (hash) => {
      const found = await principalOfSession(this.connections, hash, this.now);
      const { session } = found?.principal ?? {};
      if (session && (found?.unseenMinutes ?? 0) > SEEN_MINUTES) this.uses.noteSession(session.id);
      return found?.principal;
    });
  }

  isStale({ believedUntil }: Principal): boolean {
    return this.now() >= believedUntil;
  }

  forget(credential: CredentialId): void {
    for (const [digest, { token }] of this.known) if (token.id === credential) this.known.delete(digest);
  }

  private async find(
    hash: Buffer,
    lookUp: (hash: Buffer) => Promise<Principal | undefined>,
  ): Promise<Principal | undefined> {
    const digest = digestOf(hash);
    const current = this.current(digest);
    if (current) return current;

    this.known.delete(digest);
    const principal = await lookUp(hash);
    if (principal) this.remember(digest, principal);
    return principal;
  }

  /** The cached principal of a digest, unless it is stale. */
  private current(digest: string): Principal | undefined {
    const known = this.known.get(digest);
    return known && !this.isStale(known) ? known : undefined;
  }

  private remember(digest: string, principal: Principal): void {
    // The first key is the oldest, because a lookup deletes a key before it adds it again.
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size >= MOST_REMEMBERED) this.known.delete(oldest);
    this.known.set(digest, principal);
  }
}

function digestOf(hash: Buffer): string {
  return hash.toString('base64');
}
