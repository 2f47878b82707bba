import { setTimeout as delay } from 'node:timers/promises';
import { KeyedSemaphore, Overloaded, RequestWork } from '@worktrack/application';
import { DatabaseError, type Pool, type PoolClient, type Submittable } from 'pg';
import type { DatabaseMonitor, PoolName, TransactionOutcome } from './database-monitor.js';
import { Exchange, Silence, type Observer, type StatementResult } from './exchange.js';
import { ConnectionLost, finalError, isAnsweredError, isCancelled } from './failures.js';
import { isRestriction, restrictedName } from './row-security.js';
import { CONNECTION_TIMEOUT, QUERY_TIMEOUT } from './session-settings.js';
import type { SharedConnections } from './shared-connections.js';
import type { Statement } from './statement.js';
import type { Value } from './values.js';

/** A statement to send, with its values. */
export interface SentStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
  /** Marks the end of a transaction: it is sent, and its result awaited, even when the request has ended. */
  readonly settles?: true;
}

/**
 * Cancels the running statement of the session with this process id. Resolves when the request was sent, to `false` when no session can be
 * named by it: then only the end of the connection stops the statement. Never throws.
 */
export type Cancel = (processId: number) => Promise<boolean>;

/** A source of rows: a connection, a transaction or a snapshot. */
export interface Reader {
  rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]>;
}

/** A source of rows that runs several statements together. */
export interface ReaderOfSeveral extends Reader {
  /** Runs several statements in one round trip and one transaction, so that `now()` is one instant. Returns the rows of each. */
  rowsOfEach<Row extends object>(requests: readonly SentStatement[]): Promise<Row[][]>;
}

/** Options and callbacks that all connections share. */
export interface ConnectionUse {
  /** True when statements may be prepared by name. */
  readonly prepared: boolean;
  readonly observe: Observer;
  readonly cancel: Cancel;
  /** Receives what the connections of this pool do. */
  readonly monitor?: { readonly pool: PoolName; readonly of: DatabaseMonitor } | undefined;
  /** Connections for brief reads, and how many connections of the pool these reads may take where no shared one can be used. */
  readonly shared?: { readonly connections: SharedConnections; readonly mostOfPool: number };
}

/** Lends connections of the pool, each to one caller at a time. */
export class Connections implements ReaderOfSeveral {
  private readonly lent = new Set<Connection>();
  private waiting = 0;
  private isClosing = false;
  private onAllReturned: (() => void) | undefined;

  /** Brief reads on connections of the pool. */
  private readonly ofPool: KeyedSemaphore;

  constructor(
    private readonly pool: Pool,
    private readonly use: ConnectionUse,
  ) {
    const waiting = { process: Infinity, one: Infinity, timeout: CONNECTION_TIMEOUT };
    this.ofPool = new KeyedSemaphore({ of: 'brief reads', process: use.shared?.mostOfPool ?? Infinity, waiting });
  }

  /**
   * Lends a connection for the work of the current request. When the request ends early, the running statement is cancelled. Throws
   * `Overloaded` when no connection becomes free in time or the server cannot be reached, and the error of a request that has already
   * ended.
   */
  async borrow(): Promise<Connection> {
    const work = RequestWork.current;
    work?.throwIfStopped();
    const client = await this.connected();
    const connection = new Connection(client, this.use, work, () => {
      this.lent.delete(connection);
      if (this.lent.size === 0) this.onAllReturned?.();
    });
    this.lent.add(connection);
    if (this.isClosing) connection.stop(new Overloaded('connection', CLOSING));
    return connection;
  }

  /** Stops all running and later statements, except those that end a transaction. */
  stop(): void {
    this.isClosing = true;
    this.use.shared?.connections.close();
    for (const connection of this.lent) connection.stop(new Overloaded('connection', CLOSING));
  }

  /** Resolves when every lent connection has been returned, so that transactions can end. */
  async allReturned(): Promise<void> {
    if (this.lent.size === 0) return;
    await new Promise<void>((resolve) => {
      this.onAllReturned = resolve;
    });
  }

  /** The number of connections that are lent, and of callers that wait for one. */
  get state(): { readonly lent: number; readonly waiting: number } {
    return { lent: this.lent.size, waiting: this.waiting };
  }

