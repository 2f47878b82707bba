import { RequestWork } from '@worktrack/application';
import type { Connections } from './connections.js';
import { openPool, type OfEachPool } from './pools.js';
import { statement } from './statement.js';

const PING = statement('ping', 'select 1');
const CANCEL = statement('cancel', 'select pg_cancel_backend($1::int)');

/** Milliseconds within which the database must respond. */
const TIMEOUT = 2_000;
/** Milliseconds for which a response is cached. */
const CACHED_FOR = 1_000;

/**
 * One connection outside the pool of the requests. It checks that the database responds, and cancels statements: both must work immediately,
 * even when all other connections are busy.
 */
export class ControlConnection {
  private readonly connections: Connections;
  private readonly canCancel: boolean;
  private ping: Promise<boolean> | undefined;

  constructor(address: string, settings: OfEachPool) {
    this.canCancel = settings.pooler !== 'transaction';
    this.connections = openPool(settings, { address, role: 'control', queryTimeout: TIMEOUT });
  }

  /** Returns true when the database responds within two seconds. The response is cached for one second. Never throws. */
  isResponding(): Promise<boolean> {
    this.ping ??= this.ask().finally(() => {
      setTimeout(() => {
        this.ping = undefined;
      }, CACHED_FOR).unref();
    });
    return this.ping;
  }

  /**
   * Cancels the running statement of a session, if there is one. Resolves to `false` behind a pooler that assigns sessions for a transaction:
   * the process id that it announces is its own, and could be that of a stranger's session. Never throws.
   */
  async cancel(processId: number): Promise<boolean> {
    if (!this.canCancel) return false;
    await RequestWork.apart(() => this.connections.once(CANCEL, [processId])).catch(() => undefined);
    return true;
  }

  close(): Promise<void> {
    return this.connections.close();
  }

  /** Pings the database. One time limit covers both connecting and the response, since each alone could take the full time. */
  private async ask(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, TIMEOUT, false);
    });
    const response = RequestWork.apart(() => this.connections.rows(PING, [])).then(
      () => true,
      () => false,
    );
    return Promise.race([response, silence]).finally(() => {
      clearTimeout(timer);
    });
  }
}
