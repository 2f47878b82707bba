import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  COMPARATORS,
  Catalogue,
  DIAGNOSTIC_CODES,
  DURATION_UNITS,
  KEYWORDS,
  LIMITS,
  complete,
  parse,
  resolve,
} from './index.js';
import * as library from './index.js';

const README = readFileSync(path.join(__dirname, '../README.md'), 'utf8');

function section(title: string): string {
  const text = README.split(/^## /m).find((part) => part.startsWith(`${title}\n`));
  if (text === undefined) throw new Error(`The page has no section ${title}.`);
  return text;
}

/** Parses the comments after the call: a JavaScript literal, converted to JSON. */
function shownBehind(call: string): unknown {
  const [, comments = ''] = README.split(call);
  const literal = /^(?:\/\/ .*\n)+/.exec(comments.slice(comments.indexOf('\n') + 1))?.[0] ?? '';
  const json = literal
    .replaceAll(/^\/\/ /gm, '')
    .replaceAll(/([{,]\s*)(\w+):/g, '$1"$2":')
    .replaceAll("'", '"');
  return JSON.parse(json);
}

describe('The page of the library', () => {
  const books = new Catalogue({
    types: {
      text: { takes: 'text' },
      genre: { takes: 'words', words: ['novel', 'poetry'] },
      time: { takes: 'time' },
    },
    fields: {
      title: { type: 'text', operators: ['=', '~'], sortable: true },
      genre: { aliases: ['kind'], type: 'genre', operators: ['=', '!=', 'IN'] },
      printed: { type: 'time', operators: ['<', '>='] },
    },
    functions: {
      rare: { gives: 'predicate' },
    },
  });

  it('shows what its example gives', () => {
    const query = `Kind = NOVEL AND NOT title ~ 'sea' ORDER BY title`;
    const shown = shownBehind(`resolve(parse("${query}"), books, { ordering: true }).query;`);
    expect(shown).toEqual(resolve(parse(query), books, { ordering: true }).query);
  });

  it('shows what is wrong with its other example', () => {
    const query = 'gnre = novel AND printed < yesterday';
    const shown = shownBehind(`resolve(parse('${query}'), books, { ordering: true }).diagnostics;`) as object[];
    const { diagnostics } = resolve(parse(query), books, { ordering: true });
    // The README shortens long messages.
    const expected = shown.map((each) => {
      const { message } = each as { readonly message: string };
      return { ...each, message: expect.stringContaining(message.replace('…', '')) as unknown };
    });
    expect(diagnostics).toEqual(expected);
  });

  it('shows what completes its third example', () => {
    const shown = shownBehind(`complete('genre IN (no', 12, books).items;`);
    expect(shown).toEqual(complete('genre IN (no', 12, books).items);
  });

  it('has the grammar, with every rule that it names', () => {
    const [, grammar = ''] = /```ebnf\n(.*?)```/s.exec(section('Grammar')) ?? [];
    const rules = [...grammar.matchAll(/^(\w+) +=/gm)].map(([, rule]) => rule);
    const unquoted = grammar.replaceAll(/\(\*.*?\*\)|"[^"\n]*"|'"'/g, ' ');
    const named = [...unquoted.matchAll(/\b[a-z]\w+\b/g)].map(([name]) => name);
    // The README describes the characters of a string in words.
    expect([...new Set(named)].filter((name) => !rules.includes(name))).toEqual(['character']);
    for (const word of [...KEYWORDS, ...COMPARATORS, '<>', ...DURATION_UNITS]) expect(grammar).toContain(word);
  });

  it('names every keyword, limit, code and export', () => {
    expect(README).toContain(`\`${KEYWORDS.join(' ')}\``);
    const limits = section('Limits');
    for (const most of Object.values(LIMITS)) expect(limits).toContain(most.toLocaleString('en-US'));
    const codes = [...section('Diagnostics').matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code);
    expect(codes.sort()).toEqual([...DIAGNOSTIC_CODES].sort());
    const listed = section('What there is');
    const words = ['KEYWORDS', 'COMPARATORS', 'DURATION_UNITS', 'DIAGNOSTIC_CODES'];
    for (const name of Object.keys(library)) if (!words.includes(name)) expect(listed).toContain(name);
  });
});
