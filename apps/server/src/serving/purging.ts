import { setTimeout as delay } from 'node:timers/promises';
import type { ServerLogger } from '../logging.js';

/** Milliseconds from the start to the first round, and from each round to the next. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Milliseconds between two batches, so that other work goes on. */
const PAUSE = 100;
/** The most batches of a round. */
const MOST_BATCHES = 60;

/** A purge job that runs until `end` is called. */
export interface Purging {
  /** Resolves when no batch is under way any more. */
  end(): Promise<void>;
}

/** Rows that are deleted in rounds. */
interface Purged {
  /** The rows, as the log calls them. */
  readonly what: string;
  /** Milliseconds. */
  readonly period: number;
}

/** Deletes the sessions and links that ended long ago, in rounds of batches every hour. Parameters and failures as for keys. */
export function beginPurgingSessions(purge: () => Promise<number>, log: ServerLogger): Purging {
  return beginPurging(purge, log, { what: 'Old sessions and links', period: HOUR });
}

/**
 * Deletes the records of expired idempotency keys, in rounds of small batches: the first a minute after the start.
 * @param purge deletes a batch unless another process is doing so; returns the number of records. A batch that fails is logged,
 * and the next round tries again.
 */
export function beginPurgingKeys(purge: () => Promise<number>, log: ServerLogger, period = MINUTE): Purging {
  return beginPurging(purge, log, { what: 'Expired idempotency records', period });
}

function beginPurging(purge: () => Promise<number>, log: ServerLogger, { what, period }: Purged): Purging {
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
      log.warn({ err: error }, `${what} could not be deleted; the next round tries again.`);
    }
    if (purged > 0) log.info({ purged }, `${what} were deleted.`);
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
