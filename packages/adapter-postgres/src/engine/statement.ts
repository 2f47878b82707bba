import { createHash } from 'node:crypto';

/** A parameter of a statement. */
export type Value = string | number | boolean | null | Date | Buffer | readonly string[];

/** An SQL text with a name, which is the name of its prepared statement and its name in logs and counters. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Format of instants in results: `Date` for records, RFC 3339 text for views. */
  readonly instants: 'date' | 'text';
  /** Not prepared: it is planned each time for the current values. */
  readonly once?: true;
  /** Reads few rows by an index: it can run on a connection that it shares with the reads of other requests. */
  readonly isBrief?: true;
  /** Prepared although it has no values, because every transaction sends it. */
  readonly isFrequent?: true;
  /** Works on many rows, perhaps: its round trip gets a longer time limit. */
  readonly ofMany?: true;
}

/** A statement to send, with its values. */
export interface SentStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
  /** Marks the end of a transaction: it is sent, and its result awaited, even when the request has ended. */
  readonly settles?: true;
}

/** A source of rows: a connection, a transaction or a snapshot. */
export interface Reader {
  rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]>;
}

/** A source of rows that runs several statements together. */
export interface ReaderOfSeveral extends Reader {
  /** Runs several statements in one round trip and one transaction, so that `now()` is one instant. Returns the rows of each. */
  rowsOfEach<Row extends object>(requests: readonly SentStatement[]): Promise<Row[][]>;
}

/** The clock of the database, as SQL, in milliseconds. Truncated, because a cast to `timestamptz(3)` could round up. */
export const DATABASE_CLOCK = `date_trunc('milliseconds', clock_timestamp())`;

const registered = new Map<string, Statement>();

/** Maximum length of a name. PostgreSQL truncates names of more than 63 bytes, and two could become equal; a prefix takes three of them. */
const LONGEST_NAME = 60;

/** Creates a statement that returns instants as `Date`. Throws when another text already has this name. */
export function statement(name: string, text: string): Statement {
  return register({ name, text, instants: 'date' });
}

/** Creates a statement that returns instants as RFC 3339 text in UTC with three fraction digits. */
export function viewStatement(name: string, text: string): Statement {
  return register({ name, text, instants: 'text' });
}

/** Marks a statement that reads few rows by an index, whatever its values are. */
export const brief = (made: Statement): Statement => ({ ...made, isBrief: true });

/** Marks a statement without values that every transaction sends. */
export const frequent = (made: Statement): Statement => ({ ...made, isFrequent: true });

/** Marks a prepared statement over many rows: its round trip gets a longer time limit. */
export const mayTakeLong = (made: Statement): Statement => ({ ...made, ofMany: true });

/** Creates a statement over a set of rows, possibly thousands. It is planned each time for the current values. */
export const statementOfMany = (name: string, text: string): Statement => ({
  ...mayTakeLong(statement(name, text)),
  once: true,
});

const shaped = new Map<string, Statement>();

/**
 * Creates a view statement whose text depends on the query. The few `prepared` shapes of a family are prepared like any other statement.
 * The many others are not: they would fill the server's memory, or they need a plan for the current values.
 */
export function shapedView(family: string, text: string, prepared: boolean): Statement {
  if (!prepared) return { name: family, text, instants: 'text', once: true };
  const known = shaped.get(text);
  if (known) return known;
  const shape = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const made: Statement = { name: `${family}.${shape}`, text, instants: 'text' };
  shaped.set(text, made);
  return made;
}

/** Creates a statement whose text depends on the query. It is planned each time for the current values, and returns instants as `Date`. */
export function shapedStatement(name: string, text: string): Statement {
  return { name, text, instants: 'date', once: true };
}

/** Collects the values of a statement whose text depends on the query. User input never becomes part of the statement's text. */
export class StatementParameters {
  private readonly collected: Value[] = [];

  /** The values in the order of their placeholders. */
  get values(): readonly Value[] {
    return this.collected;
  }

  /** Adds a value, and returns its placeholder. */
  add(value: Value, type: string): string {
    this.collected.push(value);
    return `$${this.collected.length}::${type}`;
  }
}

/** Returns every registered statement, for tests that check all of them. */
export const allStatements = (): readonly Statement[] => [...registered.values()];

function register(made: Statement): Statement {
  const { name, text, instants } = made;
  const known = registered.get(name);
  if (known?.text === text && known.instants === instants) return known;
  if (known) throw new Error(`Two statements are named ${name}.`);
  if (name.length > LONGEST_NAME) throw new Error(`The statement name ${name} is longer than ${LONGEST_NAME}.`);
  registered.set(name, made);
  return made;
}
