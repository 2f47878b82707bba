import { isRefusal, type FeedEventView, type FeedFollower, type FeedPart } from '@worktrack/application';
import { ONE_SECOND } from '@worktrack/domain';
import { beginningOf, endOf, eventOf, positionOf } from './event-text.js';

/** Milliseconds after which a client is told its position although nothing has happened: proxies close what is silent. */
const SILENCE = 15 * ONE_SECOND;
/** The positions without an event for the client after which it is told its own. */
const MOST_LEFT_OUT = 1_000;
/** Characters that are sent together. A stream is asked for more when the client has taken them. */
const PIECE = 65_536;

/** The feed as one stream sees it. */
export interface StreamedFeed {
  readonly follower: FeedFollower;
  /** The position after which the stream begins. */
  readonly position: number;
  cursorOf(position: number): string;
  /** Reads the next events after a position, with the rights that the reader has now. */
  read(position: number): Promise<FeedPart>;
  /** True for an event that the client sees now. */
  shows(event: FeedEventView): boolean;
}

/** The text of one stream of events, made as its client takes it. */
export class EventStream {
  private readonly over = new AbortController();
  /** Sent when the stream has ended; empty until then. */
  private lastBlock = '';
  private leftOut = 0;
  /** The time, by `performance.now()`, at which the client was last sent something. */
  private sentAt = performance.now();
  private position: number;

  constructor(private readonly feed: StreamedFeed) {
    this.position = feed.position;
  }

  /** Ends the stream, for the first reason that is given. Nothing but its last block is sent from now on. */
  end(code: string): void {
    this.lastBlock ||= endOf(code);
    this.over.abort();
  }

  async *blocks(): AsyncGenerator<string> {
    yield this.sent(beginningOf(this.feed.cursorOf(this.position)));
    while (!this.hasEnded()) {
      yield* this.newBlocks();
      await this.growth();
      if (this.isSilent() && !this.hasEnded()) yield this.sent(this.takePosition());
    }
    yield this.lastBlock;
  }

  /** Sends what is new, up to the last position. */
  private async *newBlocks(): AsyncGenerator<string> {
    for (let isLast = false; !isLast && !this.hasEnded();) {
      let part: FeedPart;
      try {
        part = await this.feed.read(this.position);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        this.end(error.code);
        return;
      }
      // The read might have begun before the last growth that the follower was told of.
      isLast = part.isLast && part.end >= this.feed.follower.head;
      yield* this.piecesOf(part);
    }
  }

  private *piecesOf({ events, end }: FeedPart): Generator<string> {
    let text = '';
    let shown = 0;
    for (const { event } of events) {
      if (this.hasEnded()) return;
      if (!this.feed.shows(event)) continue;
      shown += 1;
      text += eventOf(event);
      if (text.length < PIECE) continue;
      yield this.sent(text);
      text = '';
    }
    this.leftOut = shown > 0 ? 0 : this.leftOut + end - this.position;
    this.position = end;
    if (this.leftOut >= MOST_LEFT_OUT) text += this.takePosition();
    if (text !== '' && !this.hasEnded()) yield this.sent(text);
  }

  private sent(text: string): string {
    this.sentAt = performance.now();
    return text;
  }

  private hasEnded(): boolean {
    return this.lastBlock !== '';
  }

  private isSilent(): boolean {
    return performance.now() - this.sentAt >= SILENCE;
  }

  private takePosition(): string {
    this.leftOut = 0;
    return positionOf(this.feed.cursorOf(this.position));
  }

  /** Resolves when the feed has grown, after a silence, and when the stream ends. */
  private async growth(): Promise<void> {
    if (this.hasEnded()) return;
    const silence = new AbortController();
    const stop = (): void => {
      silence.abort();
    };
    const timer = setTimeout(stop, Math.max(0, this.sentAt + SILENCE - performance.now())).unref();
    this.over.signal.addEventListener('abort', stop, { once: true });
    try {
      await this.feed.follower.next(silence.signal);
    } finally {
      clearTimeout(timer);
      this.over.signal.removeEventListener('abort', stop);
    }
  }
}
