import { parse, tokensOf } from '@worktrack/squeakql';
import { faultsOf } from '../parts/query-field/shown-faults.js';
import { keyIn, queryOfWords, wordsIn } from '../work-item/search-words.js';
import { SEARCH_LANGUAGE } from './language.js';

/** The ways to read the text of a search. */
export type Way = 'words' | 'squeakql';

/** A text of the search, read. */
export interface Reading {
  readonly way: Way;
  /** The query that the server is asked. */
  readonly query: string;
  /** The key that the text is. Its Work Item comes before all that the query finds. */
  readonly key?: string;
  /** The whole search as one query, to be written on. */
  readonly squeakql: string;
  /** Why words cannot be searched for. */
  readonly problem?: string;
}

/** The most words of a search: the texts are looked through for each. */
const MOST_WORDS = 20;

/** Reads a text as what it is, or as the user has chosen. */
export function readingOf(text: string, chosen?: Way): Reading {
  const way = chosen ?? (isQuery(text) ? 'squeakql' : 'words');
  if (way === 'squeakql') return { way, query: text, squeakql: text };
  const problem = problemOf(text);
  const query = problem === undefined ? queryOfWords(text) : '';
  const key = keyIn(text);
  if (problem !== undefined || key === undefined) return { way, query, squeakql: query, ...(problem && { problem }) };
  return { way, key, query: `${query} AND key != ${key}`, squeakql: `key = ${key} OR ${query}` };
}

/** A query is complete up to some condition, or begins with a name and a comparison: `status = `. Anything else is words. */
function isQuery(text: string): boolean {
  const parsed = parse(text);
  const condition = parsed.failure ? parsed.predicates[0] : parsed.query.expression;
  // `crash (again)` is not a function.
  if (condition?.kind === 'call') return SEARCH_LANGUAGE.catalogue.function(condition.name.text) !== undefined;
  if (condition) return true;
  const tokens = tokensOf(text).map(({ token }) => token);
  const [first, second] = tokens.slice(tokens.findIndex(({ token }) => token !== '(' && token.toUpperCase() !== 'NOT'));
  return first?.kind === 'word' && second?.kind === 'comparator';
}

function problemOf(text: string): string | undefined {
  const { length } = wordsIn(text);
  if (length > MOST_WORDS) return `A search has at most ${MOST_WORDS} words; this one has ${length}.`;
  return faultsOf(queryOfWords(text), SEARCH_LANGUAGE).length > 0
    ? 'The text is too long to be searched for.'
    : undefined;
}
