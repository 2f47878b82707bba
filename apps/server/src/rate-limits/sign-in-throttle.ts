import { createHash } from 'node:crypto';
import { clientNetworkOf } from '@worktrack/adapter-http';
import { SignInThrottle, type Attempt } from '@worktrack/application';
import type { LimitMonitor, LimitName } from './limit-monitor.js';
import type { Counter, Standing } from './window-rate-limiter.js';

/**
 * The failures within `windowSeconds` after which further attempts are refused: of a known browser for an account; of a network for an
 * account, and for all accounts; for an account from anywhere; and by links of a network. And the mails with a link
 * that a network can ask for.
 */
export const SIGN_IN_LIMITS = {
  windowSeconds: 900,
  ofBrowser: 10,
  ofAccount: 10,
  ofAccountAnywhere: 100,
  ofAddress: 50,
  linksOfAddress: 20,
  mailsOfAddress: 20,
} as const;

/** A counter whose counts can be taken back. */
export interface ReversibleCounter extends Counter {
  /** Subtracts one. */
  reward(key: string): Promise<unknown>;
  /** Forgets the key. */
  delete(key: string): Promise<boolean>;
}

/** Counters of attempts to sign in. */
export interface SignInCounters {
  /** By account and browser. */
  readonly browsers: ReversibleCounter;
  /** By account and network. */
  readonly accounts: ReversibleCounter;
  /** By account. */
  readonly anywhere: ReversibleCounter;
  /** By network. */
  readonly addresses: ReversibleCounter;
  /** By network. */
  readonly links: ReversibleCounter;
  /** By network. */
  readonly mails: ReversibleCounter;
}

/** One of the counts of an attempt. */
interface Count {
  readonly limit: LimitName;
  readonly most: number;
  readonly counter: ReversibleCounter;
  readonly key: string;
  /** Effect of a success: it takes this attempt back, or forgets the failures before it too. */
  readonly success: 'reward' | 'delete';
}

const nothing = (): Promise<void> => Promise.resolve();
const FREE: Attempt = { allowed: true, resetSeconds: 0, succeeded: nothing, takeBack: nothing };

/** Limits attempts to sign in that fail, in windows of 15 minutes. */
export class WindowSignInThrottle extends SignInThrottle {
  constructor(
    private readonly counters: SignInCounters,
    private readonly isEnabled: boolean,
    private readonly monitor?: LimitMonitor,
  ) {
    super();
  }

  byPassword(account: string, address: string, browser?: string): Promise<Attempt> {
    const { browsers, accounts, anywhere, addresses } = this.counters;
    const { ofBrowser, ofAccount, ofAccountAnywhere, ofAddress } = SIGN_IN_LIMITS;
    if (browser !== undefined) {
      const key = keyOf(browser, account);
      return this.attempt({ limit: 'browser', most: ofBrowser, counter: browsers, key, success: 'delete' });
    }
    const client = clientNetworkOf(address);
    const inNetwork = keyOf(client, account);
    // A network that is over a limit is not counted any further: it can take ten of the hundred of an account.
    return this.attempt(
      { limit: 'address', most: ofAddress, counter: addresses, key: client, success: 'reward' },
      { limit: 'account', most: ofAccount, counter: accounts, key: inNetwork, success: 'delete' },
      { limit: 'anywhere', most: ofAccountAnywhere, counter: anywhere, key: keyOf(account), success: 'reward' },
    );
  }

  byLink(address: string): Promise<Attempt> {
    const [key, counter] = [clientNetworkOf(address), this.counters.links];
    return this.attempt({ limit: 'link', most: SIGN_IN_LIMITS.linksOfAddress, counter, key, success: 'reward' });
  }

  byMail(address: string): Promise<Attempt> {
    const [key, counter] = [clientNetworkOf(address), this.counters.mails];
    return this.attempt({ limit: 'mail', most: SIGN_IN_LIMITS.mailsOfAddress, counter, key, success: 'reward' });
  }

  /** Counts an attempt by each count in turn, until it is over the limit of one. */
  private async attempt(...counts: readonly Count[]): Promise<Attempt> {
    if (!this.isEnabled) return FREE;
    for (const { limit, most, counter, key } of counts) {
      const standing = await counter.penalty(key);
      const isAllowed = standing.consumedPoints <= most;
      this.monitor?.counted(limit, isAllowed);
      if (!isAllowed) return refused(standing);
    }
    const succeeded = async () => {
      // The session has begun: a count that cannot be taken back now stays.
      await Promise.allSettled(counts.map(({ counter, key, success }) => counter[success](key)));
    };
    const takeBack = async () => {
      await Promise.allSettled(counts.map(({ counter, key }) => counter.reward(key)));
    };
    return { allowed: true, resetSeconds: 0, succeeded, takeBack };
  }
}

function refused({ msBeforeNext }: Standing): Attempt {
  const seconds = Math.ceil(msBeforeNext / 1_000);
  const resetSeconds = Math.min(Math.max(1, seconds), SIGN_IN_LIMITS.windowSeconds);
  return { allowed: false, resetSeconds, succeeded: nothing, takeBack: nothing };
}

/** A key of fixed length: the account is the client's text, and an e-mail address does not belong into a counter. Only the last part is the client's. */
function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0'), 'utf8').digest('base64url');
}
