import { RateLimiter, type Quota } from '@worktrack/application';
import type { AccessTokenId } from '@worktrack/domain';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Configuration } from '../config.js';

/** Three counters: requests by token, failed authentications and requests without a token by address. */
export interface Counters {
  readonly requests: RateLimiterAbstract;
  readonly failures: RateLimiterAbstract;
  readonly anonymous: RateLimiterAbstract;
}

/** Quotas over fixed windows, each of which begins with the first count after the last one ended (contract §8). */
export class WindowRateLimiter extends RateLimiter {
  constructor(
    private readonly counters: Counters,
    private readonly limits: Configuration['rateLimits'],
  ) {
    super();
  }

  async countRequest(token: AccessTokenId): Promise<Quota> {
    return this.count(this.counters.requests, token, this.limits.requests);
  }

  async countAnonymous(address: string): Promise<Quota> {
    return this.count(this.counters.anonymous, address, this.limits.anonymous);
  }

  async failuresOf(address: string): Promise<Quota> {
    const limit = this.limits.failures;
    const count = this.limits.enabled ? await this.counters.failures.get(address) : null;
    if (count === null || count.msBeforeNext <= 0) return this.untouched(limit);
    return this.quota(limit, count, count.consumedPoints < limit);
  }

  async countFailure(address: string): Promise<void> {
    if (this.limits.enabled) await this.counters.failures.penalty(address);
  }

  private async count(counter: RateLimiterAbstract, key: string, limit: number): Promise<Quota> {
    if (!this.limits.enabled) return this.untouched(limit);
    // The library's "consume" rejects when the quota is used up; "penalty" is the same count and only tells it.
    const count = await counter.penalty(key);
    return this.quota(limit, count, count.consumedPoints <= limit);
  }

  private untouched(limit: number): Quota {
    return { allowed: true, limit, remaining: limit, resetSeconds: this.limits.windowSeconds };
  }

  private quota(limit: number, { consumedPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): Quota {
    // Windows in memory end by the wall clock or by a timer, whichever is first: a clock set back may not show a longer one.
    const resetSeconds = Math.min(Math.ceil(msBeforeNext / 1000), this.limits.windowSeconds);
    return { allowed, limit, remaining: Math.max(0, limit - consumedPoints), resetSeconds };
  }
}
