import { Catalogue } from '../src/index.js';

/** A catalogue with every kind of type, operator and function. */
export const LIBRARY = new Catalogue({
  types: {
    text: { takes: 'text' },
    person: { takes: 'text' },
    genre: { takes: 'words', words: ['novel', 'poetry', 'in_print', 'essay'], aliases: { verse: 'poetry' } },
    pages: { takes: 'number' },
    truth: { takes: 'truth' },
    time: { takes: 'time' },
  },
  fields: {
    title: { type: 'text', operators: ['=', '!=', '~', '!~', 'IS'], sortable: true },
    author: { aliases: ['writer'], type: 'person', operators: ['=', '!=', 'IN', 'IS'] },
    genre: { type: 'genre', operators: ['=', '!=', '<', '<=', '>', '>=', 'IN'], sortable: true },
    pages: { type: 'pages', operators: ['=', '<', '>', 'IN', 'IS'], sortable: true },
    printed: { aliases: ['printedAt'], type: 'time', operators: ['<', '<=', '>', '>=', 'IS'], sortable: true },
    lent: { type: 'truth', operators: ['=', '!='] },
    shelf: { type: 'text', operators: ['IN'], costly: true },
  },
  functions: {
    me: { aliases: ['reader'], gives: 'person' },
    friends: { gives: 'person', manyValues: true },
    today: { gives: 'time' },
    rare: { gives: 'predicate' },
    readBy: { gives: 'predicate', takes: ['person'], costly: true },
    was: { gives: 'predicate', takes: ['genre', 'time'], costly: true },
  },
});

/** The entries of `LIBRARY`, as its queries write them. */
export const WORDS_OF_LIBRARY = {
  text: [`'sea'`, 'sea', `"it's"`],
  person: ['ada', `'Ada L'`, 'me()'],
  genre: ['novel', 'Poetry', 'verse', 'in_print', `'essay'`],
  pages: ['5', '-12', '3.5'],
  truth: ['TRUE', 'false'],
  time: ['7d', '-90m', `'2026-03-01'`, 'today()'],
} as const;
