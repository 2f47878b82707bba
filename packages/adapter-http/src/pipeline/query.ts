import { refuse } from '@worktrack/application';
import { isCleanText } from '@worktrack/domain';
import { refuseFields } from './errors.js';

/** How one query parameter is read. */
export interface QueryParameter<Value> {
  /** The value of a parameter that is absent. */
  readonly standard: Value;
  /** Reads the one value given. Throws a `Problem`, or a refusal of its own code. */
  readonly read: (text: string) => Value;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The parameters of one collection; `{}` for an operation that accepts none. */
export type QueryParameters = Readonly<Record<string, QueryParameter<unknown>>>;

export type QueryOf<Parameters extends QueryParameters> = {
  readonly [Name in keyof Parameters]: Parameters[Name] extends QueryParameter<infer Value> ? Value : never;
};

class Problem extends Error {}

/** `limit`: an integer from 1 to `max`, 50 when absent (contract §1.5). */
export function limit(max: 100 | 200): QueryParameter<number> {
  return {
    standard: 50,
    read: (text) => {
      const value = /^(?:0|[1-9][0-9]{0,3})$/.test(text) ? Number(text) : 0;
      if (value < 1 || value > max) throw new Problem(`must be an integer from 1 to ${max}`);
      return value;
    },
    schema: { type: 'integer', minimum: 1, maximum: max, default: 50 },
  };
}

/** `cursor`: whatever is no usable cursor is `INVALID_CURSOR`, empty and overlong included. */
export function cursor(): QueryParameter<string | undefined> {
  return {
    standard: undefined,
    read: (text) => (text.length >= 1 && text.length <= 2048 ? text : refuse('INVALID_CURSOR')),
    schema: { type: 'string', minLength: 1, maxLength: 2048 },
  };
}

/** Exactly `true` or `false`. */
export function flag(standard: boolean): QueryParameter<boolean> {
  return {
    standard,
    read: (text) => {
      if (text !== 'true' && text !== 'false') throw new Problem('must be true or false');
      return text === 'true';
    },
    schema: { type: 'boolean', default: standard },
  };
}

const MOST_PROBLEMS = 20;
const LONGEST_NAME = 200;

/**
 * Reads the query of a URL by strict names (contract §1.2.8): an unknown, repeated or malformed parameter throws
 * `VALIDATION_ERROR` naming it. A percent sequence that is broken or no UTF-8 is malformed too.
 */
export function readQuery<Parameters extends QueryParameters>(
  url: string,
  parameters: Parameters,
): QueryOf<Parameters> {
  const { given, problems } = split(url, parameters);
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const text = given.get(name);
    try {
      values[name] = text === undefined ? parameter.standard : parameter.read(text);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.set(name, error.message);
    }
  }
  if (problems.size > 0) {
    refuseFields(Object.fromEntries([...problems].map(([name, problem]) => [name, [problem]])));
  }
  return values as QueryOf<Parameters>;
}

function split(url: string, known: QueryParameters): { given: Map<string, string>; problems: Map<string, string> } {
  const given = new Map<string, string>();
  const problems = new Map<string, string>();
  const mark = url.indexOf('?');
  const pairs = mark === -1 ? [] : url.slice(mark + 1).split('&');
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    if (name === undefined) problems.set('query', 'holds a broken percent sequence');
    else if (!Object.hasOwn(known, name)) problems.set(name.slice(0, LONGEST_NAME), 'is not known here');
    else if (given.has(name)) problems.set(name, 'must not be given twice');
    else if (value === undefined) problems.set(name, 'holds a broken percent sequence, or is not UTF-8');
    else if (!isCleanText(value)) problems.set(name, 'must not hold U+0000');
    else given.set(name, value);
    if (problems.size === MOST_PROBLEMS) break;
  }
  return { given, problems };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
