import { refuse, type UpperBound } from '@worktrack/application';
import { isCleanText } from '@worktrack/domain';
import { refuseFields } from '../reply/errors.js';
import { INSTANT_SCHEMA, isFinerThanMilliseconds, parseInstant } from '../body/instant.js';
import { SCHEMA } from '../body/patterns.js';
import { shownName } from '../body/shown-name.js';

/** The reading of one query parameter. */
export interface QueryParameter<Value> {
  /** The value of a parameter that is absent. */
  readonly standard: Value;
  /** Can be given more than once, by its name. */
  readonly repeatable?: true;
  /** Reads the values given: exactly one, unless it is repeatable. Throws a `Problem`, or a refusal of its own code. */
  readonly read: (texts: readonly [string, ...string[]]) => Value;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The meaning, for the document. Without it `openapi/parameter-texts.ts` has it, by the name. */
  readonly description?: string;
}

/** The parameters of one collection; `{}` for an operation that accepts none. */
export type QueryParameters = Readonly<Record<string, QueryParameter<unknown>>>;

export type QueryOf<Known extends QueryParameters> = {
  readonly [Name in keyof Known]: Known[Name] extends QueryParameter<infer Value> ? Value : never;
};

class Problem extends Error {}

/** The most values of a repeatable parameter (contract §1.2.8). */
const MOST_VALUES = 100;

const TOO_MANY_VALUES = `must not be given more than ${MOST_VALUES} times`;

/** A parameter that can be given once. `read` throws a `Problem`, or a refusal of its own code. */
function scalar<Value>(
  standard: Value,
  schema: Readonly<Record<string, unknown>>,
  read: (text: string) => Value,
): QueryParameter<Value> {
  return { standard, read: ([text]) => read(text), schema };
}

/** A parameter that can be given up to 100 times: alternatives, in the order given. */
function repeatable<Value>(
  items: Readonly<Record<string, unknown>>,
  read: (text: string) => Value,
): QueryParameter<readonly Value[]> {
  return {
    standard: [],
    repeatable: true,
    // No more than MOST_VALUES come here: reading the URL stops at the next one.
    read: (texts) => texts.map((text) => read(text)),
    schema: { type: 'array', items, maxItems: MOST_VALUES },
  };
}

/** Gives a parameter a meaning of its own in the document. */
export function meaning<Parameter extends QueryParameter<unknown>>(
  description: string,
  parameter: Parameter,
): Parameter {
  return { ...parameter, description };
}

/** `limit`: an integer from 1 to `max`, 50 when absent (contract §1.5). */
export function pageLimit(max: 100 | 200): QueryParameter<number> {
  return integer(1, max, 50);
}

/** `cursor`: an unusable cursor, empty and overlong included, is `INVALID_CURSOR`. */
function pageCursor(): QueryParameter<string | undefined> {
  return scalar<string | undefined>(undefined, SCHEMA.cursor, (text) =>
    text.length >= 1 && text.length <= SCHEMA.cursor.maxLength ? text : refuse('INVALID_CURSOR'),
  );
}

/** The parameters of a list with pages of at most 100 items. */
export const PAGE_OF_100 = { limit: pageLimit(100), cursor: pageCursor() };

/** The parameters of a list with pages of at most 200 items. */
export const PAGE_OF_200 = { limit: pageLimit(200), cursor: pageCursor() };

/** Text that `read` converts to a value. Where that gives `undefined`, the text is refused as `expected`. */
export function parsed<Value>(
  read: (text: string) => Value | undefined,
  expected: string,
  schema: Readonly<Record<string, unknown>>,
): QueryParameter<Value | undefined> {
  return scalar<Value | undefined>(undefined, schema, (text) => read(text) ?? problem(`must be ${expected}`));
}

/** Like `parsed`, but an absent parameter has the value `standard`. */
export function parsedOr<Value>(
  standard: Value,
  read: (text: string) => Value | undefined,
  expected: string,
  schema: Readonly<Record<string, unknown>>,
): QueryParameter<Value> {
  return scalar(standard, schema, (text) => read(text) ?? problem(`must be ${expected}`));
}

/** Like `parsed`, but can be repeated by its name: alternatives. */
export function anyParsed<Value>(
  read: (text: string) => Value | undefined,
  expected: string,
  schema: Readonly<Record<string, unknown>>,
): QueryParameter<readonly Value[]> {
  return repeatable(schema, (text) => read(text) ?? problem(`must be ${expected}`));
}

/** Names of `known`, separated by commas. An empty or absent list stands for all of them: `undefined`. */
export function nameSet<Name extends string>(known: readonly Name[]): QueryParameter<ReadonlySet<Name> | undefined> {
  return scalar<ReadonlySet<Name> | undefined>(undefined, { type: 'string', pattern: listOf(known) }, (text) =>
    text === '' ? undefined : new Set(text.split(',').map((name) => wordOf(known, name))),
  );
}

/** The pattern of a list of these words, separated by commas. It can be empty. */
function listOf(words: readonly string[]): string {
  const one = `(?:${words.join('|')})`;
  return `^(?:${one}(?:,${one})*)?$`;
}

/** Exactly `true` or `false`. */
export function flagOr(standard: boolean): QueryParameter<boolean> {
  return scalar(standard, { type: 'boolean', default: standard }, booleanOf);
}

