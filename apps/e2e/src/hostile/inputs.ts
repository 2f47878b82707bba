const KIB = 1_024;
const MIB = KIB * KIB;
/** Bytes of the head of a request, 256 KiB at most, beside the lines that every request has. */
const HEAD = 255 * KIB;

const many = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join(',');
const filled = (unit: string, length = HEAD): string => unit.repeat(Math.floor(length / unit.length));

/** Bodies of at most 1 MiB that cost as much as possible: the name and the text of each. */
export const HURTFUL_BODIES: readonly (readonly [string, string])[] = [
  ['1 MiB of [', '['.repeat(MIB)],
  ['1 MiB of {"a":', '{"a":'.repeat(Math.floor(MIB / 5))],
  ['deep lists that end', '['.repeat(500_000) + ']'.repeat(500_000)],
  ['a deep value of a member', `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['60,000 unknown members', `{"title":"x",${many(60_000, (n) => `"k${n}":1`)}}`],
  ['150,000 empty objects', `{"title":[${many(150_000, () => '{}')}]}`],
  ['the same member 50,000 times', `{${many(50_000, () => '"title":"x"')}}`],
  ['a number of 1,000,000 digits', `{"title":"x","storyPoints":${'9'.repeat(1_000_000)}}`],
  ['a title of 1,000,000 letters', `{"title":"${'x'.repeat(1_000_000)}"}`],
  ['a name of 1,000,000 letters', `{"${'x'.repeat(1_000_000)}":1}`],
  ['160,000 escapes', `{"title":"${'\\u0041'.repeat(160_000)}"}`],
  ['1 MiB of white space', ' '.repeat(MIB)],
  ['1 MiB of quotation marks', '"'.repeat(MIB)],
  ['1 MiB of backslashes', '\\'.repeat(MIB)],
  ['an endless string', `{"title":"${'x'.repeat(1_000_000)}`],
];

/** Parameters of a list, each of the largest size that the head of a request may have. */
export const HURTFUL_QUERIES: readonly (readonly [string, string])[] = [
  ['one parameter repeated', filled('type=task&')],
  ['an unknown parameter repeated', filled('x&')],
  ['empty pairs', filled('&')],
  ['broken percent sequences', filled('%ZZ&')],
  ['q of escapes', `q=${filled('%41')}`],
  ['q of white space', `q=${filled('+')}`],
  ['fields', `fields=${filled('title,')}id`],
  ['unknown fields', `fields=${filled('a,')}`],
  ['a cursor of 255 KiB', `cursor=${filled('A')}`],
  ['a limit of digits', `limit=${filled('9')}`],
  ['an instant with a long fraction', `updatedAfter=2026-03-01T00:00:00.${filled('1')}Z`],
  [
    '100 names of labels',
    Array.from({ length: 100 }, (_, n) => `labelName=${n}${'%F0%9F%98%80'.repeat(190)}`).join('&'),
  ],
  [
    '100 of every filter',
    Array.from({ length: 100 }, (_, n) => `status=todo&type=bug&priority=low&labelName=a${n}`).join('&'),
  ],
  ['SqueakQL of brackets', `squeakql=${filled('(', 2_000)}`],
  ['SqueakQL with many conditions', `squeakql=${encodeURIComponent(`title = a${' or title = a'.repeat(150)}`)}`],
];

/** Lines of the head of a request, of the largest size that it may have. */
export const HURTFUL_HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['2,000 lines', Array.from({ length: 1_990 }, (_, n) => `X-${n}: ${'y'.repeat(100)}`)],
  ['one short line 50,000 times', Array.from({ length: 50_000 }, () => 'a:')],
  ['Cookie', [`Cookie: ${filled('a=b; ')}`]],
  ['X-Forwarded-For', [`X-Forwarded-For: ${filled('1.1.1.1,')}`]],
  ['Authorization', [`Authorization: Bearer ${filled(' ')}x`]],
  ['Accept', [`Accept: ${filled('a/b;q=0.1,')}`]],
  ['Accept-Encoding', [`Accept-Encoding: ${filled('gzip;q=0.1,')}`]],
  ['X-Request-Id', [`X-Request-Id: ${filled('z')}`]],
  ['If-None-Match', [`If-None-Match: ${filled('"wi-1",')}`]],
  ['traceparent', [`traceparent: ${filled('00-')}`]],
];
