import { Overloaded, type RequestWork } from '@worktrack/application';
import { E_TIMEOUT, Semaphore, withTimeout } from 'async-mutex';

/** Milliseconds until a request that gets no permit is answered to try again. */
const LONGEST_WAIT = 5_000;

/** Gives back a permit, or room. Further calls change nothing. */
export type Release = () => void;

/**
 * Limits how many requests of one token work on the database at once. The others wait for a permit in the order they came, so a
 * client that sends hundreds of requests at once waits for its own requests, and no other client does.
 */
export class FairShare {
  private readonly permits = new Map<string, Semaphore>();

  constructor(
    private readonly most: number,
    private readonly longestWait = LONGEST_WAIT,
  ) {}

  /**
   * Resolves when the request has a permit. Throws `Overloaded` when that takes too long, and the error of the work when it has to end
   * meanwhile.
   */
  async take(tokenId: string, work?: RequestWork): Promise<Release> {
    const permits = this.permits.get(tokenId) ?? new Semaphore(this.most);
    this.permits.set(tokenId, permits);
    const [, giveBack] = await (permits.isLocked() ? this.waitFor(permits) : permits.acquire());
    const release = () => {
      giveBack();
      const isIdle = permits.getValue() === this.most && this.permits.get(tokenId) === permits;
      if (isIdle) this.permits.delete(tokenId);
    };
    // A request whose client went away keeps its place in the queue, and passes its permit on at once.
    if (work?.stopped) release();
    work?.throwIfStopped();
    return release;
  }

  private waitFor(permits: Semaphore): ReturnType<Semaphore['acquire']> {
    const acquired = withTimeout(permits, this.longestWait).acquire();
    // Create the error only on timeout: capturing a stack is expensive and most waiters never need it.
    return acquired.catch((error: unknown) => {
      throw error === E_TIMEOUT ? new Overloaded('Other requests of the token took too long.') : error;
    });
  }
}

/** Limits how many brief reads of one token are under way at once: they share connections, and take places there. */
export class BriefPlaces extends FairShare {}
