import { Query, type DatabaseError } from 'pg';
import { serialize } from 'pg-protocol';
import { prepareValue } from 'pg/lib/utils.js';
import type { Statement } from './statement.js';
import { rowReaderOf, type Column, type RowReader, type Texts } from './row-reader.js';
import type { Value } from './values.js';

/** Receives, once per round trip, the names of the statements that are sent together. */
export type Observer = (names: readonly string[]) => void;

/** The result of one statement. */
export interface StatementResult {
  readonly rows: object[];
  /** The number of rows that the statement returned or changed; 0 for one that does neither. */
  readonly rowCount: number;
  /** The first word of the command tag, such as `COMMIT`. */
  readonly command: string;
}

/** A statement of an exchange. */
export interface ExchangedStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
  /** The name under which the server keeps the statement; empty when it does not. */
  readonly preparedAs: string;
}

/** Called once: without an error and with all results, or with the error and the results of the statements before the failed one. */
export type Answered = (error: Error | undefined, results?: readonly StatementResult[]) => void;

/** Called with the rows of each statement that has succeeded, as soon as they have arrived. */
export type Delivered = (rows: object[], index: number) => void;

/** No result arrived within the time limit: the driver closes the connection. */
export class Silence extends Error {}

/** Rows that were delivered. */
const GONE: object[] = [];

/** The stream of the driver's connection. */
interface Wire {
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): boolean };
}

/** The driver accepts a query class in a pipeline only when it extends its own. Its declaration lacks the handlers that we replace. */
const DriverQuery = Query as unknown as new (text: string) => object;

/**
 * Several statements as one query of the driver: one write, one Sync, one timer and one callback. After an error the server skips the
 * statements that follow, a COMMIT included. A prepared statement is parsed and described once for each connection. Send it with
 * `client.query`.
 */
export class Exchange extends DriverQuery {
  /** The driver wraps it to stop its timer. */
  callback: Answered;
  private readonly results: StatementResult[] = [];
  private readonly parameters: readonly (string | Buffer | null)[][];
  /** The statements that the server has parsed under their names. */
  private names: PreparedNames | undefined;
  /** The readers of the rows of each statement that was described before. */
  private readonly readers: (RowReader | undefined)[] = [];
  /** Rows of the statement whose answer is arriving. (The driver has its own meaning of `rows`.) */
  private found: object[] = [];
  /** True once the driver has reported an error: without one, it calls the callback with an error only after its time limit. */
  private hasFailed = false;
  /** The error of a row that cannot be read. */
  private unreadable: { readonly error: Error; readonly results: readonly StatementResult[] } | undefined;

