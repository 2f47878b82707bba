import { Query, type ClientBase, type Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import { rowReaderOf, type Column, type RowReader, type Texts } from './row-reader.js';
import type { Statement, Value } from './statement.js';

/** The result of one statement. */
export interface StatementResult {
  readonly rows: object[];
  /** The number of rows that the statement returned or changed; 0 for one that does neither. */
  readonly rowCount: number;
  /** The first word of the command tag, such as `COMMIT`. */
  readonly command: string;
}

/** A statement of a batch. */
export interface BatchStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
  /** The name under which the server keeps the statement; empty when it does not. */
  readonly preparedAs: string;
}

/** Called once: without an error and with all results, or with the error and the results of the statements before the failed one. */
export type BatchDone = (error: Error | undefined, results?: readonly StatementResult[]) => void;

export interface BatchOptions {
  /** Milliseconds until the driver gives up and closes the connection, in place of those of its pool. */
  readonly timeout?: number | undefined;
  /** Takes the rows of each statement as soon as they have arrived, for statements that do not depend on each other: the results have none then. */
  readonly onRows?: (rows: object[], index: number) => void;
}

/** No result arrived within the time limit: the driver closes the connection. */
export class NoResponse extends Error {}

/** Sends the statements in one round trip. Throws when a value cannot be sent. */
export function sendBatch(
  client: ClientBase,
  statements: readonly BatchStatement[],
  done: BatchDone,
  options: BatchOptions = {},
): void {
  client.query(new Batch(statements, done, options) as object as Submittable);
}

/** The stream of the driver's connection. */
interface Wire {
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): boolean };
}

/** The driver accepts a query class in a pipeline only when it extends its own. Its declaration lacks the handlers that we replace. */
const DriverQuery = Query as unknown as new (text: string) => object;

/**
 * Several statements as one query of the driver: one write, one Sync, one timer and one callback. After an error the server skips the
 * statements that follow, a COMMIT included. A prepared statement is parsed and described once for each connection. `batch.spec` fails when
 * the driver calls other handlers.
 */
export class Batch extends DriverQuery {
  /** The driver wraps it to stop its timer. */
  callback: BatchDone;
  /** The driver's name for the time limit. */
  readonly query_timeout: number | undefined;
  private readonly onRows: BatchOptions['onRows'];
  private readonly results: StatementResult[] = [];
  private readonly parameters: readonly (string | Buffer | null)[][];
  private names: PreparedNames | undefined;
  /** The readers of the rows of each statement that was described before. */
  private readonly readers: (RowReader | undefined)[] = [];
  /** Rows of the statement whose results are arriving. (The driver has its own meaning of `rows`.) */
  private found: object[] = [];
  /** True once the driver has reported an error: without one, it calls the callback with an error only after its time limit. */
  private hasFailed = false;
  /** The error of a row that cannot be read. */
  private unreadable: { readonly error: Error; readonly results: readonly StatementResult[] } | undefined;

  constructor(
    readonly statements: readonly BatchStatement[],
    done: BatchDone,
    { timeout, onRows }: BatchOptions,
  ) {
    super('');
    this.query_timeout = timeout;
    this.onRows = onRows;
    this.callback = (error, results) => {
      done(error && !this.hasFailed ? new NoResponse('No result arrived in time.', { cause: error }) : error, results);
    };
    this.parameters = statements.map(({ values }) => values.map(sendable));
  }

  /** Called by the driver: writes all messages. Returns an error, without writing, when two texts have one name. */
  submit(wire: Wire): Error | null {
    const names = PreparedNames.of(wire);
    const other = this.statements.find((one) => names.hasOther(one));
    if (other) return new Error(`Another statement is prepared as ${other.preparedAs}.`);
    this.names = names;
    const messages: Buffer[] = [];
    for (const [index, one] of this.statements.entries()) {
      const { statement, preparedAs: name } = one;
      const known = names.known.get(name);
      this.readers.push(known?.reader);
      if (!known) {
        if (names.uncertain.delete(name)) messages.push(serialize.close({ type: 'S', name }));
        messages.push(serialize.parse({ name, text: statement.text }));
        if (name !== '') names.known.set(name, { text: statement.text, isConfirmed: false });
      }
      messages.push(serialize.bind({ statement: name, values: this.parameters[index] ?? [] }));
      if (!known) messages.push(serialize.describe({ type: 'P' }));
      messages.push(serialize.execute());
    }
    messages.push(serialize.sync());
    // One buffer: a stream keeps an object for each piece, and the system would get a list of them.
    if (wire.stream.writable) wire.stream.write(Buffer.concat(messages));
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    const { current } = this;
    if (!current) return;
    const reader = rowReaderOf(fields, current.statement.instants);
    this.readers[this.results.length] = reader;
    const known = this.names?.known.get(current.preparedAs);
    if (known) known.reader = reader;
  }

