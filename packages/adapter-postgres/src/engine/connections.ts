import { setTimeout as delay } from 'node:timers/promises';
import { Overloaded, RequestWork } from '@worktrack/application';
import { DatabaseError, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { QueryFailedError, type EntityManager } from 'typeorm';
import type { ClientSource, LentClient } from './clients.js';
import { ConnectionLost, finalError, isAnsweredError, isCancelled } from './failures.js';
import { QUERY_TIMEOUT } from './session-settings.js';
import type { Statement } from './statement.js';
import { RECORD_TYPES, VIEW_TYPES } from './types.js';
import { encoded, type Value } from './values.js';

/** A statement with its values, on its way. */
export interface SentStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
  /** Ends a transaction: it is sent, and its answer waited for, even when the request is over. */
  readonly settles?: true;
}

/** Stops the statement that the session with this process id runs. Resolves when it was told to; never throws. */
export type Cancel = (processId: number) => Promise<void>;

/** Told of every exchange with the database, one call a round trip: the names of the statements that travel together. */
export type Observer = (names: readonly string[]) => void;

/** Something that reads rows. */
export interface Reader {
  rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]>;
}

/** How connections are used. */
export interface ConnectionUse {
  /** Allows statements that are prepared by name. */
  readonly prepared: boolean;
  readonly observe: Observer;
  readonly cancel: Cancel;
}

/** Lends connections of the pool, one at a time to whoever asks. */
export class Connections implements Reader {
  private readonly lent = new Set<Connection>();
  private isClosing = false;
  private onAllReturned: (() => void) | undefined;

  constructor(
    private readonly source: ClientSource,
    private readonly use: ConnectionUse,
  ) {}

  /**
   * Lends a connection for the work of the present request: when that ends early, so does the statement that runs. Throws
   * `Overloaded` when none comes free in time, or the server cannot be reached; the error of the request's signal when it is over.
   */
  async borrow(): Promise<Connection> {
    const signal = RequestWork.current?.signal;
    signal?.throwIfAborted();
    const client = await this.connected();
    const connection = new Connection(client, this.use, signal, () => {
      this.lent.delete(connection);
      if (this.lent.size === 0) this.onAllReturned?.();
    });
    this.lent.add(connection);
    if (this.isClosing) connection.stop(new Overloaded(CLOSING));
    return connection;
  }

  /** Stops every statement that runs, but for the ends of transactions, and whatever comes later. */
  stop(): void {
    this.isClosing = true;
    for (const connection of this.lent) connection.stop(new Overloaded(CLOSING));
  }

  /** Resolves once every connection that was lent is given back: the ends of transactions are waited for. */
  async allReturned(): Promise<void> {
    if (this.lent.size === 0) return;
    await new Promise<void>((resolve) => {
      this.onAllReturned = resolve;
    });
  }

  private async connected(): Promise<LentClient> {
    try {
      return await this.source.lend();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Overloaded(`No connection to the database: ${reason}`, { cause: error });
    }
  }

  /** One statement that only reads: sent once more when its connection turned out to be dead. */
  async rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    try {
      return await this.once<Row>(statement, values);
    } catch (error) {
      if (error instanceof ConnectionLost) return this.once<Row>(statement, values);
      throw error;
    }
  }

  /**
   * One statement in a transaction of its own. After `ConnectionLost` nobody knows whether it happened; `Overloaded` when it ran, or
   * waited for a lock, for too long.
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
}

const CLOSING = 'The connections to the database are being closed.';

/** Milliseconds that what runs has to stop in, before its connection is cut. */
const CANCEL_PATIENCE = 1_000;
/** Milliseconds between two attempts, at most: of statements that travel together each has to be stopped. */
const LONGEST_PAUSE = 64;

/** One connection, in the hands of one user until it is given back. */
export class Connection {
  private broken = false;
  /** Set when whatever runs, or comes later, is in vain: the error that it fails with. */
  private stopped: Error | undefined;
  private running = 0;
  private settling = 0;
  private cancelling: Promise<void> | undefined;

  private readonly client: PoolClient;

  constructor(
    private readonly lent: LentClient,
    private readonly use: ConnectionUse,
    private readonly signal: AbortSignal | undefined,
    private readonly onReturn: () => void,
  ) {
    this.client = lent.client;
    // The pool listens to idle clients only; without a listener of its own a client that breaks would end the process.
    this.client.on('error', this.onError);
    signal?.addEventListener('abort', this.onAbort);
    if (signal?.aborted) this.onAbort();
  }

  get isBroken(): boolean {
    return this.broken;
  }

  /**
   * Sends the statements together and waits for every answer: one round trip. Throws the first error, `ConnectionLost` when
   * the connection broke on the way, `Overloaded` when no answer came in time; what `stop` was given when it was stopped.
   */
  async exchange(requests: readonly SentStatement[]): Promise<QueryResult[]> {
    const settles = requests.some((request) => request.settles);
    if (this.stopped && !settles) throw this.stopped;
    this.use.observe(requests.map(({ statement }) => statement.name));
    const answers = await this.counted(settles, () => {
      const patience = patienceFor(requests);
      return Promise.allSettled(
        this.together(() => requests.map((one) => this.client.query(this.configOf(one, patience)))),
      );
    });
    return answers.map((answer) => {
      if (answer.status === 'fulfilled') return answer.value;
      const error = this.faultOf(answer.reason);
      throw settles ? error : this.reported(error);
    });
  }

