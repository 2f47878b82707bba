import { refuse, UnknownOutcome, isRefusal } from '@worktrack/application';
import { expectRevision } from '@worktrack/domain';
import type { StatementResult } from './batch.js';
import type { Connection, Connections } from './connections.js';
import { refusalOf } from './failures.js';
import {
  frequent,
  statement,
  type ReaderOfSeveral,
  type SentStatement,
  type Statement,
  type Value,
} from './statement.js';
import type { RevisedTable } from './table.js';

const sent = (made: Statement): SentStatement => ({ statement: made, values: [] });
const BEGIN = sent(frequent(statement('begin', 'begin isolation level read committed')));
const COMMIT: SentStatement = { ...sent(frequent(statement('commit', 'commit'))), settles: true };
const ROLLBACK: SentStatement = { ...sent(statement('rollback', 'rollback')), settles: true };
const SAVEPOINT = sent(statement('savepoint', 'savepoint operation'));
const RELEASE = sent(statement('release', 'release savepoint operation'));
const ROLLBACK_TO = sent(statement('rollback-to', 'rollback to savepoint operation'));

interface Write extends SentStatement {
  /** Minimum number of rows that the statement must affect [0]. */
  readonly rows?: number;
  /** Called when the statement affected fewer rows. It must throw. */
  readonly onMiss?: (() => Promise<never>) | undefined;
  /** Promise callbacks of the caller that waits for the rows. */
  readonly reader?: { readonly resolve: (rows: unknown[]) => void; readonly reject: (error: unknown) => void };
}

/** Writes that wait to be combined, so that one statement writes the rows of several works. They are registered by `write`. */
export interface CollectedWrites {
  /** Registers what the works before the present one have collected. */
  registerEarlier(): void;
  /** Registers what the present work has collected so far. */
  registerPresent(): void;
}

/**
 * Runs `work` in one transaction and commits it. Rolls back and throws the error of `work` when it fails. `restriction` limits the
 * transaction to the rows of one Organization.
 */
