import { pauseBefore } from './cache.js';

/** The page around a poll, as far as the poll needs it. */
export interface PollPlace {
  /** True while somebody can see the page. */
  readonly isVisible: () => boolean;
  /** Calls back when the page is seen again or gets the focus. Returns how to stop. */
  readonly onSeen: (seen: () => void) => () => void;
}

/** Milliseconds between the end of a read and the next one. */
export const INTERVAL = 15_000;
/** Milliseconds after a change of one's own until the next read: changes that follow one another are one reason. */
const SOON = 1_000;
const LONGEST_PAUSE = 4 * 60_000;

/** Reads again and again while the page is seen: one read at a time, and more seldom while the server does not respond. */
export class Poll {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reading: AbortController | undefined;
  private failures = 0;
  /** The server asked to wait until then. */
  private notBefore = 0;
  private isStopped = true;

  constructor(
    private readonly read: (signal: AbortSignal) => Promise<void>,
    private readonly place: PollPlace = PAGE,
  ) {}

  /** Begins with a pause: what is on the screen has just been read. Returns how to stop. */
  start(): () => void {
    this.isStopped = false;
    this.plan(INTERVAL);
    const stop = this.place.onSeen(() => {
      this.plan(0);
    });
    return () => {
      this.isStopped = true;
      stop();
      clearTimeout(this.timer);
      this.reading?.abort();
    };
  }

  /** Reads in a moment, because something has changed. */
  soon(): void {
    this.plan(SOON);
  }

  private plan(pause: number): void {
    // The read that is under way plans the next one.
    if (this.isStopped || this.reading) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), Math.max(pause, this.notBefore - Date.now()));
  }

  private async run(): Promise<void> {
    // A hidden page reads nothing. When it is seen again, it says so.
    if (!this.place.isVisible()) return;
    this.reading = new AbortController();
    let pause = INTERVAL;
    try {
      await this.read(this.reading.signal);
      this.failures = 0;
    } catch (error) {
      pause = Math.min(LONGEST_PAUSE, INTERVAL * 2 ** this.failures);
      this.failures += 1;
      this.notBefore = Date.now() + Math.max(pause, pauseBefore(0, error));
    } finally {
      this.reading = undefined;
      this.plan(pause);
    }
  }
}

const PAGE: PollPlace = {
  isVisible: () => document.visibilityState === 'visible',
  onSeen: (seen) => {
    addEventListener('focus', seen);
    document.addEventListener('visibilitychange', seen);
    return () => {
      removeEventListener('focus', seen);
      document.removeEventListener('visibilitychange', seen);
    };
  },
};
