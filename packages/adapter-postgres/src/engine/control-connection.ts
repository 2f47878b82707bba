import { RequestWork } from '@worktrack/application';
import type { Pool } from 'pg';
import { Connections } from './connections.js';
import type { DatabaseSettings } from './database-settings.js';
import { poolOf } from './pools.js';
import { statement } from './statement.js';

const PING = statement('ping', 'select 1');
const CANCEL = statement('cancel', 'select pg_cancel_backend($1::int)');

/** Milliseconds within which the database must answer. */
const PATIENCE = 2_000;
/** Milliseconds for which an answer is cached. */
const ANSWER_HOLDS = 1_000;

/**
 * One connection outside the pool of the requests. It checks that the database answers, and cancels statements: both must work immediately,
 * even when all other connections are busy. It is opened on demand.
 */
export class ControlConnection {
  private readonly pool: Pool;
  private readonly connections: Connections;
  private readonly canCancel: boolean;
  private answer: Promise<boolean> | undefined;

  constructor(address: string, settings: Pick<DatabaseSettings, 'applicationName' | 'onIdleFailure' | 'pooler'>) {
    this.canCancel = settings.pooler !== 'transaction';
    this.pool = poolOf(settings, { address, role: 'control', queryTimeout: PATIENCE, max: 1 });
    const cancel = () => Promise.resolve(false);
    this.connections = new Connections(this.pool, { prepared: false, observe: () => undefined, cancel });
  }

  /** Returns true when the database answers within two seconds. An answer is cached for one second. Never throws. */
  isAnswering(): Promise<boolean> {
    this.answer ??= this.ask().finally(() => {
      setTimeout(() => {
        this.answer = undefined;
      }, ANSWER_HOLDS).unref();
    });
    return this.answer;
  }

  /**
   * Cancels the running statement of a session, if there is one. Resolves to `false` behind a pooler that lends sessions for a transaction:
   * the process id that it announces is its own, and could be that of a stranger's session. Never throws.
   */
  async cancel(processId: number): Promise<boolean> {
    if (!this.canCancel) return false;
    await RequestWork.apart(() => this.connections.once(CANCEL, [processId])).catch(() => undefined);
    return true;
  }

  async close(): Promise<void> {
    this.connections.stop();
    if (!this.pool.ending) await this.pool.end();
  }

  /** Pings the database. One time limit covers both connecting and the answer, since each alone could take the full time. */
  private async ask(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, PATIENCE, false);
    });
    const answer = RequestWork.apart(() => this.connections.rows(PING, [])).then(
      () => true,
      () => false,
    );
    return Promise.race([answer, silence]).finally(() => {
      clearTimeout(timer);
    });
  }
}
