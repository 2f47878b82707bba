import { Overloaded } from '@worktrack/application';
import { E_TIMEOUT, Semaphore, withTimeout } from 'async-mutex';

/** Milliseconds until a request whose turn does not come is told to try again. */
const LONGEST_WAIT = 5_000;

/** Gives a turn back. Further calls change nothing. */
export type GiveBack = () => void;

/**
 * How many requests of one token work on the database at once. The others wait for their turn, in the order they came, so that
 * whoever sends hundreds at once, or all at one Work Item, waits for himself and for nobody else.
 */
export class FairShare {
  private readonly turns = new Map<string, Semaphore>();

  constructor(
    private readonly most: number,
    private readonly longestWait = LONGEST_WAIT,
  ) {}

  /**
   * Resolves when it is this request's turn. Throws `Overloaded` when it does not come in time, and the error of the signal when
   * that is aborted meanwhile.
   */
  async take(tokenId: string, signal?: AbortSignal): Promise<GiveBack> {
    const turns = this.turns.get(tokenId) ?? new Semaphore(this.most);
    this.turns.set(tokenId, turns);
    const [, release] = await (turns.isLocked() ? this.waitFor(turns) : turns.acquire());
    const giveBack = () => {
      release();
      const isIdle = turns.getValue() === this.most && this.turns.get(tokenId) === turns;
      if (isIdle) this.turns.delete(tokenId);
    };
    // Whoever went away meanwhile keeps its place in the queue, and leaves its turn to the next one at once.
    if (signal?.aborted) giveBack();
    signal?.throwIfAborted();
    return giveBack;
  }

  private waitFor(turns: Semaphore): ReturnType<Semaphore['acquire']> {
    const acquired = withTimeout(turns, this.longestWait).acquire();
    // Made only then: most that wait get their turn, and an error costs the walk through its stack.
    return acquired.catch((error: unknown) => {
      throw error === E_TIMEOUT ? new Overloaded('Other requests of the token took too long.') : error;
    });
  }
}
