import { Overloaded, type RequestWork } from '@worktrack/application';

/** Milliseconds until a request that gets no permit is answered to try again. */
const LONGEST_WAIT = 5_000;

/** Gives back a permit, or room. Further calls change nothing. */
export type Release = () => void;

/** The permits of one token. */
interface Permits {
  taken: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits how many requests of one token work on the database at once. The others wait for a permit in the order they came, so a
 * client that sends hundreds of requests at once waits for its own requests, and no other client does.
 */
export class FairShare {
  private readonly permits = new Map<string, Permits>();
  private waiting = 0;

  constructor(
    private readonly most: number,
    private readonly longestWait = LONGEST_WAIT,
  ) {}

  /** The number of requests that wait for a permit. */
  get waitingCount(): number {
    return this.waiting;
  }

  /** Takes a permit now; `undefined` when the request has to wait for one. Throws the error of work that has to end. */
  takeNow(tokenId: string, work?: RequestWork): Release | undefined {
    work?.throwIfStopped();
    const permits = this.permitsOf(tokenId);
    if (permits.taken >= this.most) return undefined;
    permits.taken += 1;
    return this.releaseOf(tokenId, permits);
  }

  /**
   * Resolves when the request has a permit. Throws `Overloaded` when that takes too long, and the error of the work when it has to end
   * meanwhile.
   */
  async take(tokenId: string, work?: RequestWork): Promise<Release> {
    const free = this.takeNow(tokenId, work);
    if (free) return free;
    const permits = this.permitsOf(tokenId);
    await this.turnIn(permits);
    const release = this.releaseOf(tokenId, permits);
    // A request whose client went away keeps its place in the queue, and passes its permit on at once.
    if (work?.stopped) release();
    work?.throwIfStopped();
    return release;
  }

  private permitsOf(tokenId: string): Permits {
    const known = this.permits.get(tokenId);
    if (known) return known;
    const permits = { taken: 0, waiting: [] };
    this.permits.set(tokenId, permits);
    return permits;
  }

  private releaseOf(tokenId: string, permits: Permits): Release {
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      const next = permits.waiting.shift();
      // The next request takes the permit over.
      if (next) next();
      else {
        permits.taken -= 1;
        if (permits.taken === 0) this.permits.delete(tokenId);
      }
    };
  }

  private turnIn({ waiting }: Permits): Promise<void> {
    this.waiting += 1;
    return new Promise((resolve, reject) => {
      const begin = () => {
        this.waiting -= 1;
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting -= 1;
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new Overloaded('turn', 'Other requests of the token took too long.'));
      }, this.longestWait);
      waiting.push(begin);
    });
  }
}

/** Limits how many brief reads of one token are under way at once: they share connections, and take places there. */
export class BriefPlaces extends FairShare {}
