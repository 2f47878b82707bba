import { Authenticator, hashOfToken, isWellFormedToken, type Principal } from '@worktrack/application';
import type { Reader } from '../engine/connections.js';
import { CLOCK, principalOfHash, type Clock } from './principals.js';

const MOST_REMEMBERED = 10_000;

/**
 * Looks tokens up by their hash. An accepted token is cached for at most one second, so that a revocation, an expiry or a change of
 * membership takes effect everywhere within one second. A refused token is looked up again each time.
 */
export class PostgresAuthenticator extends Authenticator {
  private readonly known = new Map<string, Principal>();

  constructor(
    private readonly reader: Reader,
    private readonly now: Clock = CLOCK,
  ) {
    super();
  }

  async authenticate(token: string): Promise<Principal | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    const hash = hashOfToken(token);
    const digest = hash.toString('base64');
    const known = this.known.get(digest);
    if (known && !this.isStale(known)) return known;

    this.known.delete(digest);
    const principal = await principalOfHash(this.reader, hash, this.now);
    if (principal) this.remember(digest, principal);
    return principal;
  }

  isStale({ believedUntil }: Principal): boolean {
    return this.now() >= believedUntil;
  }

  private remember(digest: string, principal: Principal): void {
    // The first key is the oldest, because a look-up deletes a key before it adds it again.
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size >= MOST_REMEMBERED) this.known.delete(oldest);
    this.known.set(digest, principal);
  }
}
