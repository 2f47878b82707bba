import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort, SERVER_PROGRAM, start, stop } from './processes.js';
import type { Watched, WatchOrder } from './watch.js';

/** A running server that reports its event loop and its memory. */
export class WatchedServer {
  private constructor(
    readonly origin: string,
    private readonly process: ChildProcess,
  ) {}

  /** Starts it with everything enabled, but with a rate limit that is never reached. */
  static async start(databaseUrl: string): Promise<WatchedServer> {
    const port = await freePort();
    const environment = {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      RATE_LIMIT_MAX: '100000000',
      NODE_OPTIONS: `--require "${path.join(__dirname, 'watch.js')}"`,
    };
    const child = await start([SERVER_PROGRAM], port, '/api/health', environment);
    return new WatchedServer(`http://127.0.0.1:${port}`, child);
  }

  /** Returns the figures of the server while `work` ran. */
  async watch(work: () => Promise<unknown>): Promise<Watched> {
    await this.order('begin');
    try {
      await work();
    } catch (error) {
      await this.order('end');
      throw error;
    }
    return (await this.order('end')) as Watched;
  }

  /** Collects garbage, and returns the bytes that remain. */
  async liveBytes(): Promise<number> {
    return (await this.order('live')) as number;
  }

  /** The id of its process. */
  get pid(): number {
    return this.process.pid ?? 0;
  }

  stop(): Promise<void> {
    return stop(this.process);
  }

  private async order(order: WatchOrder): Promise<unknown> {
    const answered = once(this.process, 'message');
    this.process.send(order);
    const [answer] = (await answered) as [unknown];
    return answer;
  }
}