  /** Runs work of TypeORM on this connection. Throws like `exchange`; errors of TypeORM itself pass as they are. */
  async manage<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    if (this.stopped) throw this.stopped;
    const { manager } = this.lent;
    if (!manager) throw new Error('The pool of this connection is not that of TypeORM.');
    this.use.observe(['typeorm']);
    try {
      return await this.counted(false, () => work(manager));
    } catch (thrown) {
      if (!(thrown instanceof QueryFailedError)) throw thrown;
      throw this.reported(this.faultOf(thrown.driverError));
    }
  }

  /** Cancels what runs, and fails it and all that comes later with this error. The end of a transaction is left alone. */
  stop(reason: Error): void {
    this.stopped ??= reason;
    if (this.running > 0 && this.settling === 0) this.cancelling ??= this.cancelAll();
  }

  /** Tells when something runs. A cancellation has to be over before anything else may run on this connection. */
  private async counted<T>(settles: boolean, work: () => Promise<T>): Promise<T> {
    this.running += 1;
    if (settles) this.settling += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      if (settles) this.settling -= 1;
      await this.cancelling;
    }
  }

  private async cancelAll(): Promise<void> {
    const { processID: processId } = this.client as PoolClient & { readonly processID: number };
    const lastAttempt = performance.now() + CANCEL_PATIENCE;
    const isRunning = (): boolean => this.running > 0 && !this.broken;
    for (let pause = 1; isRunning() && performance.now() < lastAttempt; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      await this.use.cancel(processId);
      if (isRunning()) await delay(pause);
    }
    this.cancelling = undefined;
    // The server notices a connection that was cut, and stops as well.
    if (isRunning()) this.client.connection.stream.destroy();
  }

  /** Sends all statements in one piece: the driver would write each by itself, and wake the server for it. */
  private together<Sent>(send: () => Sent): Sent {
    const { stream } = this.client.connection;
    stream.cork();
    try {
      return send();
    } finally {
      stream.uncork();
    }
  }

  /** One that broke is destroyed, not lent again. */
  giveBack(): void {
    this.onReturn();
    this.signal?.removeEventListener('abort', this.onAbort);
    this.client.off('error', this.onError);
    this.lent.release(this.broken);
  }

  /** Whatever the server did not answer itself leaves the connection in an unknown state: it is not used again. */
  private faultOf(error: unknown): unknown {
    if (isAnsweredError(error)) return error;
    const lost = this.broken || error instanceof DatabaseError || isUnusable(error);
    this.broken = true;
    if (isSilence(error)) return new Overloaded('The database did not answer in time.', { cause: error });
    return lost ? new ConnectionLost('The connection to the database was lost.', { cause: error }) : error;
  }

  /** The error to throw for a failed statement: that of `stop` when the work was stopped. */
  private reported(error: unknown): unknown {
    return this.stopped && (this.broken || isCancelled(error)) ? this.stopped : error;
  }

  private configOf(
    { statement: { name, text, instants, once }, values }: SentStatement,
    patience: object,
  ): QueryConfig {
    const types = instants === 'text' ? VIEW_TYPES : RECORD_TYPES;
    const config = { text, values: encoded(values), types, ...patience };
    const isPrepared = this.use.prepared && once !== true && values.length > 0 && !values.some(isMany);
    return isPrepared ? { ...config, name } : config;
  }

  private readonly onError = (): void => {
    this.broken = true;
  };

  private readonly onAbort = (): void => {
    this.stop(this.signal?.reason as Error);
  };
}

/**
 * So many statements in one exchange are those of a bulk request; none of them waits for as many at their worst. Statements over many
 * rows are few, and each may take its time: the limit of a single statement is the server's, and stays.
 */
const LONG_EXCHANGE = { statements: 20, timeout: 5 * QUERY_TIMEOUT };

/** Milliseconds that the end of a transaction may take when the time of its request is over. */
const TO_SETTLE = 2_000;

/** Each statement waits for all that were sent ahead of it, and only the server knows which of them is at work. */
function patienceFor(requests: readonly SentStatement[]): { readonly query_timeout?: number } {
  const isLong = requests.length >= LONG_EXCHANGE.statements || requests.some(({ statement }) => statement.ofMany);
  const most = (RequestWork.current?.remaining ?? Infinity) + TO_SETTLE;
  if (most < (isLong ? LONG_EXCHANGE.timeout : QUERY_TIMEOUT)) return { query_timeout: Math.ceil(most) };
  return isLong ? { query_timeout: LONG_EXCHANGE.timeout } : {};
}

/** From how many elements of a list on, or characters of a text that tells of as many rows. */
const MANY = { elements: 100, characters: 20_000 };

/**
 * A statement over many rows is planned anew: beside the work itself that costs nothing, and the plan that a connection keeps may be
 * from when the tables were next to empty, and go through them once for each row.
 */
function isMany(value: Value): boolean {
  if (Array.isArray(value)) return value.length >= MANY.elements;
  return typeof value === 'string' && value.length >= MANY.characters;
}

/** Recognises the driver's error when its time limit is over. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Recognises the driver's error for a client that broke earlier. */
function isUnusable(error: unknown): boolean {
  return error instanceof Error && error.message === 'Client has encountered a connection error and is not queryable';
}
