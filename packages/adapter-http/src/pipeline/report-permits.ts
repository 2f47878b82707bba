import { Overloaded } from '@worktrack/application';
import type { Release } from './fair-share.js';

/** Milliseconds until a report that gets no permit is answered to try again: the time of the longest statement of another. */
const LONGEST_WAIT = 10_000;
/** The reports that may wait for one Organization before it rests between two of them: more than a page of reports asks for. */
const CROWD = 8;
/** The most milliseconds of a rest. */
const LONGEST_REST = 100;

interface Waiting {
  readonly tokenId: string;
  readonly organizationId: string;
  readonly begin: () => void;
  /** The time at which it got its permit. */
  begun?: number;
}

/**
 * Permits for the few connections of the reports. A token holds one of them at most, an Organization half of them, rounded down, but at
 * least one. Permits go round the Organizations, and round the tokens of each: a client that asks for many reports at once waits for its
 * own reports, and no other client does. While many reports of an Organization wait, none of them begins after another has ended for as long
 * as that one took, its answer included: the other requests of the process get time in between. Exports have permits of the same kind.
 */
export class ReportPermits {
  private readonly ofOrganization: number;
  private atWork: Waiting[] = [];
  /** The requests that wait, in order of arrival. */
  private waiting: Waiting[] = [];
  /** The count of permits when an Organization or a token was last served. */
  private readonly served = new Map<string, number>();
  /** Organizations that rest, each with the time at which its rest ends. */
  private readonly resting = new Map<string, number>();
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
    if (mine && this.atWork.includes(mine)) {
      this.atWork = this.atWork.filter((one) => one !== mine);
      this.rest(mine);
    }
    this.serve();
    if (this.waiting.length === 0 && this.atWork.length === 0) this.served.clear();
  }

  /** Lets the Organization of a report that has ended rest, where many of its reports wait. */
  private rest({ organizationId, begun = 0 }: Waiting): void {
    if (this.waiting.filter((one) => one.organizationId === organizationId).length <= CROWD) return;
    const now = performance.now();
    const end = now + Math.min(LONGEST_REST, now - begun);
    // Two of its reports may have ended one after the other: the longer rest counts.
    if (end <= (this.resting.get(organizationId) ?? 0)) return;
    this.resting.set(organizationId, end);
    setTimeout(() => {
      if (this.resting.get(organizationId) !== end) return;
      this.resting.delete(organizationId);
      this.serve();
    }, end - now).unref();
  }

  private serve(): void {
    while (this.atWork.length < this.connections) {
      const next = this.next();
      if (!next) return;
      this.count += 1;
      this.served.set(next.organizationId, this.count).set(next.tokenId, this.count);
      this.waiting = this.waiting.filter((one) => one !== next);
      this.atWork.push(next);
      next.begun = performance.now();
      next.begin();
    }
  }

  /** The Organization that was served longest ago, then its token that was, then the report that came first. */
  private next(): Waiting | undefined {
    const allowed = this.waiting.filter(
      ({ tokenId, organizationId }) =>
        !this.resting.has(organizationId) &&
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
