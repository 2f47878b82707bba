import { sweepBlobs, type SweepPorts } from '@worktrack/application';
import { ONE_HOUR } from '@worktrack/domain';
import type { ServerLogger } from '../logging.js';
import type { JobMonitor } from './job-monitor.js';

/** Sweeps the store of attachments every hour, one process at a time. */
export class Sweeping {
  private readonly stop = new AbortController();
  private running = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ports: SweepPorts,
    private readonly trashDays: number,
    private readonly log: ServerLogger,
    private readonly monitor?: JobMonitor,
  ) {}

  /** Sweeps now and then every hour. A sweep that fails is logged; the next one tries again. */
  begin(): void {
    this.running = this.sweep();
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.sweep());
    }, ONE_HOUR).unref();
  }

  /** Stops sweeping. Resolves when the removal under way is done; the next sweep does the rest. */
  end(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    return this.running;
  }

  private async sweep(): Promise<void> {
    try {
      const { trashDays } = this;
      const outcome = await sweepBlobs(this.ports, { trashDays, signal: this.stop.signal });
      // `guardStore` has already logged the reason of `notOurs`; `busy` means that another process sweeps.
      if (outcome.state === 'busy') this.monitor?.succeeded('sweep');
      if (outcome.state === 'notOurs' || outcome.state === 'busy') return;
      const { state, ...counts } = outcome;
      this.monitor?.swept(counts.deleted + counts.abandoned);
      if (state === 'swept') this.monitor?.succeeded('sweep');
      if (state === 'tooMany') {
        const words = 'No attachment needs more than the tenth part of the store: nothing went to the trash.';
        this.log.warn(counts, `${words} If that is right, run the task blobs:sweep --force.`);
      } else if (counts.trashed + counts.restored + counts.deleted + counts.abandoned > 0) {
        this.log.info(counts, 'The store of attachments was swept.');
      }
    } catch (error) {
      this.log.warn({ err: error }, 'The store of attachments could not be swept.');
    }
  }
}
