import { asCode, asLines, asLink, wrapped, type Edit, type Written } from './edits.js';

/** `|` marks the ends of the selection, or the caret. */
function written(marked: string): Written {
  const [before = '', chosen = '', after] = marked.split('|');
  const isCaret = after === undefined;
  return {
    text: before + chosen + (after ?? ''),
    start: before.length,
    end: isCaret ? before.length : before.length + chosen.length,
  };
}

function marked(text: string, edit: Edit): string {
  const result = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  const ends = edit.start === edit.end ? '|' : `|${result.slice(edit.start, edit.end)}|`;
  return result.slice(0, edit.start) + ends + result.slice(edit.end);
}

const after = (change: (text: Written) => Edit, before: string): string => {
  const given = written(before);
  return marked(given.text, change(given));
};

describe('A mark around the selection', () => {
  it.each([
    ['a |b| c', 'a **|b|** c'],
    ['a |b |c', 'a **|b|** c'],
    ['a |', 'a **|**'],
    ['a **|b|** c', 'a |b| c'],
    ['a |**b**| c', 'a |b| c'],
    ['a **|** c', 'a | c'],
    ['a |*| c', 'a **|*|** c'],
    ['|  |', '  **|**'],
  ])('%j becomes %j', (before, result) => {
    expect(after(wrapped('**'), before)).toBe(result);
  });
});

describe('Code', () => {
  it.each([
    ['a |b| c', 'a `|b|` c'],
    ['a `|b|` c', 'a |b| c'],
    ['a |b`c| d', 'a `` |b`c| `` d'],
    ['|a\nb|', '```\n|a\nb|\n```'],
    ['x |a\nb| y', 'x \n```\n|a\nb|\n```\n y'],
    ['```\n|a\nb|\n```', '|a\nb|'],
    ['|```\na|', '````\n|```\na|\n````'],
  ])('%j becomes %j', (before, result) => {
    expect(after(asCode, before)).toBe(result);
  });
});

describe('A link', () => {
  it.each([
    ['a |b| c', 'a [b](|url|) c'],
    ['a |', 'a [|](url)'],
    ['|https://a.example/b|', '[|](https://a.example/b)'],
    ['|[a](https://b.example)|', '|a|'],
  ])('%j becomes %j', (before, result) => {
    expect(after(asLink, before)).toBe(result);
  });
});

describe('Lines', () => {
  it.each([
    ['list', 'a|b', '- a|b'],
    ['list', '|', '- |'],
    ['list', '|a\n\nb|', '|- a\n\n- b|'],
    ['list', '|- a\n- b|', '|a\nb|'],
    ['list', '|- a\nb|', '|- a\n- b|'],
    ['list', '|a\n|b', '|- a|\nb'],
    ['list', '  |- [x] a|', '|  - a|'],
    ['checklist', '|- a\n  2. b|', '|- [ ] a\n  - [ ] b|'],
    ['checklist', '|- [x] a\n- [ ] b|', '|a\nb|'],
    ['checklist', 'a\nb|c\nd', 'a\n- [ ] b|c\nd'],
    ['heading', '### a|', 'a|'],
    ['heading', 'a|', '## a|'],
    ['quote', '|- a\n> b|', '|> - a\n> > b|'],
    ['quote', '|> - a\n>b|', '|- a\nb|'],
    ['list', '- |', '|'],
  ] as const)('%s: %j becomes %j', (kind, before, result) => {
    expect(after(asLines(kind), before)).toBe(result);
  });
});
