import { isRefusal } from '@worktrack/application';
import { anyParsed, pageLimit, nameSet, parsed, readQuery, type QueryParameters } from './query.js';

const PARAMETERS = {
  limit: pageLimit(100),
  tag: anyParsed((text) => text, 'a tag', { type: 'string' }),
  other: anyParsed((text) => text, 'a tag', { type: 'string' }),
  q: parsed((text) => text, 'a text', { type: 'string' }),
  fields: nameSet(['id', 'key']),
} satisfies QueryParameters;

const read = (query: string) => readQuery(`/list?${query}`, PARAMETERS);

function problemsOf(query: string): Readonly<Record<string, readonly string[]>> | undefined {
  try {
    read(query);
  } catch (error) {
    if (isRefusal(error)) return error.more.fieldErrors;
    throw error;
  }
  return undefined;
}

/** Returns the number of percent-decodings while `work` ran. */
function decodesDuring(work: () => unknown): number {
  const decode = jest.spyOn(globalThis, 'decodeURIComponent');
  try {
    work();
    return decode.mock.calls.length;
  } finally {
    decode.mockRestore();
  }
}

describe('A query', () => {
  it('is read by name, empty pairs left out', () => {
    expect(read('&&limit=7&tag=a+b&&tag=c%26d&q=x=y&')).toMatchObject({ limit: 7, tag: ['a b', 'c&d'], q: 'x=y' });
    expect(readQuery('/list', PARAMETERS)).toMatchObject({ limit: 50, tag: [] });
    expect(readQuery('/list?', PARAMETERS)).toMatchObject({ limit: 50, tag: [] });
    expect(read('q')).toMatchObject({ q: '' });
  });

  it('may repeat a parameter 100 times, and not 101 times', () => {
    expect(read('tag=x&'.repeat(100)).tag).toHaveLength(100);
    expect(problemsOf('tag=x&'.repeat(101))).toEqual({ tag: ['must not be given more than 100 times'] });
  });

  it('reports a parameter that is unknown, repeated, malformed or not text', () => {
    expect(problemsOf('nope=1&limit=1&limit=2&q=%FF&tag=%00')).toEqual({
      nope: ['is not known here'],
      limit: ['must not be given twice'],
      q: ['holds a broken percent sequence, or is not UTF-8'],
      tag: ['must not hold U+0000'],
    });
    expect(problemsOf('%ZZ=1')).toEqual({ query: ['holds a broken percent sequence'] });
  });

  it.each([
    ['values of one parameter', 'tag=x&'.repeat(20_000), 2 * 101],
    ['values of two parameters in turn', 'tag=x&other=y&'.repeat(20_000), 4 * 101],
    ['repetitions of a parameter that may be given once', `limit=1&${'limit=2&'.repeat(20_000)}`, 2 + 20],
    ['repetitions of one unknown name', 'x&'.repeat(100_000), 20],
    ['unknown names', Array.from({ length: 20_000 }, (_, index) => `x${index}`).join('&'), 20],
    ['broken names', '%ZZ&'.repeat(50_000), 20],
    ['values that are no text', 'tag=%00&'.repeat(20_000), 2 * 20],
    ['empty pairs', '&'.repeat(250_000), 0],
  ])('stops at what it is refused for: %s', (_what, query, most) => {
    expect(decodesDuring(() => problemsOf(query))).toBeLessThanOrEqual(most);
  });
});
