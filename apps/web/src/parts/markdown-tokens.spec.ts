import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { Lexer, Tokenizer, lexer } from 'marked';
import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { BoundedLexer, Effort } from './bounded-lexer.js';
import { understood, type Understood } from './markdown-tokens.js';
import { MOST_OF_PAGE, TextBudget, mostOf } from './text-budget.js';

/** `SEED=<number>` repeats a run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Characters of the longest text that is formatted. */
const LONGEST = 20_000;
const LONGEST_COMMENT = 2_000;

const filled = (unit: string, length = LONGEST): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const wideTable = (columns: number, rows: number): string =>
  `${'a|'.repeat(columns)}\n${'-|'.repeat(columns)}\n${'a\n'.repeat(rows)}`;

/** Texts that become many more parts than they have characters, or that the parser reads again and again. */
const HOSTILE: Readonly<Record<string, string>> = {
  'a wide table with short rows': wideTable(2_500, 5_000),
  'a wide table in a quote': `> ${wideTable(2_000, 3_000).replaceAll('\n', '\n> ')}`,
  'a wide table in a list': `- ${wideTable(1_500, 2_000).replaceAll('\n', '\n  ')}`,
  'many tables': filled('a|b\n-|-\n\n'),
  'tables that are none': filled('|\n-|\n'),
  'quotes in quotes': filled('>'),
  'quotes in quotes with lines that belong to them': `${filled('>', 7_000)}a\n${filled('b\n', 13_000)}`,
  'quotes in quotes with lists in them': filled('> - '),
  'a quote of many levels, then quotes': `${'>'.repeat(800)}- \n${'=- \n'.repeat(800)}`,
  'lists in lists': filled('- '),
  'numbered lists in lists': filled('1. '),
  'steps of lists': Array.from({ length: 190 }, (_, level) => `${' '.repeat(level)}- a`).join('\n'),
  'many points': filled('-\n'),
  'many points in a quote': filled('> -\n'),
  'many tasks': filled('- [ ] a\n'),
  'many rules': filled('---\n'),
  'many headings': filled('#\n'),
  'emphasis that never ends': filled('*a_'),
  'emphasis that begins and ends': filled('*a*'),
  'emphasis in emphasis': `${'*a '.repeat(3_000)}${' b*'.repeat(3_000)}`,
  'strong without an end': filled('**a '),
  'underscores in words': filled('a_'),
  'struck out without an end': filled('~~a '),
  'brackets that open': filled('['),
  'brackets in brackets': `${'['.repeat(9_000)}a${']'.repeat(9_000)}`,
  'links in links': `${'[\\'.repeat(4_000)}[a](b)${'](c)'.repeat(3_000)}`,
  'many links': filled('[a](/b)'),
  'many pictures': filled('![a](/b)'),
  'many references': `[a]: /b\n\n${filled('[a]', 19_000)}`,
  'many definitions': filled('[a]: b\n'),
  'a definition without an end': `[a]: b "${filled('"\n', 19_000)}`,
  'many spans of code': filled('`a`'),
  'growing runs of backticks': Array.from({ length: 190 }, (_, at) => `${'`'.repeat(at + 1)}a`).join(''),
  'many addresses': filled('http://a.b '),
  'an address that goes on': filled('http://a('),
  'many addresses of mail': filled('a@b.c '),
  'mail without an end': filled('!a'),
  'markup without an end': filled('<a b="'),
  'comments without an end': filled('<!--'),
  'escaped characters': filled('\\*'),
  'white space before a word': `a${filled(' ', 19_990)}b`,
  'white space in markup': `<a${filled('\t', 19_990)}b`,
  'ends of lines': filled('a\n'),
};

/** Counts what the parser does by itself: the texts that it queues, and the characters before it each time it looks for the next part. */
function counting(run: () => Understood) {
  const looks = [jest.spyOn(Tokenizer.prototype, 'space'), jest.spyOn(Tokenizer.prototype, 'escape')];
  const queued = jest.spyOn(Lexer.prototype, 'inline');
  try {
    const result = run();
    const sources = looks.flatMap(({ mock }) => mock.calls.map(([src]) => src.length));
    return { result, parts: queued.mock.calls.length, characters: sources.reduce((sum, length) => sum + length, 0) };
  } finally {
    for (const spy of [...looks, queued]) spy.mockRestore();
  }
}

const htmlOf = ({ nodes }: Understood): string => renderToString(h(Fragment, {}, nodes));

const elementsOf = (html: string): number => [...html.matchAll(/<[a-z]/g)].length;

/** Fails when a text takes more of the page, or of the time of the reader, than texts may. */
function expectBounded(text: string, breaks: boolean): void {
  const most = mostOf(text);
  const { result, ...counted } = counting(() => understood(text, breaks, most));
  expect(counted.characters).toBeLessThanOrEqual(100_000 + 1_500 * text.length);
  expect(counted.parts).toBeLessThanOrEqual(200 + 3 * text.length);
  if (result.nodes === undefined) expect(result.share.nodes).toBe(0);
  else {
    const elements = elementsOf(htmlOf(result));
    expect(elements).toBeLessThanOrEqual(result.share.nodes);
    expect(result.share.nodes).toBeLessThanOrEqual(Math.min(10_000, 100 + text.length));
  }
}

describe('A text in Markdown', () => {
  it.each(Object.keys(HOSTILE))('takes a bounded part of the page as a description and as a comment: %s', (name) => {
    const text = HOSTILE[name] ?? '';
    expectBounded(text.slice(0, LONGEST), false);
    expectBounded(text.slice(0, LONGEST_COMMENT), true);
  });

  it('that pads a table to millions of cells makes none of them', () => {
    const { result, parts } = counting(() => understood(wideTable(2_500, 5_000), false, mostOf(filled('a'))));
    expect({ nodes: result.nodes, parts }).toEqual({ nodes: undefined, parts: 0 });
  });

  it(`takes a bounded part of the page, whatever it is (SEED=${seed})`, () => {
    const signs = [
      '[',
      ']',
      '(',
      ')',
      '!',
      '`',
      '``',
      '*',
      '**',
      '_',
      '~~',
      '\\',
      '<',
      '>',
      '"',
      '\n',
      '\n\n',
      ' ',
      '    ',
    ];
    const words = [
      '- ',
      '> ',
      '1. ',
      'a|',
      '-|',
      '|',
      '# ',
      '---\n',
      'a',
      'b',
      'é',
      '🚪',
      '@',
      '.',
      'http://',
      'www.',
      '<a ',
      '<!--',
    ];
    const word = fc
      .array(fc.constantFrom(...signs, ...words), { minLength: 1, maxLength: 5 })
      .map((some) => some.join(''));
    const longest = fc.constantFrom(LONGEST, LONGEST_COMMENT);
    const text = fc.oneof(
      fc.tuple(longest, word, word).map(([length, first, unit]) => filled(unit, length - first.length) + first),
      fc.tuple(longest, word, word).map(([length, first, unit]) => first + filled(unit, length - first.length)),
      fc
        .tuple(longest, word, word, word)
        .map(([length, one, middle, other]) => filled(one, length / 2 - 50) + middle + filled(other, length / 2)),
      fc
        .tuple(longest, fc.array(word, { minLength: 20, maxLength: 400 }))
        .map(([length, some]) => filled(some.join(''), length)),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (one, breaks) => {
        expectBounded(one.slice(0, LONGEST), breaks);
      }),
      { seed, numRuns: 60 },
    );
  }, 300_000);
});