  /** Reports to the monitor how an attempt of a transaction on one of these connections ended. */
  transactionEnded(outcome: TransactionOutcome): void {
    this.use.monitor?.of.transactionEnded(outcome);
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
      this.use.monitor?.of.connectionLent(this.use.monitor.pool, secondsSince(began));
    }
  }

  /**
   * Runs one statement that only reads. A brief one runs on a shared connection. Sends it once more, on a connection of the pool, when its
   * connection was dead, or a shared connection did not execute it.
   */
  rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    const { shared } = this.use;
    if (shared && statement.isBrief) return this.briefly<Row>(shared.connections, statement, values);
    return this.twice<Row>(statement, values);
  }

  /** Runs several statements that only read, in one round trip, like `rows`. */
  async rowsOfEach<Row extends object>(requests: readonly SentStatement[]): Promise<Row[][]> {
    try {
      return await this.onceEach<Row>(requests);
    } catch (error) {
      if (error instanceof ConnectionLost) return this.onceEach<Row>(requests);
      throw error;
    }
  }

  private async twice<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    try {
      return await this.once<Row>(statement, values);
    } catch (error) {
      if (error instanceof ConnectionLost) return this.once<Row>(statement, values);
      throw error;
    }
  }

  private briefly<Row extends object>(
    shared: SharedConnections,
    statement: Statement,
    values: readonly Value[],
  ): Promise<Row[]> {
    const work = RequestWork.current;
    if (work?.stopped) return Promise.reject(work.stopped);
    // The pool executes what a shared connection did not, and finds out what is wrong.
    const byPool = async (): Promise<Row[]> => {
      work?.throwIfStopped();
      const read = async (): Promise<Row[]> => {
        const release = await this.ofPool.take({});
        try {
          return await this.once<Row>(statement, values);
        } finally {
          release();
        }
      };
      return work ? work.run(read) : RequestWork.apart(read);
    };
    return shared.rows(statement, values, byPool, work) as Promise<Row[]>;
  }

  /**
   * Runs one statement as a transaction. Throws `ConnectionLost` when the connection breaks: the statement may or may not have taken
   * effect. Throws `Overloaded` when it ran or waited for a lock for too long.
   */
  async once<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    const connection = await this.borrow();
    try {
      const [result] = await connection.exchange([{ statement, values }]);
      return (result?.rows ?? []) as Row[];
    } catch (error) {
      throw finalError(error);
    } finally {
      connection.giveBack();
    }
  }

  private async onceEach<Row extends object>(requests: readonly SentStatement[]): Promise<Row[][]> {
    const connection = await this.borrow();
    try {
      const results = await connection.exchange(requests);
      return results.map(({ rows }) => rows as Row[]);
    } catch (error) {
      throw finalError(error);
    } finally {
      connection.giveBack();
    }
  }
}

/** Seconds since a reading of `performance.now()`. */
export const secondsSince = (began: number): number => (performance.now() - began) / 1_000;

/** The end of work on a connection. */
interface Ending {
  readonly settles: boolean;
  /** The number that `begin` returned. */
  readonly began: number;
  readonly names: readonly string[];
  readonly isFailed: boolean;
}

const CLOSING = 'The connections to the database are being closed.';

/** Milliseconds that cancelled statements have to stop before their connection is cut. */
const CANCEL_PATIENCE = 1_000;
/** Maximum milliseconds between two attempts to cancel. Each of several statements sent together must be cancelled. */
const LONGEST_PAUSE = 64;

