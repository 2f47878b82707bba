import { setTimeout as delay } from 'node:timers/promises';
import { KeyedSemaphore, Overloaded, RequestWork } from '@worktrack/application';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { NoResponse, sendBatch, type StatementResult } from './batch.js';
import { ConnectionLost, finalError, isCancelled, isServerError } from './failures.js';
import type { DatabaseMonitor, PoolName, TransactionOutcome } from './monitor.js';
import { isRestriction, restrictedName } from './row-security.js';
import { CONNECTION_TIMEOUT, QUERY_TIMEOUT } from './settings.js';
import type { SharedReads } from './shared-reads.js';
import type { ReaderOfSeveral, SentStatement, Statement, Value } from './statement.js';

/** Options and callbacks that all connections of a pool share. */
export interface ConnectionUse {
  /** True when statements can be prepared by name. */
  readonly prepared: boolean;
  /** Receives, once per round trip, the names of the statements that are sent together. */
  readonly observe: (names: readonly string[]) => void;
  /**
   * Cancels the running statement of the session with this process id. Resolves when the request was sent, to `false` when no session can be
   * named by it: then only the end of the connection stops the statement. Never throws.
   */
  readonly cancel: (processId: number) => Promise<boolean>;
  /** Receives what the connections of this pool do. */
  readonly monitor?: { readonly pool: PoolName; readonly of: DatabaseMonitor } | undefined;
  /** Connections for brief reads, and how many connections of the pool these reads can take where no shared one can be used. */
  readonly shared?: { readonly reads: SharedReads; readonly mostOfPool: number } | undefined;
}

const CLOSING = 'The connections to the database are being closed.';

/** The connections of a pool, each used by one caller at a time. */
export class Connections implements ReaderOfSeveral {
  private readonly inUse = new Set<Connection>();
  private waiting = 0;
  private isClosing = false;
  /** Brief reads on connections of the pool. */
  private readonly briefReads: KeyedSemaphore;

  constructor(
    readonly pool: Pool,
    private readonly use: ConnectionUse,
  ) {
    const waiting = { process: Infinity, one: Infinity, timeout: CONNECTION_TIMEOUT };
    this.briefReads = new KeyedSemaphore({ of: 'brief reads', process: use.shared?.mostOfPool ?? Infinity, waiting });
  }

  /**
   * Acquires a connection for the work of the current request; the caller releases it. When the request ends early, the running statement
   * is cancelled. Throws `Overloaded` when no connection becomes free in time or the server cannot be reached, and the error of a request
   * that has already ended.
   */
  async acquire(): Promise<Connection> {
    const work = RequestWork.current;
    work?.throwIfStopped();
    const client = await this.connected();
    const connection = new Connection(client, this.use, work, () => this.inUse.delete(connection));
    this.inUse.add(connection);
    if (this.isClosing) connection.stop(new Overloaded('connection', CLOSING));
    return connection;
  }

  /** Stops all running and later statements, except those that end a transaction. Resolves when all connections were released and closed. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.use.shared?.reads.close();
    for (const connection of this.inUse) connection.stop(new Overloaded('connection', CLOSING));
    if (!this.pool.ending) await this.pool.end();
  }

  /** The number of connections that are in use, and of callers that wait for one. */
  get state(): { readonly inUse: number; readonly waiting: number } {
    return { inUse: this.inUse.size, waiting: this.waiting };
  }

  /** Reports to the monitor how an attempt of a transaction on one of these connections ended. */
  transactionEnded(outcome: TransactionOutcome): void {
    this.use.monitor?.of.transactionEnded(outcome);
  }

