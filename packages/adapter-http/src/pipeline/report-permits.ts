import { Overloaded } from '@worktrack/application';
import type { Release } from './fair-share.js';

/** Milliseconds until a report that gets no permit is answered to try again: the time of the longest statement of another. */
const LONGEST_WAIT = 10_000;

interface Waiting {
  readonly tokenId: string;
  readonly organizationId: string;
  readonly begin: () => void;
}

/**
 * Permits for the few connections of the reports. A token holds one of them at most, an Organization half of them, rounded down, but at
 * least one. Permits go round the Organizations, and round the tokens of each: a client that asks for
 * many reports at once waits for its own reports, and no other client does.
 */
export class ReportPermits {
  private readonly ofOrganization: number;
  private atWork: Waiting[] = [];
  /** The requests that wait, in order of arrival. */
  private waiting: Waiting[] = [];
  /** The count of permits when an Organization or a token was last served. */
  private readonly served = new Map<string, number>();
  private count = 0;

  /** @param connections how many reports are made at once */
  constructor(
    private readonly connections: number,
    private readonly longestWait = LONGEST_WAIT,
  ) {
    this.ofOrganization = Math.max(1, Math.floor(connections / 2));
  }

  /** The number of reports that wait for a permit. */
  get waitingCount(): number {
    return this.waiting.length;
  }

  /**
   * Resolves when the report has a permit. Throws `Overloaded` when that takes too long, and the error of the signal when it is
   * aborted meanwhile.
   */
  async take(tokenId: string, organizationId: string, signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    let mine: Waiting | undefined;
    let timer: NodeJS.Timeout | undefined;
    let onAbort: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        mine = { tokenId, organizationId, begin: resolve };
        onAbort = () => {
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', onAbort);
        timer = setTimeout(() => {
          reject(new Overloaded('turn', 'Other reports took too long.'));
        }, this.longestWait).unref();
        this.waiting.push(mine);
        this.serve();
      });
    } catch (error) {
      this.leave(mine);
      throw error;
    } finally {
      clearTimeout(timer);
      if (onAbort) signal.removeEventListener('abort', onAbort);
    }
    return () => {
      this.leave(mine);
    };
  }

  private leave(mine: Waiting | undefined): void {
    this.waiting = this.waiting.filter((one) => one !== mine);
    this.atWork = this.atWork.filter((one) => one !== mine);
    this.serve();
    if (this.waiting.length === 0 && this.atWork.length === 0) this.served.clear();
  }

  private serve(): void {
    while (this.atWork.length < this.connections) {
      const next = this.next();
      if (!next) return;
      this.count += 1;
      this.served.set(next.organizationId, this.count).set(next.tokenId, this.count);
      this.waiting = this.waiting.filter((one) => one !== next);
      this.atWork.push(next);
      next.begin();
    }
  }

  /** The Organization that was served longest ago, then its token that was, then the report that came first. */
  private next(): Waiting | undefined {
    const allowed = this.waiting.filter(
      ({ tokenId, organizationId }) =>
        !this.atWork.some((one) => one.tokenId === tokenId) &&
        this.atWork.filter((one) => one.organizationId === organizationId).length < this.ofOrganization,
    );
    const at = (id: string): number => this.served.get(id) ?? 0;
    return allowed.reduce<Waiting | undefined>((first, one) => {
      if (!first) return one;
      const sooner = at(one.organizationId) - at(first.organizationId) || at(one.tokenId) - at(first.tokenId);
      return sooner < 0 ? one : first;
    }, undefined);
  }
}