/** One connection, lent to one caller until it is returned. */
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
    private readonly onReturn: () => void,
  ) {
    // The pool listens to idle clients only; without a listener here, a lent client that breaks would end the process.
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
  async exchange(requests: readonly SentStatement[]): Promise<readonly StatementResult[]> {
    const settles = requests.some((request) => request.settles);
    if (this.stopped && !settles) throw this.stopped;
    const names = requests.map(({ statement }) => statement.name);
    this.use.observe(names);
    const began = this.begin(settles);
    let results: readonly StatementResult[];
    try {
      results = await this.answersTo(requests);
    } catch (thrown) {
      await this.end({ settles, began, names, isFailed: true });
      const error = this.faultOf(thrown);
      throw settles ? error : this.reported(error);
    }
    const cancelling = this.end({ settles, began, names, isFailed: false });
    if (cancelling) await cancelling;
    return results;
  }

  /** Cancels the running statements; these and all later ones fail with this error. The end of a transaction is not cancelled. */
  stop(reason: Error): void {
    this.stopped ??= reason;
    if (this.running > 0 && this.settling === 0) this.cancelling ??= this.cancelAll();
  }

  /** Counts work as running. Returns its beginning, for `end`. */
  private begin(settles: boolean): number {
    this.running += 1;
    if (settles) this.settling += 1;
    return performance.now();
  }

  /** Ends what `begin` counted. Returns the pending cancellation, if there is one: it must not hit the next statement of this connection. */
  private end({ settles, began, names, isFailed }: Ending): Promise<void> | undefined {
    const { monitor } = this.use;
    monitor?.of.roundTripEnded({
      pool: monitor.pool,
      seconds: secondsSince(began),
      statements: names,
      isFailed,
      works: [this.work],
    });
    this.running -= 1;
    if (settles) this.settling -= 1;
    return this.cancelling;
  }

  private async cancelAll(): Promise<void> {
    const { processID: processId } = this.client as PoolClient & { readonly processID: number };
    const lastAttempt = performance.now() + CANCEL_PATIENCE;
    const isRunning = (): boolean => this.running > 0 && !this.broken;
    for (let pause = 1; isRunning() && performance.now() < lastAttempt; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      if (!(await this.use.cancel(processId))) break;
      if (isRunning()) await delay(pause);
    }
    this.cancelling = undefined;
    // The server notices that the connection was cut, and stops the statement.
    if (isRunning()) this.client.connection.stream.destroy();
  }

  private answersTo(requests: readonly SentStatement[]): Promise<readonly StatementResult[]> {
    const { prepared } = this.use;
    const statements = requests.map((request) => {
      const { statement, values } = request;
      this.isRestricted ||= isRestriction(request);
      const name = this.isRestricted ? restrictedName(statement.name) : statement.name;
      return { statement, values, preparedAs: prepared && isPreparable(statement, values) ? name : '' };
    });
    return new Promise((resolve, reject) => {
      const exchange = new Exchange(statements, patienceFor(requests, this.work), (error, results) => {
        if (error) reject(error);
        else resolve(results ?? []);
      });
      this.client.query(exchange as object as Submittable);
    });
  }

  /** Returns the connection to the pool. A broken one is closed instead. */
  giveBack(): void {
    this.onReturn();
    this.work?.offStop(this.onStop);
    this.client.off('error', this.onError);
    this.client.release(this.broken);
  }

  /**
   * Maps the driver's error to the error to throw. An error that the server did not return marks the connection as broken, because its
   * state is unknown.
   */
  private faultOf(error: unknown): unknown {
    if (isAnsweredError(error)) return error;
    const lost = this.broken || error instanceof DatabaseError || !this.client.connection.stream.writable;
    this.broken = true;
    if (error instanceof Silence)
      return new Overloaded('silence', 'The database did not answer in time.', { cause: error });
    return lost
      ? new ConnectionLost('connection', 'The connection to the database was lost.', { cause: error })
      : error;
  }

  /** Returns the error to throw for a failed statement: the reason given to `stop`, if that made it fail. */
  private reported(error: unknown): unknown {
    return this.stopped && (this.broken || isCancelled(error)) ? this.stopped : error;
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
const LONG_EXCHANGE = { statements: 20, timeout: 5 * QUERY_TIMEOUT };

/** Milliseconds for the end of a transaction after the time of its request has run out. */
const TO_SETTLE = 2_000;

/** Returns the time limit of a round trip in milliseconds; `undefined` stands for `QUERY_TIMEOUT`, or the limit of the reports' pool. */
function patienceFor(requests: readonly SentStatement[], work: RequestWork | undefined): number | undefined {
  const isLong = requests.length >= LONG_EXCHANGE.statements || requests.some(({ statement }) => statement.ofMany);
  const most = (work?.remaining ?? Infinity) + TO_SETTLE;
  if (most < (isLong ? LONG_EXCHANGE.timeout : QUERY_TIMEOUT)) return Math.ceil(most);
  return isLong ? LONG_EXCHANGE.timeout : undefined;
}

/** Lower limits of a large value: the number of list elements, or the number of characters of a text with about that many rows. */
const MANY = { elements: 100, characters: 20_000 };

/**
 * Returns true for a value with many rows. A statement over many rows is not prepared but planned each time: planning is cheap compared
 * with the work, and a cached plan may date from nearly empty tables and scan them once per row.
 */
function isMany(value: Value): boolean {
  if (Array.isArray(value)) return value.length >= MANY.elements;
  return typeof value === 'string' && value.length >= MANY.characters;
}

/** True for a statement that the server may keep by its name. */
function isPreparable({ name, once, isFrequent }: Statement, values: readonly Value[]): boolean {
  return name !== '' && once !== true && (values.length > 0 || isFrequent === true) && !values.some(isMany);
}