  /**
   * Runs one statement that only reads. A brief one runs on a shared connection. Sends it once more, on a connection of the pool, when its
   * connection was dead, or a shared connection did not execute it.
   */
  rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    const { shared } = this.use;
    if (!shared || !statement.isBrief) return twice(() => this.once<Row>(statement, values));
    const work = RequestWork.current;
    if (work?.stopped) return Promise.reject(work.stopped);
    const read = async (): Promise<Row[]> => {
      const release = await this.briefReads.take({});
      try {
        return await this.once<Row>(statement, values);
      } finally {
        release();
      }
    };
    // The pool executes what a shared connection did not, and finds out what is wrong.
    const byPool = async (): Promise<Row[]> => {
      work?.throwIfStopped();
      return work ? work.run(read) : RequestWork.apart(read);
    };
    return shared.reads.rows(statement, values, byPool, work) as Promise<Row[]>;
  }

  /** Runs several statements that only read, in one round trip, like `rows`. */
  rowsOfEach<Row extends object>(requests: readonly SentStatement[]): Promise<Row[][]> {
    return twice(() => this.onceEach<Row>(requests));
  }

  /**
   * Runs one statement as a transaction. Throws `ConnectionLost` when the connection breaks: the statement can have taken effect or not.
   * Throws `Overloaded` when it ran or waited for a lock for too long.
   */
  async once<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    const [rows = []] = await this.onceEach<Row>([{ statement, values }]);
    return rows;
  }

  private async onceEach<Row extends object>(requests: readonly SentStatement[]): Promise<Row[][]> {
    const connection = await this.acquire();
    try {
      const results = await connection.send(requests);
      return results.map(({ rows }) => rows as Row[]);
    } catch (error) {
      throw finalError(error);
    } finally {
      connection.release();
    }
  }

  private async connected(): Promise<PoolClient> {
    const began = performance.now();
    this.waiting += 1;
    try {
      return await this.pool.connect();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Overloaded('connection', `No connection to the database: ${reason}`, { cause: error });
    } finally {
      this.waiting -= 1;
      this.use.monitor?.of.connectionAcquired(this.use.monitor.pool, secondsSince(began));
    }
  }
}

/** Reads, and once more when the connection was dead. */
async function twice<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ConnectionLost) return read();
    throw error;
  }
}

const secondsSince = (began: number): number => (performance.now() - began) / 1_000;

/** Milliseconds that cancelled statements have to stop before their connection is cut. */
const CANCEL_TIMEOUT = 1_000;
/** Maximum milliseconds between two attempts to cancel. Each of several statements sent together must be cancelled. */
const LONGEST_PAUSE = 64;

/** One connection, used by one caller until it is released. */
export class Connection {
  private broken = false;
  /** The error that running and later statements fail with, once the connection has been stopped. */
  private stopped: Error | undefined;
  private running = 0;
  private settling = 0;
  private cancelling: Promise<void> | undefined;
  /** True once a statement was sent that restricts the transaction to one Organization. */
  private isRestricted = false;

  constructor(
    private readonly client: PoolClient,
    private readonly use: ConnectionUse,
    private readonly work: RequestWork | undefined,
    private readonly onRelease: () => void,
  ) {
    // The pool listens to idle clients only; without a listener here, a client in use that breaks would end the process.
    this.client.on('error', this.onError);
    work?.onStop(this.onStop);
  }

  get isBroken(): boolean {
    return this.broken;
  }

  /**
   * Sends the statements in one round trip and waits for every result. After an error the server skips the statements that follow. Throws
   * the error: `ConnectionLost` when the connection broke, `Overloaded` when no result arrived in time, the reason given to `stop` when
   * the connection was stopped.
   */
  async send(requests: readonly SentStatement[]): Promise<readonly StatementResult[]> {
    const settles = requests.some((request) => request.settles);
    if (this.stopped && !settles) throw this.stopped;
    const names = requests.map(({ statement }) => statement.name);
    this.use.observe(names);
    const began = performance.now();
    this.running += 1;
    if (settles) this.settling += 1;
    let isFailed = true;
    try {
      const results = await this.resultsOf(requests);
      isFailed = false;
      return results;
    } catch (error) {
      throw this.errorOf(error, settles);
    } finally {
      const { monitor } = this.use;
      const ended = { seconds: secondsSince(began), statements: names, isFailed, works: [this.work] };
      monitor?.of.roundTripEnded({ pool: monitor.pool, ...ended });
      this.running -= 1;
      if (settles) this.settling -= 1;
      // A pending cancellation must not hit the next statement of this connection.
      if (this.cancelling) await this.cancelling;
    }
  }

  /** Cancels the running statements; these and all later ones fail with this error. The end of a transaction is not cancelled. */
  stop(reason: Error): void {
    this.stopped ??= reason;
    if (this.running > 0 && this.settling === 0) this.cancelling ??= this.cancelAll();
  }

