import { Client } from 'pg';
import { clientConfig, type OfEachPool } from '../engine/pools.js';
import { FEED_CHANNEL } from './sequencer.js';

/** Milliseconds after which a connection that broke is replaced. */
const PAUSE = 1_000;

/**
 * Listens for new positions in feeds over a connection of its own, and replaces it when it breaks. `onNews` is called too when a
 * connection is there: something might have been missed before.
 */
export class FeedListener {
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly url: string,
    private readonly settings: OfEachPool,
    private readonly onNews: () => void,
  ) {
    void this.connect();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new Client(clientConfig(this.settings, { address: this.url, role: 'control' }));
    this.client = client;
    let hasFailed = false;
    const replace = (): void => {
      if (hasFailed || this.isClosed) return;
      hasFailed = true;
      this.timer = setTimeout(() => void this.connect(), PAUSE).unref();
      void client.end().catch(() => undefined);
    };
    client.on('error', replace);
    client.on('end', replace);
    client.on('notification', this.onNews);
    try {
      await client.connect();
      await client.query(`listen ${FEED_CHANNEL}`);
      if (this.isClosed) await client.end();
      else this.onNews();
    } catch {
      replace();
    }
  }
}
