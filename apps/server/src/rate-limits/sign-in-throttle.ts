import { createHash } from 'node:crypto';
import { clientNetworkOf } from '@worktrack/adapter-http';
import { SignInThrottle, type Attempt } from '@worktrack/application';
import type { LimitMonitor, LimitName } from './limit-monitor.js';
import type { Counter, Standing } from './window-rate-limiter.js';

/** The failures within `windowSeconds` after which further attempts are refused. */
export const SIGN_IN_LIMITS = { windowSeconds: 900, ofAccount: 10, ofAddress: 50, linksOfAddress: 20 } as const;

/** A counter whose counts can be taken back. */
export interface ReversibleCounter extends Counter {
  /** Subtracts one. */
  reward(key: string): Promise<unknown>;
  /** Forgets the key. */
  delete(key: string): Promise<boolean>;
}

/** Counters of attempts to sign in. */
export interface SignInCounters {
  readonly accounts: ReversibleCounter;
  readonly addresses: ReversibleCounter;
  readonly links: ReversibleCounter;
}

const FREE: Attempt = { allowed: true, resetSeconds: 0, succeeded: () => Promise.resolve() };

/** Limits attempts to sign in that fail, in windows of 15 minutes. */
export class WindowSignInThrottle extends SignInThrottle {
  constructor(
    private readonly counters: SignInCounters,
    private readonly isEnabled: boolean,
    private readonly monitor?: LimitMonitor,
  ) {
    super();
  }

  async byPassword(account: string, address: string): Promise<Attempt> {
    if (!this.isEnabled) return FREE;
    const { accounts, addresses } = this.counters;
    const { ofAccount, ofAddress } = SIGN_IN_LIMITS;
    // An address that is over its limit is not counted against accounts: it cannot lock more of them.
    const client = clientNetworkOf(address);
    const byAddress = await addresses.penalty(client);
    if (!this.isWithin('address', byAddress, ofAddress)) return refused(byAddress);
    const key = keyOf(account);
    const byAccount = await accounts.penalty(key);
    if (!this.isWithin('account', byAccount, ofAccount)) return refused(byAccount);
    const succeeded = async () => {
      await Promise.all([accounts.delete(key), addresses.reward(client)]);
    };
    return { allowed: true, resetSeconds: 0, succeeded };
  }

  async byLink(address: string): Promise<Attempt> {
    if (!this.isEnabled) return FREE;
    const { links } = this.counters;
    const client = clientNetworkOf(address);
    const count = await links.penalty(client);
    if (!this.isWithin('link', count, SIGN_IN_LIMITS.linksOfAddress)) return refused(count);
    const succeeded = async () => {
      await links.reward(client);
    };
    return { allowed: true, resetSeconds: 0, succeeded };
  }

  private isWithin(name: LimitName, { consumedPoints }: Standing, limit: number): boolean {
    const isAllowed = consumedPoints <= limit;
    this.monitor?.counted(name, isAllowed);
    return isAllowed;
  }
}

function refused({ msBeforeNext }: Standing): Attempt {
  const seconds = Math.ceil(msBeforeNext / 1_000);
  const resetSeconds = Math.min(Math.max(1, seconds), SIGN_IN_LIMITS.windowSeconds);
  return { allowed: false, resetSeconds, succeeded: () => Promise.resolve() };
}

/** A key of fixed length: the text is the client's, and an e-mail address does not belong into a counter. */
function keyOf(account: string): string {
  return createHash('sha256').update(account, 'utf8').digest('base64url');
}