  /** Returns the connection to the pool. A broken one is closed instead. */
  release(): void {
    this.onRelease();
    this.work?.offStop(this.onStop);
    this.client.off('error', this.onError);
    this.client.release(this.broken);
  }

  private resultsOf(requests: readonly SentStatement[]): Promise<readonly StatementResult[]> {
    const statements = requests.map((request) => {
      const { statement, values } = request;
      this.isRestricted ||= isRestriction(request);
      const name = this.isRestricted ? restrictedName(statement.name) : statement.name;
      return { statement, values, preparedAs: this.use.prepared && isPreparable(statement, values) ? name : '' };
    });
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined, results: readonly StatementResult[] = []): void => {
        if (error) reject(error);
        else resolve(results);
      };
      sendBatch(this.client, statements, done, { timeout: timeoutFor(requests, this.work) });
    });
  }

  private async cancelAll(): Promise<void> {
    const { processID: processId } = this.client as PoolClient & { readonly processID: number };
    const lastAttempt = performance.now() + CANCEL_TIMEOUT;
    const isRunning = (): boolean => this.running > 0 && !this.broken;
    for (let pause = 1; isRunning() && performance.now() < lastAttempt; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      if (!(await this.use.cancel(processId))) break;
      if (isRunning()) await delay(pause);
    }
    this.cancelling = undefined;
    // The server notices that the connection was cut, and stops the statement.
    if (isRunning()) this.client.connection.stream.destroy();
  }

  /**
   * Maps the driver's error to the error to throw. An error that the server did not return marks the connection as broken, because its
   * state is unknown.
   */
  private errorOf(error: unknown, settles: boolean): unknown {
    const isLost = this.broken || error instanceof DatabaseError || !this.client.connection.stream.writable;
    if (!isServerError(error)) this.broken = true;
    if (this.stopped && !settles && (this.broken || isCancelled(error))) return this.stopped;
    if (isServerError(error)) return error;
    if (error instanceof NoResponse)
      return new Overloaded('silence', 'The database did not respond in time.', { cause: error });
    return isLost
      ? new ConnectionLost('connection', 'The connection to the database was lost.', { cause: error })
      : error;
  }

  private readonly onError = (): void => {
    this.broken = true;
  };

  private readonly onStop = (reason: Error): void => {
    this.stop(reason);
  };
}

/**
 * A round trip of at least this number of statements belongs to a bulk request, and gets this longer time limit. A statement over many
 * rows gets it too. The server's limit for a single statement stays the same.
 */
const LONG_BATCH = { statements: 20, timeout: 5 * QUERY_TIMEOUT };

/** Milliseconds for the end of a transaction after the time of its request has run out. */
const TO_SETTLE = 2_000;

/** Returns the time limit of a round trip in milliseconds; `undefined` stands for `QUERY_TIMEOUT`, or the limit of the reports' pool. */
function timeoutFor(requests: readonly SentStatement[], work: RequestWork | undefined): number | undefined {
  const isLong = requests.length >= LONG_BATCH.statements || requests.some(({ statement }) => statement.ofMany);
  const most = (work?.remaining ?? Infinity) + TO_SETTLE;
  if (most < (isLong ? LONG_BATCH.timeout : QUERY_TIMEOUT)) return Math.ceil(most);
  return isLong ? LONG_BATCH.timeout : undefined;
}

/** Lower limits of a large value: the number of list elements, or the number of characters of a text with about that many rows. */
const MANY = { elements: 100, characters: 20_000 };

/**
 * Returns true for a value with many rows. A statement over many rows is not prepared but planned each time: planning is cheap compared
 * with the work, and a cached plan can date from nearly empty tables and scan them once per row.
 */
function isMany(value: Value): boolean {
  if (Array.isArray(value)) return value.length >= MANY.elements;
  return typeof value === 'string' && value.length >= MANY.characters;
}

/** True for a statement that the server can keep by its name. */
function isPreparable({ name, once, isFrequent }: Statement, values: readonly Value[]): boolean {
  return name !== '' && once !== true && (values.length > 0 || isFrequent === true) && !values.some(isMany);
}
