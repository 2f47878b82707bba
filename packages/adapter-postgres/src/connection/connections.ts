import { Overloaded } from '@worktrack/application';
import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import type { Statement } from '../sql/statement.js';
import { RECORD_TYPES, VIEW_TYPES } from '../sql/types.js';
import { encoded, type Value } from '../sql/values.js';
import { ConnectionLost, finalError, isAnsweredError } from './failures.js';
import { QUERY_TIMEOUT } from './session-settings.js';

/** A statement with its values, on its way. */
export interface Request {
  readonly statement: Statement;
  readonly values: readonly Value[];
}

/** Told of every exchange with the database, one call a round trip: the names of the statements that travel together. */
export type Observer = (names: readonly string[]) => void;

/** Something that reads rows. */
export interface Reader {
  rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]>;
}

/** Lends connections of the pool, one at a time to whoever asks. */
export class Connections implements Reader {
  constructor(
    private readonly pool: Pool,
    private readonly prepared: boolean,
    private readonly observe: Observer,
  ) {}

  /** Throws `Overloaded` when none comes free in time, or the server cannot be reached. */
  async borrow(): Promise<Connection> {
    try {
      return new Connection(await this.pool.connect(), this.prepared, this.observe);
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

/** One connection, in the hands of one user until it is given back. */
export class Connection {
  private broken = false;

  constructor(
    private readonly client: PoolClient,
    private readonly prepared: boolean,
    private readonly observe: Observer,
  ) {
    // The pool listens to idle clients only; without a listener of its own a client that breaks would end the process.
    client.on('error', this.onError);
  }

  get isBroken(): boolean {
    return this.broken;
  }

  /**
   * Sends the statements together and waits for every answer: one round trip. Throws the first error, `ConnectionLost` when
   * the connection broke on the way, `Overloaded` when no answer came in time.
   */
  async exchange(requests: readonly Request[]): Promise<QueryResult[]> {
    this.observe(requests.map(({ statement }) => statement.name));
    const answers = await Promise.allSettled(
      this.together(() => requests.map((one) => this.client.query(this.configOf(one, patienceFor(requests))))),
    );
    return answers.map((answer) => {
      if (answer.status === 'fulfilled') return answer.value;
      throw this.judged(answer.reason);
    });
  }

  /** What is sent meanwhile goes out in one piece: the driver would write every statement by itself, and wake the server for it. */
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
    this.client.off('error', this.onError);
    this.client.release(this.broken);
  }

  /** Whatever the server did not answer itself leaves the connection in an unknown state: it is not used again. */
  private judged(error: unknown): unknown {
    if (isAnsweredError(error)) return error;
    const lost = this.broken || error instanceof DatabaseError || isUnusable(error);
    this.broken = true;
    if (isSilence(error)) return new Overloaded('The database did not answer in time.', { cause: error });
    return lost ? new ConnectionLost('The connection to the database was lost.', { cause: error }) : error;
  }

  private configOf({ statement: { name, text, instants, once }, values }: Request, patience: object): QueryConfig {
    const types = instants === 'text' ? VIEW_TYPES : RECORD_TYPES;
    const config = { text, values: encoded(values), types, ...patience };
    const isPrepared = this.prepared && once !== true && values.length > 0 && !values.some(isMany);
    return isPrepared ? { ...config, name } : config;
  }

  private readonly onError = (): void => {
    this.broken = true;
  };
}

/**
 * So many statements in one exchange are those of a bulk request; none of them waits for as many at their worst. Statements over many
 * rows are few, and each may take its time: the limit of a single statement is the server's, and stays.
 */
const LONG_EXCHANGE = { statements: 20, timeout: 5 * QUERY_TIMEOUT };

/** Each statement waits for all that were sent ahead of it, and only the server knows which of them is at work. */
function patienceFor(requests: readonly Request[]): { readonly query_timeout?: number } {
  const isLong = requests.length >= LONG_EXCHANGE.statements || requests.some(({ statement }) => statement.ofMany);
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

/** What the driver says when it has waited for as long as it may. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** What the driver says of a client that broke while nobody was looking. */
function isUnusable(error: unknown): boolean {
  return error instanceof Error && error.message === 'Client has encountered a connection error and is not queryable';
}
