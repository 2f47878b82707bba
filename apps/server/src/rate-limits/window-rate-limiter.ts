import { clientNetworkOf } from '@worktrack/adapter-http';
import { QuotaExhausted, RateLimiter, type Quota, type Requester } from '@worktrack/application';
import type { OrganizationId, UserId } from '@worktrack/domain';
import type { Configuration } from '../config.js';
import type { LimitMonitor, LimitName } from './limit-monitor.js';
import { LONGEST_RETRY_SECONDS } from './text-window.js';
import { UsedUp } from './used-up.js';

/** The count of a key in its window. */
export interface Standing {
  readonly consumedPoints: number;
  /** Milliseconds until the window ends. */
  readonly msBeforeNext: number;
}

/** Counts by key in fixed windows. */
export interface Counter {
  /** Adds points, one by default, and returns the sum, atomically. */
  penalty(key: string, points?: number): Promise<Standing>;
  /** Returns the sum; `null` when nothing was counted in this window. */
  get(key: string): Promise<Standing | null>;
}

/**
 * Counters of requests by token, by user and by Organization, of bytes of search text by user, and of failed authentications and requests
 * without a token by the network of the client.
 */
export interface Counters {
  readonly requests: Counter;
  readonly users: Counter;
  readonly organizations: Counter;
  readonly texts: Counter;
  readonly failures: Counter;
  readonly anonymous: Counter;
}

/** Quotas over fixed windows, each of which begins with the first count after the last one ended (contract §8). */
export class WindowRateLimiter extends RateLimiter {
  /** Networks whose failures are used up. */
  private readonly failures = new UsedUp();
  /** Users whose bytes of text are used up. */
  private readonly texts = new UsedUp();

  constructor(
    private readonly counters: Counters,
    private readonly limits: Configuration['rateLimits'],
    private readonly monitor?: LimitMonitor,
  ) {
    super();
  }

  async countRequest({ token, user }: Requester): Promise<Quota> {
    const { requests, userRequests } = this.limits;
    const ofToken = await this.count('token', this.counters.requests, token.id, requests);
    // A request that the limit of its token refuses does not count for its user.
    if (!ofToken.allowed) return ofToken;
    return unlessUsedUp(ofToken, await this.count('user', this.counters.users, user.id, userRequests));
  }

  async countInOrganization(organization: OrganizationId): Promise<Quota | undefined> {
    const { organizationRequests: limit } = this.limits;
    return limit === 0 ? undefined : this.count('organization', this.counters.organizations, organization, limit);
  }

  async countAnonymous(address: string): Promise<Quota> {
    return this.count('anonymous', this.counters.anonymous, clientNetworkOf(address), this.limits.anonymous);
  }

  failuresUsedUp(address: string): Quota | undefined {
    const msBeforeNext = this.failures.millisecondsLeft(() => clientNetworkOf(address));
    if (msBeforeNext === 0) return undefined;
    this.monitor?.counted('failures', false);
    return this.quota(this.limits.failures, { consumedPoints: Infinity, msBeforeNext }, false);
  }

  async failuresOf(address: string): Promise<Quota> {
    const limit = this.limits.failures;
    const client = clientNetworkOf(address);
    const count = this.limits.enabled ? await this.counters.failures.get(client) : null;
    if (count === null || count.msBeforeNext <= 0) return this.untouched(limit);
    const allowed = count.consumedPoints < limit;
    if (!allowed) {
      this.failures.add(client, count.msBeforeNext);
      this.monitor?.counted('failures', false);
    }
    return this.quota(limit, count, allowed);
  }

  async countFailure(address: string): Promise<Quota> {
    const limit = this.limits.failures;
    if (!this.limits.enabled) return this.untouched(limit);
    const client = clientNetworkOf(address);
    const count = await this.counters.failures.penalty(client);
    if (count.consumedPoints >= limit) this.failures.add(client, count.msBeforeNext);
    return this.counted('failures', limit, count);
  }

  spendText(user: UserId, bytes: number): void {
    if (!this.limits.enabled) return;
    const milliseconds = this.texts.millisecondsLeft(() => user);
    this.monitor?.counted('text', milliseconds === 0);
    if (milliseconds > 0) {
      const message = 'This user has written too much text: try again in a moment.';
      throw new QuotaExhausted(message, Math.min(Math.ceil(milliseconds / 1_000), LONGEST_RETRY_SECONDS));
    }
    void this.counters.texts.penalty(user, bytes).then((count) => {
      this.noteText(user, count);
    });
  }

  private noteText(user: UserId, count: Standing): void {
    if (count.consumedPoints >= this.limits.textBytesPerMinute) this.texts.add(user, count.msBeforeNext);
  }

  private async count(name: LimitName, counter: Counter, key: string, limit: number): Promise<Quota> {
    if (!this.limits.enabled) return this.untouched(limit);
    // The library's `consume` rejects when the quota is used up; `penalty` counts too, but always resolves to the sum.
    return this.counted(name, limit, await counter.penalty(key));
  }

  /** Returns the quota after something was counted. */
  private counted(name: LimitName, limit: number, count: Standing): Quota {
    const isAllowed = count.consumedPoints <= limit;
    this.monitor?.counted(name, isAllowed);
    return this.quota(limit, count, isAllowed);
  }

  private untouched(limit: number): Quota {
    return { allowed: true, limit, remaining: limit, resetSeconds: this.limits.windowSeconds };
  }

  private quota(limit: number, { consumedPoints, msBeforeNext }: Standing, allowed: boolean): Quota {
    // The difference of two readings of a clock can be a little more than the window.
    const resetSeconds = Math.min(Math.ceil(msBeforeNext / 1000), this.limits.windowSeconds);
    return { allowed, limit, remaining: Math.max(0, limit - consumedPoints), resetSeconds };
  }
}

/** Returns the quota of a token; with nothing remaining until the window of its user ends when that one is used up. */
function unlessUsedUp(ofToken: Quota, { allowed, resetSeconds }: Quota): Quota {
  return allowed ? ofToken : { ...ofToken, allowed, remaining: 0, resetSeconds };
}
