import { setTimeout as pause } from 'node:timers/promises';
import type { ServerLogger } from '../logging.js';

type Release = () => Promise<void> | void;

/** The resources that a process has opened. They are released once each, in reverse order. */
export class OpenResources {
  private readonly held: Release[] = [];

  add(release: Release): void {
    this.held.push(release);
  }

  /** Releases everything, but waits no longer than that many milliseconds: the process is about to end. */
  async releaseWithin(milliseconds: number, log: ServerLogger): Promise<void> {
    const over = new AbortController();
    const isLate = await Promise.race([
      this.release(log).then(() => false),
      pause(milliseconds, true, { signal: over.signal }).catch(() => true),
    ]);
    over.abort();
    if (isLate) log.warn('The time to stop is over: whatever still runs is cut.');
  }

  /** Releases everything; a failure does not stop the others. */
  async release(log?: ServerLogger): Promise<void> {
    for (let next = this.held.pop(); next; next = this.held.pop()) {
      try {
        await next();
      } catch (error) {
        log?.error({ err: error }, 'Something could not be given back.');
      }
    }
  }
}
