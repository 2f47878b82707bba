import { type Column, rowReaderOf } from './row-reader.js';

const TYPES = { text: 25, integer: 23, bigint: 20, instant: 1184, json: 114, boolean: 16, date: 1082 };

const columns = (named: Readonly<Record<string, keyof typeof TYPES>>): Column[] =>
  Object.entries(named).map(([name, type]) => ({ name, dataTypeID: TYPES[type] }));

const ALL = columns({
  title: 'text',
  points: 'integer',
  number: 'bigint',
  at: 'instant',
  labels: 'json',
  isOpen: 'boolean',
  day: 'date',
});

describe('A reader of rows', () => {
  it('reads each value by its type, and null as null', () => {
    const texts = ['Größe', '-7', '9007199254740991', '2026-03-02 09:00:00.5+00', '[{"a":1}]', 't', '2026-03-02'];
    expect(rowReaderOf(ALL, 'text')(texts)).toEqual({
      title: 'Größe',
      points: -7,
      number: 9_007_199_254_740_991,
      at: '2026-03-02T09:00:00.500Z',
      labels: [{ a: 1 }],
      isOpen: true,
      day: '2026-03-02',
    });
    expect(rowReaderOf(ALL, 'date')(texts)).toMatchObject({ at: new Date('2026-03-02T09:00:00.500Z') });
    const nothing = Object.fromEntries(ALL.map(({ name }) => [name, null]));
    expect(rowReaderOf(ALL, 'text')(ALL.map(() => null))).toEqual(nothing);
  });

  it.each([
    ['2026-03-02 09:00:00+00', '2026-03-02T09:00:00.000Z'],
    ['2026-03-02 09:00:00.1+00', '2026-03-02T09:00:00.100Z'],
    ['2026-03-02 09:00:00.12+00', '2026-03-02T09:00:00.120Z'],
    ['2026-03-02 09:00:00.123+00', '2026-03-02T09:00:00.123Z'],
    ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31 23:59:59.999+00', '9999-12-31T23:59:59.999Z'],
  ])('shows the instant %s as RFC 3339', (text, shown) => {
    expect(rowReaderOf(columns({ at: 'instant' }), 'text')([text])).toEqual({ at: shown });
  });

  it.each([
    '2026-03-02 09:00:00.1234+00',
    '2026-03-02 09:00:00.123456+00',
    '2026-03-02 09:00:00+01',
    '2026-03-02 09:00:00-00',
    '2026-03-02 09:00:00.5+05:30',
    '2026-03-02T09:00:00+00',
    '10000-01-01 00:00:00+00',
    '10000-01-01 00:00:00.5+00',
    '10000-01-01 00:00:00.12+00',
    '0044-03-15 00:00:00+00 BC',
    'infinity',
    '-infinity',
    '',
  ])('refuses %s, which is no instant of the years 1 to 9999 in UTC', (text) => {
    expect(() => rowReaderOf(columns({ at: 'instant' }), 'text')([text])).toThrow(RangeError);
  });

  it('refuses a number that a double cannot hold', () => {
    expect(() => rowReaderOf(columns({ number: 'bigint' }), 'text')(['9007199254740993'])).toThrow(RangeError);
  });

  it('takes a name for a name, whatever is in it, and the last of two equal ones', () => {
    const names = ['?column?', `a"b\\c'd\``, '${1}', ' ', 'é', 'in', '0'];
    const read = rowReaderOf(
      names.map((name) => ({ name, dataTypeID: TYPES.text })),
      'text',
    );
    expect(read(names)).toEqual(Object.fromEntries(names.map((name) => [name, name])));
    const twice = ['a', 'a'].map((name) => ({ name, dataTypeID: TYPES.text }));
    expect(rowReaderOf(twice, 'text')(['first', 'last'])).toEqual({ a: 'last' });
  });

  it('is made once for the same names, types and form of instants', () => {
    const read = rowReaderOf(ALL, 'text');
    expect(rowReaderOf(columns({ ...Object.fromEntries(ALL.map(({ name }) => [name, 'text'])) }), 'text')).not.toBe(
      read,
    );
    expect(rowReaderOf([...ALL], 'text')).toBe(read);
    expect(rowReaderOf(ALL, 'date')).not.toBe(read);
    expect(rowReaderOf(ALL.slice(1), 'text')).not.toBe(read);
  });
});