export async function inTransaction<T>(
  connections: Connections,
  work: (transaction: SqlTransaction) => Promise<T>,
  restriction?: SentStatement,
): Promise<T> {
  const connection = await connections.acquire();
  const transaction = new SqlTransaction(connection, restriction);
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } catch (error) {
    await transaction.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

/**
 * One transaction on one connection. Writes are registered and sent together with the next read: a read always sees the writes before
 * it, and a round trip is made only where a result is needed.
 */
export class SqlTransaction implements ReaderOfSeveral {
  private state: 'new' | 'open' | 'ended' = 'new';
  private writes: Write[] = [];
  private failure: { readonly error: unknown } | undefined;
  private collected: CollectedWrites | undefined;
  /** The savepoint of the present work, until a statement of that work is registered or sent. */
  private dueSavepoint: Write | undefined;
  private isRegistering = false;

  /** @param restriction sent with BEGIN: it limits the transaction to the rows of one Organization */
  constructor(
    private readonly connection: Pick<Connection, 'send' | 'isBroken'>,
    private readonly restriction?: SentStatement,
  ) {}

  /** Registers a statement. With `onMiss`, one that affects no row calls it; it throws, and the transaction cannot commit. Without, a miss is not an error. */
  write(toSend: Statement, values: readonly Value[], onMiss?: () => Promise<never>): void {
    this.writeEach(toSend, values, 1, onMiss);
  }

  /** Registers a statement that affects `rows` rows, with `onMiss` as in `write`. */
  writeEach(toSend: Statement, values: readonly Value[], rows: number, onMiss?: () => Promise<never>): void {
    this.register({ statement: toSend, values, rows, onMiss });
  }

  /** Registers a statement that affects `rows` rows, all locked by this transaction. Missing one of them is a fault, not a refusal. */
  writeAll(toSend: Statement, values: readonly Value[], rows: number): void {
    const onMiss = () => Promise.reject(new Error(`${toSend.name} missed some of ${rows} rows that are locked.`));
    this.writeEach(toSend, values, rows, onMiss);
  }

  /** Registers a statement over a list of rows, which are its last value, as JSON. Registers nothing when the list is empty. */
  writeRows(toSend: Statement, rows: readonly object[], ...ahead: readonly Value[]): void {
    if (rows.length > 0) this.write(toSend, [...ahead, JSON.stringify(rows)]);
  }

  /**
   * Registers a compare and swap: the row is written only if it still has the loaded revision. Otherwise the flush throws `NOT_FOUND` or
   * `REVISION_CONFLICT`. An unguarded write could restore an old revision.
   */
  writeRevised<Row extends { revision: number }>(table: RevisedTable<Row>, row: Row, loadedRevision: number): void {
    this.write(table.update, table.updateValues(row, loadedRevision), async () => {
      const [current] = await this.rows<{ revision: number }>(table.revision, table.keyValues(row));
      if (!current) refuse('NOT_FOUND');
      expectRevision(loadedRevision, current.revision);
      throw new Error('A guarded write met no row although its revision is there.');
    });
  }

  async rows<Row extends object>(toSend: Statement, values: readonly Value[]): Promise<Row[]> {
    const [rows] = await this.read<[Row]>({ statement: toSend, values });
    return rows;
  }

  async rowsOfEach<Row extends object>(requests: readonly SentStatement[]): Promise<Row[][]> {
    return (await this.send(requests)).map(({ rows }) => rows as Row[]);
  }

  /** Sends several statements in one round trip, and returns the rows of each. */
  async read<Rows extends object[]>(
    ...requests: { [Index in keyof Rows]: SentStatement }
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    return (await this.rowsOfEach(requests)) as { [Index in keyof Rows]: Rows[Index][] };
  }

  /** Reads in the next round trip, which another call starts. Awaiting a result before that call would wait forever. */
  readonly later: ReaderOfSeveral = {
    rows: <Row extends object>(toSend: Statement, values: readonly Value[]) =>
      new Promise<Row[]>((resolve, reject) => {
        const reader = { resolve: resolve as (rows: unknown[]) => void, reject };
        this.register({ statement: toSend, values, reader });
      }),
    rowsOfEach: <Row extends object>(requests: readonly SentStatement[]) =>
      Promise.all(requests.map(({ statement: toSend, values }) => this.later.rows<Row>(toSend, values))),
  };

  /**
   * Runs `work` between a savepoint and its release. A refusal rolls back to the savepoint, and the transaction continues; after any other
   * error only a rollback of the transaction is possible. With `apart`, the writes of `work` are sent and their results read before the
   * savepoint is released. Without it, the release is sent together with them, and a failed statement fails the whole transaction, because
   * it cannot be attributed to one work. A work without a statement has no savepoint. Savepoints must not be nested.
   */
  async savepoint<T>(work: () => Promise<T>, apart: boolean): Promise<T> {
    const savepoint: Write = { ...SAVEPOINT };
    /** True as long as no statement of this work was registered or sent. */
    const isDue = (): boolean => this.dueSavepoint === savepoint;
    this.dueSavepoint = savepoint;
    try {
      const result = await work();
      if (apart && !isDue()) await this.flush();
      if (!isDue()) this.writes.push(RELEASE);
      return result;
    } catch (error) {
      const ofThis = apart || !this.failure;
      if (!isDue() && ofThis && isRefusal(error) && !this.connection.isBroken) await this.undo(savepoint);
      throw error;
    } finally {
      this.dueSavepoint = undefined;
    }
  }

  /** Adds a source of writes, which are registered before any statement that is registered or sent after them. */
  collect(collected: CollectedWrites): void {
    this.collected = collected;
  }

  /** Registers what earlier works have collected, the savepoint of the present work, and what that work has collected. */
  registerCollected(): void {
    if (this.isRegistering) return;
    this.isRegistering = true;
    try {
      this.collected?.registerEarlier();
      if (this.dueSavepoint) this.writes.push(this.dueSavepoint);
      this.dueSavepoint = undefined;
      this.collected?.registerPresent();
    } finally {
      this.isRegistering = false;
    }
  }

  /** True after a statement failed, even if its error was caught: only a rollback is possible then. */
  get hasFailed(): boolean {
    return this.failure !== undefined;
  }

  /** Sends all registered work and reads the results. */
  async flush(): Promise<void> {
    this.registerCollected();
    if (this.writes.length > 0) await this.send([]);
  }

  /**
   * Commits. Throws the first earlier failure, even if its error was caught, because PostgreSQL turns a COMMIT after an error into a silent
   * ROLLBACK. Throws `UnknownOutcome` when the connection breaks before the result of COMMIT arrives.
   */
  async commit(): Promise<void> {
    if (this.failure) throw this.failure.error;
    this.registerCollected();
    if (this.state === 'new' && this.writes.length === 0) return;
    // COMMIT can share a round trip only with writes that can fail by SQL errors alone: a miss must be found before COMMIT is sent.
    if (this.writes.some(({ onMiss, reader }) => onMiss !== undefined || reader !== undefined)) await this.send([]);

    const results = await this.results([...this.outstanding(), COMMIT]).catch((error: unknown) => {
      if (!this.connection.isBroken) throw error;
      throw new UnknownOutcome('The connection was lost while COMMIT was under way.', { cause: error });
    });
    this.state = 'ended';
    const tag = results.at(-1)?.command;
    if (tag !== 'COMMIT') throw new Error(`The response to COMMIT was ${String(tag)}: nothing was saved.`);
  }

  /** Rolls back a transaction that has begun. Never throws. A connection that cannot roll back counts as broken. */
  async rollback(): Promise<void> {
    if (this.state !== 'open' || this.connection.isBroken) return;
    this.state = 'ended';
    await this.connection.send([ROLLBACK]).catch(() => undefined);
  }

  private register(write: Write): void {
    this.registerCollected();
    this.writes.push(write);
  }

  private async undo(savepoint: Write): Promise<void> {
    const at = this.writes.indexOf(savepoint);
    if (at !== -1) {
      // The savepoint was never sent, and neither were the writes after it.
      this.writes.splice(at);
      return;
    }
    this.writes = [];
    this.failure = undefined;
    await this.results([ROLLBACK_TO, RELEASE]);
  }

  private async send(requests: readonly SentStatement[]): Promise<readonly StatementResult[]> {
    if (this.failure) throw this.failure.error;
    this.registerCollected();
    const { writes } = this;
    const ahead = this.outstanding();
    try {
      const results = await this.results([...ahead, ...requests]);
      const ofWrites = results.slice(ahead.length - writes.length, ahead.length);
      for (const [index, { rows = 0, onMiss }] of writes.entries()) {
        if (onMiss && (ofWrites[index]?.rowCount ?? 0) < rows) await this.remembering(onMiss());
      }
      for (const [index, { reader }] of writes.entries()) reader?.resolve(ofWrites[index]?.rows ?? []);
      return results.slice(ahead.length);
    } catch (error) {
      for (const { reader } of writes) reader?.reject(error);
      throw error;
    }
  }

  /** Takes the statements to send first: BEGIN with the restriction, unless they were sent, and the registered writes. */
  private outstanding(): SentStatement[] {
    if (this.state === 'ended') throw new Error('This transaction has ended.');
    const begin = this.state === 'new' ? [BEGIN, ...(this.restriction ? [this.restriction] : [])] : [];
    const { writes } = this;
    this.state = 'open';
    this.writes = [];
    return [...begin, ...writes];
  }

  private results(requests: readonly SentStatement[]): Promise<readonly StatementResult[]> {
    return this.remembering(this.connection.send(requests));
  }

  /** Maps a violated constraint to its refusal, and remembers the first failure: from then on only a rollback is possible. */
  private async remembering<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (thrown) {
      const error = refusalOf(thrown);
      this.failure ??= { error };
      throw error;
    }
  }
}