  /**
   * Throws when a value cannot be sent.
   * @param query_timeout milliseconds until the driver gives up and closes the connection, in place of those of its pool
   * @param delivered takes the rows of each statement, for statements that do not depend on each other: the results have none then
   */
  constructor(
    readonly statements: readonly ExchangedStatement[],
    readonly query_timeout: number | undefined,
    answered: Answered,
    private readonly delivered?: Delivered,
  ) {
    super('');
    this.callback = (error, results) => {
      answered(error && !this.hasFailed ? new Silence('No result arrived in time.', { cause: error }) : error, results);
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
      const isKnown = names.has(name);
      this.readers.push(isKnown ? names.readerOf(name) : undefined);
      if (!isKnown) {
        if (names.isDoubtful(name)) messages.push(serialize.close({ type: 'S', name }));
        messages.push(serialize.parse({ name, text: statement.text }));
        if (name !== '') names.add(one);
      }
      messages.push(serialize.bind({ statement: name, values: this.parameters[index] ?? [] }));
      if (!isKnown) messages.push(serialize.describe({ type: 'P' }));
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
    this.names?.describe(current.preparedAs, reader);
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
    const { current } = this;
    if (current) this.names?.confirm(current.preparedAs);
    const words = text.split(' ');
    const rows = this.found;
    this.found = [];
    const isDelivered = this.delivered !== undefined && !this.unreadable;
    if (isDelivered) this.delivered(rows, this.results.length);
    const rowCount = Number(words.at(-1)) || 0;
    this.results.push({ rows: isDelivered ? GONE : rows, rowCount, command: words[0] ?? '' });
  }

  /** Called by the driver for an error of the server, of the connection, or of its timer. The server then skips the rest. */
  handleError(error: Error): void {
    const [failed, ...skipped] = this.statements.slice(this.results.length);
    for (const { preparedAs } of skipped) this.names?.forgetUnconfirmed(preparedAs);
    if (failed) this.names?.forgetFailed(failed.preparedAs, error);
    this.hasFailed = true;
    this.callback(this.unreadable?.error ?? error, this.unreadable?.results ?? this.results);
  }

  handleReadyForQuery(): void {
    this.hasFailed = this.unreadable !== undefined;
    if (this.unreadable) this.callback(this.unreadable.error, this.unreadable.results);
    else this.callback(undefined, this.results);
  }

  /** The statement whose answer is arriving. */
  private get current(): ExchangedStatement | undefined {
    return this.statements[this.results.length];
  }

  private reader(): RowReader {
    const at = this.results.length;
    const { preparedAs: name, statement } = this.current ?? {};
    // A statement that an earlier one of this exchange prepared is described by now.
    const reader = (this.readers[at] ??= this.names?.readerOf(name ?? ''));
    if (!reader) throw new Error(`${statement?.name ?? 'No statement'} has rows that were not described.`);
    return reader;
  }
}

/** Converts a `Date` to RFC 3339 text in UTC: the driver's own conversion has an offset that is no whole number of minutes for early years. */
function sendable(value: Value): string | Buffer | null {
  return prepareValue(value instanceof Date ? value.toISOString() : value);
}

const FEATURE_NOT_SUPPORTED = '0A000';
const INVALID_STATEMENT_NAME = '26000';

interface PreparedName {
  readonly text: string;
  /** Absent until the rows are described, and for a statement that returns none. */
  reader?: RowReader;
  /** True once the statement was executed: until then, an error before it may have kept it from being parsed. */
  isConfirmed: boolean;
}

/** The statements that one connection has prepared by name. */
class PreparedNames {
  private static readonly ofWires = new WeakMap<object, PreparedNames>();
  private readonly known = new Map<string, PreparedName>();
  /** Names that the server may know or not. */
  private readonly doubtful = new Set<string>();

  static of(wire: object): PreparedNames {
    const known = PreparedNames.ofWires.get(wire);
    if (known) return known;
    const names = new PreparedNames();
    PreparedNames.ofWires.set(wire, names);
    return names;
  }

  has(name: string): boolean {
    return this.known.has(name);
  }

  isDoubtful(name: string): boolean {
    return this.doubtful.has(name);
  }

  readerOf(name: string): RowReader | undefined {
    return this.known.get(name)?.reader;
  }

  /** True when another text is prepared under the name of this statement. */
  hasOther({ preparedAs, statement }: ExchangedStatement): boolean {
    const known = this.known.get(preparedAs);
    return known !== undefined && known.text !== statement.text;
  }

  add({ preparedAs, statement: { text } }: ExchangedStatement): void {
    this.doubtful.delete(preparedAs);
    this.known.set(preparedAs, { text, isConfirmed: false });
  }

  describe(name: string, reader: RowReader): void {
    const known = this.known.get(name);
    if (known) known.reader = reader;
  }

  confirm(name: string): void {
    const known = this.known.get(name);
    if (known) known.isConfirmed = true;
  }

  /** Forgets a statement that may not have reached the server. */
  forgetUnconfirmed(name: string): void {
    if (this.known.get(name)?.isConfirmed === false) this.forget(name);
  }

  /** Forgets a statement that failed before it was ever executed, or that the server cannot execute any longer as it was parsed. */
  forgetFailed(name: string, error: unknown): void {
    const { code } = error as Partial<DatabaseError>;
    const isUnusable = code === FEATURE_NOT_SUPPORTED || code === INVALID_STATEMENT_NAME;
    if (isUnusable && this.has(name)) this.forget(name);
    else this.forgetUnconfirmed(name);
  }

  private forget(name: string): void {
    this.known.delete(name);
    this.doubtful.add(name);
  }
}