  handleDataRow({ fields }: { readonly fields: Texts }): void {
    if (this.unreadable) return;
    try {
      this.found.push(this.reader()(fields));
    } catch (error) {
      this.unreadable = { error: error as Error, results: [...this.results] };
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const known = this.names?.known.get(this.current?.preparedAs ?? '');
    if (known) known.isConfirmed = true;
    const words = text.split(' ');
    const rows = this.found;
    this.found = [];
    const isTaken = this.onRows !== undefined && !this.unreadable;
    if (isTaken) this.onRows(rows, this.results.length);
    const rowCount = Number(words.at(-1)) || 0;
    this.results.push({ rows: isTaken ? [] : rows, rowCount, command: words[0] ?? '' });
  }

  /** Called by the driver for an error of the server, of the connection, or of its timer. The server then skips the rest. */
  handleError(error: Error): void {
    const [failed, ...skipped] = this.statements.slice(this.results.length);
    if (failed) this.names?.forget(failed.preparedAs, isUnusable(error));
    for (const { preparedAs } of skipped) this.names?.forget(preparedAs, false);
    this.hasFailed = true;
    this.callback(this.unreadable?.error ?? error, this.unreadable?.results ?? this.results);
  }

  handleReadyForQuery(): void {
    this.hasFailed = this.unreadable !== undefined;
    if (this.unreadable) this.callback(this.unreadable.error, this.unreadable.results);
    else this.callback(undefined, this.results);
  }

  /** The statement whose results are arriving. */
  private get current(): BatchStatement | undefined {
    return this.statements[this.results.length];
  }

  private reader(): RowReader {
    const { preparedAs = '', statement } = this.current ?? {};
    // A statement that an earlier one of this batch prepared is described by now.
    const reader = (this.readers[this.results.length] ??= this.names?.known.get(preparedAs)?.reader);
    if (!reader) throw new Error(`${statement?.name ?? 'No statement'} has rows that were not described.`);
    return reader;
  }
}

/** Converts a value to what the driver sends. A `Date` becomes RFC 3339 text in UTC, and a list the text of an array. */
function sendable(value: Value | undefined): string | Buffer | null {
  if (value === null || value === undefined || Buffer.isBuffer(value)) return value ?? null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return String(value);
  return `{${value.map((text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}

const FEATURE_NOT_SUPPORTED = '0A000';
const INVALID_STATEMENT_NAME = '26000';

/** True when the server cannot execute the statement any longer as it was parsed, because its columns have changed. */
function isUnusable(error: Error): boolean {
  const { code } = error as { readonly code?: string };
  return code === FEATURE_NOT_SUPPORTED || code === INVALID_STATEMENT_NAME;
}

interface PreparedStatement {
  readonly text: string;
  /** Absent until the rows are described, and for a statement that returns none. */
  reader?: RowReader;
  /** True once the statement was executed: until then, an error before it can have kept it from being parsed. */
  isConfirmed: boolean;
}

/** The statements that one connection has prepared by name. */
class PreparedNames {
  private static readonly ofWires = new WeakMap<object, PreparedNames>();
  readonly known = new Map<string, PreparedStatement>();
  /** Names that the server knows or not: they are closed before they are parsed again. */
  readonly uncertain = new Set<string>();

  static of(wire: object): PreparedNames {
    const names = PreparedNames.ofWires.get(wire) ?? new PreparedNames();
    PreparedNames.ofWires.set(wire, names);
    return names;
  }

  /** True when another text is prepared under the name of this statement. */
  hasOther({ preparedAs, statement }: BatchStatement): boolean {
    return (this.known.get(preparedAs)?.text ?? statement.text) !== statement.text;
  }

  /** Forgets a statement that the server has never executed, or cannot execute any longer. */
  forget(name: string, isUnusable: boolean): void {
    const known = this.known.get(name);
    if (!known || (known.isConfirmed && !isUnusable)) return;
    this.known.delete(name);
    this.uncertain.add(name);
  }
}
