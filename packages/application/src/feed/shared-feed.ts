import { KeyedSemaphore } from '../limits/keyed-semaphore.js';
import { RequestWork } from '../shared/request-work.js';
import { FEED_TYPES } from './feed-entry.js';
import type { FeedPart, FeedReader, FeedViews } from './feed.views.js';

/** The most reads that are under way for all streams: the connections to the database are for requests. */
const MOST_READS = 2;
/** The most events of one read. */
const MOST_OF_A_PART = 100;
/** Milliseconds that a read waits for its turn. */
const LONGEST_WAIT = 20_000;

/** Reads feeds for all streams of this process: those that are at the same position and see the same Projects share one read. */
export class SharedFeed {
  private readonly underWay = new Map<string, Promise<FeedPart>>();
  private readonly turns = new KeyedSemaphore({
    of: 'reads of streams',
    process: MOST_READS,
    organizationWhileOthersWait: 1,
    waiting: { process: Infinity, one: Infinity, timeout: LONGEST_WAIT },
  });

  constructor(private readonly views: Pick<FeedViews, 'after'>) {}

  /** Reads events of all types. Throws as `FeedViews.after`, and `Overloaded` when the turn of the read does not come. */
  part(scope: FeedReader['scope'], position: number): Promise<FeedPart> {
    const { organizationId, onlyProjects } = scope;
    const sight = onlyProjects ? [...onlyProjects].sort().join() : 'all';
    const key = `${organizationId} ${position} ${sight}`;
    const found = this.underWay.get(key);
    if (found) return found;
    const read = RequestWork.apart(async () => {
      const release = await this.turns.take({ organization: organizationId });
      try {
        const reader = { scope: { organizationId, onlyProjects }, types: FEED_TYPES };
        return await this.views.after(reader, { position, limit: MOST_OF_A_PART, projectIds: null });
      } finally {
        release();
      }
    }).finally(() => this.underWay.delete(key));
    this.underWay.set(key, read);
    return read;
  }
}
