import { addressesOf } from './pasted-addresses.js';

describe('Pasted addresses', () => {
  it.each([
    ['ada@example.org', ['ada@example.org'], []],
    ['ada@example.org,bob@example.org;cy@example.org', ['ada@example.org', 'bob@example.org', 'cy@example.org'], []],
    [
      'ada@example.org bob@example.org\ncy@example.org\r\n',
      ['ada@example.org', 'bob@example.org', 'cy@example.org'],
      [],
    ],
    ['Ada Lovelace <ada@example.org>, Bob <Bob@Example.org>', ['ada@example.org', 'bob@example.org'], []],
    ['"Lovelace, Ada" <ada@example.org>', ['ada@example.org'], []],
    ['bob@example.org Ada Lovelace <ada@example.org>', ['bob@example.org', 'ada@example.org'], []],
    ['Ada<ada@example.org>', ['ada@example.org'], []],
    ['<ada@example.org>', ['ada@example.org'], []],
    ['ADA@example.org ada@example.org', ['ada@example.org'], []],
    ['ada, bob@example.org', ['bob@example.org'], ['ada']],
    ['ada@, Bob <bob@>, @', [], ['ada@', 'Bob', '<bob@>', '@']],
    ['Ada', [], ['Ada']],
    [' , ;\n', [], []],
    ['', [], []],
  ])('in %j', (text, addresses, wrong) => {
    expect(addressesOf(text)).toEqual({ addresses, wrong });
  });

  it('are read in steps that grow with the text, however it is written', () => {
    const long = 50_000;
    for (const text of ['"'.repeat(long), '<'.repeat(long), 'a '.repeat(long), 'a@'.repeat(long)]) {
      expect(addressesOf(text).addresses).toEqual([]);
    }
  });
});
