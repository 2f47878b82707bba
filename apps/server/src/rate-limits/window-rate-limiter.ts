import { clientNetworkOf } from '@worktrack/adapter-http';
import { RateLimiter, type Quota, type Requester } from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import type { Configuration } from '../config.js';
import type { LimitMonitor, LimitName } from './limit-monitor.js';

/** The count of a key in its window. */
export interface Standing {
  readonly consumedPoints: number;
  /** Milliseconds until the window ends. */
  readonly msBeforeNext: number;
}

/** Counts by key in fixed windows. */
export interface Counter {
  /** Adds one and returns the sum, atomically. */
  penalty(key: string): Promise<Standing>;
  /** Returns the sum; `null` when nothing was counted in this window. */
  get(key: string): Promise<Standing | null>;
}

/** A counter that may count without a wait. */
export interface RequestCounter extends Counter {
  /** Adds one and returns the sum; `undefined` where only `penalty` can count: nothing was added then. */
  penaltyNow(key: string): Standing | undefined;
}

/** A counter that may know without a wait that nothing was counted. */
export interface FailureCounter extends Counter {
  /** True when nothing was counted by this key in this window, for certain. False says nothing. */
  isUntouched(key: string): boolean;
}

/**
 * Counters of requests by token, by user and by Organization, and of failed authentications and requests without a token by the network
 * of the client.
 */
export interface Counters {
  readonly requests: RequestCounter;
  readonly users: RequestCounter;
  readonly organizations: Counter;
  readonly failures: FailureCounter;
  readonly anonymous: Counter;
}

/** The most clients that `usedUp` remembers. An older one is forgotten; the counter is then asked again. */
const MOST_USED_UP = 100_000;

/** Quotas over fixed windows, each of which begins with the first count after the last one ended (contract §8). */
export class WindowRateLimiter extends RateLimiter {
  /** Clients whose failures are used up, by their network, with the instant at which their window ends. */
  private readonly usedUp = new Map<string, number>();

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

  countRequestNow({ token, user }: Requester): Quota | undefined {
    const { enabled, requests, userRequests } = this.limits;
    if (!enabled) return this.untouched(requests);
    const count = this.counters.requests.penaltyNow(token.id);
    const ofToken = count && this.counted('token', requests, count);
    if (!ofToken?.allowed) return ofToken;
    const userCount = this.counters.users.penaltyNow(user.id);
    return userCount ? unlessUsedUp(ofToken, this.counted('user', userRequests, userCount)) : ofToken;
  }

  countInOrganization(organization: OrganizationId): Promise<Quota> | undefined {
    const { enabled, organizationRequests: limit } = this.limits;
    if (!enabled || limit === 0) return undefined;
    return this.count('organization', this.counters.organizations, organization, limit);
  }

  async countAnonymous(address: string): Promise<Quota> {
    return this.count('anonymous', this.counters.anonymous, clientNetworkOf(address), this.limits.anonymous);
  }

  failuresUsedUp(address: string): Quota | undefined {
    if (this.usedUp.size === 0) return undefined;
    const client = clientNetworkOf(address);
    const until = this.usedUp.get(client);
    if (until === undefined) return undefined;
    const msBeforeNext = until - performance.now();
    if (msBeforeNext > 0) {
      this.monitor?.counted('failures', false);
      return this.quota(this.limits.failures, { consumedPoints: Infinity, msBeforeNext }, false);
    }
    this.usedUp.delete(client);
    return undefined;
  }

  hasNoFailures(address: string): boolean {
    if (!this.limits.enabled) return true;
    const client = clientNetworkOf(address);
    return this.counters.failures.isUntouched(client) && !this.usedUp.has(client);
  }

  async failuresOf(address: string): Promise<Quota> {
    const limit = this.limits.failures;
    const client = clientNetworkOf(address);
    const count = this.limits.enabled ? await this.counters.failures.get(client) : null;
    if (count === null || count.msBeforeNext <= 0) return this.untouched(limit);
    const allowed = count.consumedPoints < limit;
    if (!allowed) {
      this.remember(client, count);
      this.monitor?.counted('failures', false);
    }
    return this.quota(limit, count, allowed);
  }

  async countFailure(address: string): Promise<Quota> {
    const limit = this.limits.failures;
    if (!this.limits.enabled) return this.untouched(limit);
    const client = clientNetworkOf(address);
    const count = await this.counters.failures.penalty(client);
    if (count.consumedPoints >= limit) this.remember(client, count);
    return this.counted('failures', limit, count);
  }

  private remember(client: string, { msBeforeNext }: Standing): void {
    const longest = this.limits.windowSeconds * 1_000;
    this.usedUp.set(client, performance.now() + Math.min(msBeforeNext, longest));
    const [oldest] = this.usedUp.size > MOST_USED_UP ? this.usedUp.keys() : [];
    if (oldest !== undefined) this.usedUp.delete(oldest);
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
    // The difference of two readings of a clock may be a little more than the window.
    const resetSeconds = Math.min(Math.ceil(msBeforeNext / 1000), this.limits.windowSeconds);
    return { allowed, limit, remaining: Math.max(0, limit - consumedPoints), resetSeconds };
  }
}

/** Returns the quota of a token; with nothing remaining until the window of its user ends when that one is used up. */
function unlessUsedUp(ofToken: Quota, { allowed, resetSeconds }: Quota): Quota {
  return allowed ? ofToken : { ...ofToken, allowed, remaining: 0, resetSeconds };
}
