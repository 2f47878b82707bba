import { readingOf } from './reading.js';

const wayOf = (text: string) => readingOf(text).way;

describe('A text of the search', () => {
  it('is words: each is looked for in titles and descriptions', () => {
    expect(readingOf('login form')).toEqual({
      way: 'words',
      query: "text ~ 'login' AND text ~ 'form'",
      squeakql: "text ~ 'login' AND text ~ 'form'",
    });
    expect(readingOf('  "login form"  it\'s C:\\ ').query).toBe(
      "text ~ 'login form' AND text ~ 'it\\'s' AND text ~ 'C:\\\\'",
    );
    for (const text of [
      'login',
      'the login is broken',
      'title in capitals',
      'not found',
      'crash (again)',
      '50%',
      '"',
      '???',
    ]) {
      expect({ text, way: wayOf(text) }).toEqual({ text, way: 'words' });
    }
  });

  it('is a key, in any case: its Work Item, then those that mention it', () => {
    expect(readingOf(' web-12 ')).toEqual({
      way: 'words',
      key: 'WEB-12',
      query: "text ~ 'web-12' AND key != WEB-12",
      squeakql: "key = WEB-12 OR text ~ 'web-12'",
    });
    expect(readingOf('web-12 login').key).toBeUndefined();
    expect(readingOf('web-0').key).toBeUndefined();
  });

  it('is SqueakQL where it has a condition, or begins one', () => {
    for (const text of [
      ...[
        'status = done',
        'blocked()',
        'NOT blocked()',
        'assignee IS NULL',
        'statuz = many',
        'status = ',
        'NOT (due < ',
      ],
      ...['type = bug AND', 'type = bug AND sta', 'status IN (todo) ORDER BY due'],
    ]) {
      expect({ text, way: wayOf(text) }).toEqual({ text, way: 'squeakql' });
    }
  });

  it('is read as the user has chosen', () => {
    expect(readingOf('status = done', 'words').query).toBe("text ~ 'status' AND text ~ '=' AND text ~ 'done'");
    expect(readingOf('login', 'squeakql').query).toBe('login');
  });

  it('has at most 20 words, and no more characters than a query can have', () => {
    expect(readingOf('word '.repeat(20)).problem).toBeUndefined();
    expect(readingOf('word '.repeat(21)).problem).toBe('A search has at most 20 words; this one has 21.');
    expect(readingOf('x'.repeat(5_000))).toMatchObject({
      query: '',
      problem: 'The text is too long to be searched for.',
    });
  });
});
