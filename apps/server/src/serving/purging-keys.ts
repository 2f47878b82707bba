import { setTimeout as delay } from 'node:timers/promises';
import type { ServerLogger } from '../logging.js';

/** Milliseconds from the start to the first round, and from each round to the next. */
const PERIOD = 60_000;
/** Between two batches, so that others get on. Milliseconds. */
const PAUSE = 100;
/** Batches of a round at most. */
const MOST_BATCHES = 60;

/** Purging that goes on until it is ended. */
export interface Purging {
  /** Resolves when no batch is under way any more. */
  end(): Promise<void>;
}

/**
 * Deletes what is kept for keys that count no longer, in rounds of small batches: the first a minute after the start.
 * @param purge deletes a batch unless another process is at it; answers how many records there were. A batch that fails is logged,
 * and the next round tries again.
 */
export function beginPurgingKeys(purge: () => Promise<number>, log: ServerLogger, period = PERIOD): Purging {
  let isEnding = false;
  let round = Promise.resolve();
  let timer: NodeJS.Timeout;

  const goThrough = async (): Promise<void> => {
    let purged = 0;
    try {
      for (let batch = 1; batch <= MOST_BATCHES && !isEnding; batch += 1) {
        const deleted = await purge();
        if (deleted === 0) break;
        purged += deleted;
        await delay(PAUSE);
      }
    } catch (error) {
      log.warn({ err: error }, 'Expired idempotency records could not be deleted; the next round tries again.');
    }
    if (purged > 0) log.info({ purged }, 'Expired idempotency records were deleted.');
    if (!isEnding) schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(() => {
      round = goThrough();
    }, period).unref();
  };
  schedule();

  return {
    end: () => {
      isEnding = true;
      clearTimeout(timer);
      return round;
    },
  };
}
