import { sweepBlobs, type BlobReferences, type Blobs } from '@worktrack/application';
import type { ServerLogger } from '../logging.js';

/** Milliseconds. */
const HOUR = 60 * 60 * 1_000;

/** Sweeping that goes on until it is ended. */
export interface Sweeping {
  /** Resolves when nothing is being swept any more. */
  end(): Promise<void>;
}

/** Removes the bytes that no attachment needs: now, and every hour from now on. A sweep that fails is told of; the next one tries again. */
export function beginSweeping(blobs: Blobs, references: BlobReferences, log: ServerLogger): Sweeping {
  const sweep = async (): Promise<void> => {
    try {
      const removed = await sweepBlobs(blobs, references);
      if (removed > 0) log.info({ removed }, 'Bytes that no attachment needs were removed.');
    } catch (error) {
      log.warn({ err: error }, 'The bytes of attachments could not be swept.');
    }
  };
  let running = sweep();
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, HOUR).unref();
  return {
    end: () => {
      clearInterval(timer);
      return running;
    },
  };
}
