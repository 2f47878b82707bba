import { MOST_MENTIONED, mentionsIn } from './mentions.js';

const named = (text: string) => mentionsIn(text).map(({ username }) => username);

describe('A mention', () => {
  it.each([
    ['at the start', '@ken, look'],
    ['after white space', 'Look,\t@ken'],
    ['after a new line', 'Look\n@ken'],
    ['after an opening bracket', 'Look (@ken) or [@ken] or {@ken} or 「@ken'],
    ['in any case', 'Look @KEN'],
    ['before the end of a sentence', 'Look @ken. And @ken... @ken-'],
    ['before other punctuation', "@ken's, @ken: @ken!"],
    ['in a list', '- one\n\n    @ken'],
    ['in a paragraph whose next line is indented', 'Look\n    @ken'],
    ['after a backtick alone', 'A ` and @ken'],
    ['after a backtick that is escaped', 'A \\` and @ken`'],
    ['after a span of code', '`x` @ken'],
    ['after a block of code', '```\ncode\n```\n@ken'],
    ['after a blank line within what looks like a span', '` one\n\n@ken `'],
  ])('is found %s', (_, text) => {
    expect(named(text)).toEqual(['ken']);
  });

  it.each([
    ['an e-mail address', 'ada@ken'],
    ['a name after other punctuation', '-@ken "@ken /@ken'],
    ['a name that goes on with another letter', '@kené @ken.é @kenß'],
    ['an address of another service', '@ken@example.org'],
    ['an @ alone', '@ @. @- @@'],
    ['a name of more than 64 characters', `@${'k'.repeat(65)}`],
    ['a span of code', '`@ken` and `` a ` @ken ``'],
    ['a span of code over two lines', '`one\n@ken`'],
    ['a span that ends after a backslash', '`@ken\\` x'],
    ['a block of code', 'Look\n```ts\n@ken\n```\n~~~~\n@ken\n~~~\n@ken\n~~~~'],
    ['a block of code without an end', 'Look\n\n```\n@ken'],
    ['an indented block of code', 'Look\n\n    @ken\n\n    @ken\n\t@ken'],
  ])('is not %s', (_, text) => {
    expect(named(text)).toEqual([]);
  });

  it('has its full name, and is counted', () => {
    expect(mentionsIn('@a.b-c_d (@Ken) @ken @A.B-C_D @ken')).toEqual([
      { username: 'a.b-c_d', occurrenceCount: 2 },
      { username: 'ken', occurrenceCount: 3 },
    ]);
  });

  it('is one of the first fifty people of a text, and further occurrences of these count', () => {
    const people = Array.from({ length: 60 }, (_, index) => `u${index}`);
    const found = mentionsIn([...people, 'u0', 'u59'].map((name) => `@${name}`).join(' '));
    expect(found.map(({ username }) => username)).toEqual(people.slice(0, MOST_MENTIONED));
    expect(MOST_MENTIONED).toBe(50);
    expect(found[0]).toEqual({ username: 'u0', occurrenceCount: 2 });
  });

  it('is looked for in a text only', () => {
    expect(() => mentionsIn(null as unknown as string)).toThrow(TypeError);
  });

  // A way whose time grows with the square of the length takes minutes for these.
  it.each([
    ['runs of backticks of all lengths', Array.from({ length: 1_400 }, (_, length) => '`'.repeat(length)).join(' ')],
    ['single backticks', '@a ` '.repeat(200_000)],
    ['escaped backticks', '@a \\` '.repeat(160_000)],
    ['backslashes', `@a ${'\\'.repeat(1_000_000)}\``],
    ['names', '@a '.repeat(330_000)],
    ['a long name', `@${'a.'.repeat(500_000)}é`],
    ['dots', `@${'.'.repeat(1_000_000)}a`],
    ['lines', `@a${'\n'.repeat(1_000_000)}`],
    ['fences', '```\n@a\n'.repeat(140_000)],
  ])('is found in a million characters of %s', (_, text) => {
    expect(mentionsIn(`@ken\n\n${text}`)[0]).toEqual({ username: 'ken', occurrenceCount: 1 });
  });
});
