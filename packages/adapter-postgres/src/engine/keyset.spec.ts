import { after, orderBy } from './keyset.js';

describe('A keyset', () => {
  it('orders by every part', () => {
    expect(
      orderBy([
        { by: 'name', direction: 'asc' },
        { by: 'id', direction: 'desc' },
      ]),
    ).toBe('name asc, id desc');
  });

  it('continues after a position in one comparison where all parts run the same way', () => {
    const ascending = [
      { by: 'name', direction: 'asc' },
      { by: 'id', direction: 'asc' },
    ] as const;
    expect(after(ascending, ['text', 'uuid'], 3)).toBe('(name, id) > ($3::text, $4::uuid)');
  });

  it('compares the leading columns of one direction as a row, and breaks ties by the rest', () => {
    const mixed = [
      { by: 'at', direction: 'desc' },
      { by: 'number', direction: 'desc' },
      { by: 'id', direction: 'asc' },
    ] as const;
    expect(after(mixed, ['timestamptz', 'bigint', 'uuid'], 1)).toBe(
      '(at, number) <= ($1::timestamptz, $2::bigint) and ' +
        '((at, number) < ($1::timestamptz, $2::bigint) or (id) > ($3::uuid))',
    );
  });

  it('compares a part without a type as text', () => {
    expect(after([{ by: 'name', direction: 'desc' }], [], 2)).toBe('(name) < ($2::text)');
  });

  it('has nothing behind a position without parts', () => {
    expect([orderBy([]), after([], [], 1)]).toEqual(['', 'false']);
  });
});
