import { Catalogue, asOperand, complete, parse, placeOf, print, resolve, tokensOf } from './index.js';

const books = new Catalogue({
  types: { text: { takes: 'text' }, genre: { takes: 'words', words: ['novel'] } },
  fields: { title: { type: 'text', operators: ['='] } },
  functions: {},
});

const WRONG = [undefined, null, {}, [], 7, true, () => 1, new Date(0)];

/** Sentences of an engine, about code that the caller did not write. */
const OF_AN_ENGINE = /Cannot |is not (a function|iterable|a constructor)|undefined \(|object null/;

type Callable = (...args: never[]) => unknown;

/** A call with right arguments, each of which is replaced by a wrong one. */
const CALLS: [string, Callable, unknown[]][] = [
  ['new Catalogue', (entries: never) => new Catalogue(entries), [{ types: {}, fields: {}, functions: {} }]],
  ['parse', parse, ['title = a']],
  ['print', print, [parse('title = a').query]],
  ['asOperand', asOperand, ['a']],
  ['tokensOf', tokensOf, ['a']],
  ['placeOf', placeOf, ['a', { line: 1, column: 1, endLine: 1, endColumn: 1 }]],
  ['resolve', resolve, [parse('title = a'), books, { ordering: true }]],
  ['complete', complete, ['ti', 2, books, { ordering: true }]],
];

describe('Wrong use from a program without types', () => {
  it.each(CALLS)('of %s is refused with a sentence, or has no effect', (_name, call, right) => {
    expect(() => call(...(right as never[]))).not.toThrow();
    const messages: string[] = [];
    right.forEach((_, place) => {
      for (const wrong of WRONG) {
        try {
          call(...(right.with(place, wrong) as never[]));
        } catch (error) {
          messages.push((error as Error).message);
        }
      }
    });
    expect(messages).not.toEqual([]);
    expect(messages.filter((message) => OF_AN_ENGINE.test(message))).toEqual([]);
  });

  const entries = {
    types: { text: { takes: 'text' }, genre: { takes: 'words', words: ['novel'] } },
    fields: { title: { type: 'text', operators: ['='], aliases: ['name'] } },
    functions: { rare: { gives: 'predicate' } },
  };

  it.each([
    ['without functions', { functions: undefined }, 'The entries of a catalogue: functions must be an object.'],
    [
      'with an operator that the language does not have',
      { fields: { title: { type: 'text', operators: ['LIKE'] } } },
      'The field title cannot have the operator LIKE: it is not one of = != < <= > >= ~ !~ IN IS.',
    ],
    [
      'with a field that is named like a keyword',
      { fields: { order: { type: 'text', operators: ['='] } } },
      'A field cannot be named order: it is a keyword of the language.',
    ],
    [
      'with an alias that is a keyword',
      { fields: { title: { type: 'text', operators: ['='], aliases: ['By'] } } },
      'A field cannot be named By: it is a keyword of the language.',
    ],
    [
      'with a field that no query can name',
      { fields: { 'due date': { type: 'text', operators: ['='] } } },
      'A field cannot be named due date: a name is a letter, then letters, digits, _, - and dots.',
    ],
    [
      'with a function that is named like a keyword',
      { functions: { empty: { gives: 'predicate' } } },
      'A function cannot be named empty: it is a keyword of the language.',
    ],
    [
      'without operators',
      { fields: { title: { type: 'text' } } },
      'The operators of the field title must be a list of texts.',
    ],
    [
      'with a type that takes something unknown',
      { types: { text: { takes: 'string' } } },
      'The type text must take one of text, words, number, truth, time.',
    ],
    ['without words', { types: { text: { takes: 'words' } } }, 'The words of the type text must be a list of texts.'],
  ])('of a catalogue %s says what is wrong', (_what, change, message) => {
    expect(() => new Catalogue(entries as never)).not.toThrow();
    expect(() => new Catalogue({ ...entries, ...change } as never)).toThrow(message);
  });
});