/** Texts that people wrote: the documents of this project. */
const DOCUMENTS = path.resolve(__dirname, '../../../../docs');
const WRITTEN = readdirSync(DOCUMENTS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(path.join(DOCUMENTS, name), 'utf8')] as const);

describe('A text that people wrote', () => {
  it.each(WRITTEN)('has the tokens of the library, and is formatted whole and in parts: %s', (_, whole) => {
    const parts = [whole.slice(0, LONGEST), whole.slice(0, LONGEST_COMMENT), whole.slice(1_000, 1_300)];
    for (const text of parts) {
      const tokens = new BoundedLexer(new Effort(Infinity), true).lex(text);
      expect(tokens).toEqual(lexer(text, { gfm: true, breaks: true }));
      expect(understood(text, true, mostOf(text)).nodes).toBeDefined();
    }
  });

  it('is all there: lists, tables, quotes, code and links', () => {
    const text = '# A\n\n- b\n  - [x] c\n\n|d|e|\n|-|-|\n|f|\n\n> g\n\n```\nh\n```\n\n[i](/o/j) ~~k~~ **l** `m`';
    expect(htmlOf(understood(text, false, mostOf(text))).replace(/<svg.*?<\/svg>/, '…')).toBe(
      '<h3>A</h3><ul dir="auto"><li>b<ul dir="auto"><li data-task="true"><input type="checkbox" disabled checked aria-label="Done"/>c</li></ul></li></ul>' +
        '<div role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">d</th><th scope="col">e</th></tr></thead>' +
        '<tbody><tr><td>f</td><td></td></tr></tbody></table></div><blockquote><p>g</p></blockquote>' +
        '<div data-code="true"><pre tabindex="0" role="group" aria-label="Code"><code>h</code></pre>' +
        '<button type="button" aria-label="Copy the code" title="Copy the code">…</button><span class="visually-hidden" role="status"></span></div>' +
        '<p><a href="/o/j">i</a> <del>k</del> <strong>l</strong> <code>m</code></p>',
    );
  });
});

it('A table aligns its columns as its second line says', () => {
  const text = '|a|b|c|\n|:-|:-:|-:|\n|d|e|f|';
  const html = htmlOf(understood(text, false, mostOf(text)));
  expect(html.match(/data-align="\w+"/g)).toEqual(
    ['left', 'center', 'right', 'left', 'center', 'right'].map((align) => `data-align="${align}"`),
  );
});

describe('The texts of a page', () => {
  it('share what a page can show: what the first ones take, the last ones do not have', () => {
    const budget = new TextBudget({ nodes: 150, effort: 1_000_000 });
    const [first, second] = [{}, {}];
    expect(budget.leftFor('x'.repeat(20)).nodes).toBe(120);
    budget.take(first, { nodes: 120, effort: 900_000 });
    expect(budget.leftFor('x'.repeat(20))).toEqual({ nodes: 30, effort: 100_000 });
    budget.take(second, { nodes: 30, effort: 100_000 });
    expect(budget.leftFor('')).toEqual({ nodes: 0, effort: 0 });
    budget.release(first);
    expect(budget.leftFor('').nodes).toBe(100);
  });

  it('are bounded together: a description and comments of the largest size', () => {
    const budget = new TextBudget();
    const texts = [
      filled('a|'),
      filled('-\n'),
      ...Array.from({ length: 100 }, () => wideTable(40, 900).slice(0, LONGEST_COMMENT)),
    ];
    let elements = 0;
    for (const text of [...texts, ...texts.map((one) => `b\n\n${one}`)]) {
      const result = understood(text, true, budget.leftFor(text));
      budget.take({}, result.share);
      elements += elementsOf(htmlOf(result));
    }
    expect(elements).toBeLessThanOrEqual(MOST_OF_PAGE.nodes);
    expect(budget.leftFor('a').nodes).toBeGreaterThanOrEqual(0);
  });
});
