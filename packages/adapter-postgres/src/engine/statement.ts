import { createHash } from 'node:crypto';

/** One SQL text under a name: the name of its prepared statement, and what logs and counters call it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** How instants come back: as `Date` for records, as RFC 3339 text for views. */
  readonly instants: 'date' | 'text';
  /** Planned anew for the values at hand, and not kept by the server. */
  readonly once?: true;
  /** Works on thousands of rows at times: the exchange that it is part of may take longer. */
  readonly ofMany?: true;
}

const registered = new Map<string, Statement>();

/** Longer names are cut by PostgreSQL, and two could become one. */
const LONGEST_NAME = 63;

/** A statement whose instants come back as `Date`. Throws when the name already stands for another text. */
export function statement(name: string, text: string): Statement {
  return register({ name, text, instants: 'date' });
}

/** A statement whose instants come back as RFC 3339 text, UTC, three fraction digits. */
export function viewStatement(name: string, text: string): Statement {
  return register({ name, text, instants: 'text' });
}

/**
 * A statement over a whole set of rows, thousands of them maybe: planned anew for the values at hand, and what travels with it has
 * longer to wait.
 */
export function statementOfMany(name: string, text: string): Statement {
  return { ...statement(name, text), once: true, ofMany: true };
}

const shaped = new Map<string, Statement>();

/**
 * A view statement whose text depends on what is asked. The few `prepared` shapes of a family are prepared like any other statement;
 * the many others would only fill the server's memory, or need a plan for the values at hand.
 */
export function shapedView(family: string, text: string, prepared: boolean): Statement {
  if (!prepared) return { name: family, text, instants: 'text', once: true };
  const known = shaped.get(text);
  if (known) return known;
  const made: Statement = { name: `${family}.${shapeOf(text)}`, text, instants: 'text' };
  shaped.set(text, made);
  return made;
}

/** A statement whose text depends on what is asked, planned for the values at hand; instants come back as `Date`. */
export function shapedStatement(name: string, text: string): Statement {
  return { name, text, instants: 'date', once: true };
}

function shapeOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Every statement there is, for whoever checks them all. */
export function allStatements(): readonly Statement[] {
  return [...registered.values()];
}

function register(made: Statement): Statement {
  const { name, text, instants } = made;
  const known = registered.get(name);
  if (known?.text === text && known.instants === instants) return known;
  if (known) throw new Error(`Two statements are named ${name}.`);
  if (name.length > LONGEST_NAME) throw new Error(`The statement name ${name} is longer than ${LONGEST_NAME}.`);
  registered.set(name, made);
  return made;
}