/** Like `flagOr`, but absent (`undefined`) differs from `false`. */
export function optionalFlag(): QueryParameter<boolean | undefined> {
  return scalar<boolean | undefined>(undefined, { type: 'boolean' }, booleanOf);
}

function booleanOf(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Problem('must be true or false');
  return text === 'true';
}

/** An integer within bounds. */
export function integer(min: number, max: number, standard: number): QueryParameter<number> {
  return scalar(standard, { type: 'integer', minimum: min, maximum: max, default: standard }, integerIn(min, max));
}

/** Like `integer`, but an absent parameter is `undefined`. */
export function optionalInteger(min: number, max: number): QueryParameter<number | undefined> {
  return scalar<number | undefined>(undefined, { type: 'integer', minimum: min, maximum: max }, integerIn(min, max));
}

function integerIn(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^(?:0|[1-9][0-9]{0,9})$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : problem(`must be an integer from ${min} to ${max}`);
  };
}

/** One of the words of an enumeration, or nothing. */
export function optionalWord<Word extends string>(words: readonly Word[]): QueryParameter<Word | undefined> {
  return scalar<Word | undefined>(undefined, { type: 'string', enum: [...words] }, (text) => wordOf(words, text));
}

/** One of the words of an enumeration. */
export function wordOr<Word extends string>(words: readonly Word[], standard: Word): QueryParameter<Word> {
  return scalar(standard, { type: 'string', enum: [...words], default: standard }, (text) => wordOf(words, text));
}

/** Any of the words of an enumeration, repeated by name. */
export function anyOf<Word extends string>(words: readonly Word[]): QueryParameter<readonly Word[]> {
  return repeatable({ type: 'string', enum: [...words] }, (text) => wordOf(words, text));
}

function wordOf<Word extends string>(words: readonly Word[], text: string): Word {
  return words.find((known) => known === text) ?? problem(`must be one of ${words.join(', ')}`);
}

/**
 * A `dt` that stored instants must be later than. Stored instants have milliseconds, so a finer bound has the effect of the bound cut
 * to milliseconds.
 */
export function strictlyAfter(): QueryParameter<Date | undefined> {
  return scalar<Date | undefined>(undefined, INSTANT_SCHEMA, instantOf);
}

/** A `dt` that stored instants must be earlier than. */
export function strictlyBefore(): QueryParameter<UpperBound | undefined> {
  return scalar<UpperBound | undefined>(undefined, INSTANT_SCHEMA, (text) => ({
    instant: instantOf(text),
    inclusive: isFinerThanMilliseconds(text),
  }));
}

function instantOf(text: string): Date {
  return parseInstant(text) ?? problem('must be an RFC 3339 timestamp with offset');
}

function problem(text: string): never {
  throw new Problem(text);
}

const MOST_PROBLEMS = 20;

/**
 * Reads the query of a URL by strict names (contract §1.2.8): an unknown, repeated or malformed parameter throws
 * `VALIDATION_ERROR` naming it. A percent sequence that is broken or not UTF-8 is malformed too.
 */
export function readQuery<Known extends QueryParameters>(url: string, parameters: Known): QueryOf<Known> {
  const { given, problems } = split(url, parameters);
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const texts = given.get(name);
    try {
      values[name] = texts === undefined ? parameter.standard : parameter.read(texts);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.set(name, error.message);
    }
  }
  if (problems.size > 0) {
    refuseFields(Object.fromEntries([...problems].map(([name, problem]) => [name, [problem]])));
  }
  return values as QueryOf<Known>;
}

type Given = Map<string, [string, ...string[]]>;

/**
 * Reads the pairs of a query one by one. Stops at the 101st value of a parameter and at the 20th problem: the query is refused by
 * then, so the rest is neither cut out nor decoded.
 */
function split(url: string, known: QueryParameters): { given: Given; problems: Map<string, string> } {
  const given: Given = new Map();
  const problems = new Map<string, string>();
  let found = 0;
  const report = (name: string, problem: string) => {
    problems.set(name, problem);
    found += 1;
  };
  for (const pair of pairsOf(url)) {
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const texts = name === undefined ? undefined : given.get(name);
    if (name === undefined) report('query', 'holds a broken percent sequence');
    else if (!Object.hasOwn(known, name)) report(shownName(name), 'is not known here');
    else if (texts && !known[name]?.repeatable) report(name, 'must not be given twice');
    else if (texts?.length === MOST_VALUES) report(name, TOO_MANY_VALUES);
    else {
      const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
      if (value === undefined) report(name, 'holds a broken percent sequence, or is not UTF-8');
      else if (!isCleanText(value)) report(name, 'must not hold U+0000');
      else if (texts) texts.push(value);
      else given.set(name, [value]);
    }
    if (found === MOST_PROBLEMS || problems.get(name ?? '') === TOO_MANY_VALUES) break;
  }
  return { given, problems };
}

/** The pairs between `&`, one after the other; empty ones are left out. */
function* pairsOf(url: string): Generator<string> {
  let start = url.indexOf('?') + 1;
  if (start === 0) return;
  for (let end = start; end !== url.length; start = end + 1) {
    end = url.indexOf('&', start);
    if (end === -1) end = url.length;
    if (end > start) yield url.slice(start, end);
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.includes('+') ? text.split('+').join(' ') : text);
  } catch {
    return undefined;
  }
}
