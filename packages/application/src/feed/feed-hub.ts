import type { OrganizationId } from '@worktrack/domain';
import type { Release } from '../limits/keyed-semaphore.js';
import { RequestWork } from '../shared/request-work.js';

/** The last position of the feed of an Organization. */
export interface FeedHead {
  readonly organizationId: OrganizationId;
  readonly lastPosition: number;
}

/** Somebody who waits for the feed of an Organization to grow. */
export class FeedFollower {
  /** The last position that this was told of; 0 before the first. */
  head = 0;
  private hasGrown = false;
  private wake: (() => void) | undefined;

  /** @param end stops: nothing is told any more */
  constructor(readonly end: Release) {}

  grown(head: number): void {
    this.head = head;
    this.hasGrown = true;
    this.wake?.();
  }

  /** Resolves to true when the feed has grown since the last call, or since this began; to false when `over` is aborted before. */
  async next(over: AbortSignal): Promise<boolean> {
    if (!this.hasGrown && !over.aborted) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        over.addEventListener('abort', this.wake, { once: true });
      });
      if (this.wake) over.removeEventListener('abort', this.wake);
      this.wake = undefined;
    }
    const { hasGrown } = this;
    this.hasGrown = false;
    return hasGrown;
  }
}

interface Followed {
  head: number | undefined;
  readonly followers: Set<FeedFollower>;
}

/**
 * Tells those who wait in this process that a feed has grown. One look at the feeds that somebody follows serves all who wait: neither a
 * connection to the database nor a slot is held while nothing happens.
 */
export class FeedHub {
  private readonly followed = new Map<OrganizationId, Followed>();
  private isDue = false;
  private underWay: Promise<void> | undefined;

  /** @param readHeads reads the last positions of feeds; an Organization without events has none */
  constructor(private readonly readHeads: (of: readonly OrganizationId[]) => Promise<readonly FeedHead[]>) {}

  /** Follows a feed from now on. It can be told once too often, never once too little. The caller ends it. */
  follow(organizationId: OrganizationId): FeedFollower {
    const feed = this.followed.get(organizationId) ?? { head: undefined, followers: new Set() };
    this.followed.set(organizationId, feed);
    const follower = new FeedFollower(() => {
      feed.followers.delete(follower);
      if (feed.followers.size === 0 && this.followed.get(organizationId) === feed) this.followed.delete(organizationId);
    });
    feed.followers.add(follower);
    return follower;
  }

  /** Looks which feeds have grown. A look that is due while one is under way follows it. */
  look(): Promise<void> {
    if (this.followed.size === 0) return Promise.resolve();
    this.isDue = true;
    return (this.underWay ??= RequestWork.apart(() => this.lookWhileDue()));
  }

  private async lookWhileDue(): Promise<void> {
    try {
      while (this.isDue) {
        this.isDue = false;
        for (const head of await this.readHeads([...this.followed.keys()])) this.found(head);
      }
    } finally {
      this.underWay = undefined;
    }
  }

  private found({ organizationId, lastPosition }: FeedHead): void {
    const feed = this.followed.get(organizationId);
    if (!feed || feed.head === lastPosition) return;
    feed.head = lastPosition;
    for (const follower of feed.followers) follower.grown(lastPosition);
  }
}
