import { withKnownItems } from './known-items.js';

const item = (id: string, title = id) => ({ id, title, labels: [{ name: 'garden' }] });

describe('A list that is read again', () => {
  const before = { asOf: 1, items: [item('a'), item('b'), item('c')] };

  it('keeps the objects of all items that have not changed, also where they moved', () => {
    const after = withKnownItems(before, { asOf: 2, items: [item('c'), item('a'), item('b', 'other'), item('d')] });
    expect(after).toEqual({ asOf: 2, items: [item('c'), item('a'), item('b', 'other'), item('d')] });
    expect(after.items[0]).toBe(before.items[2]);
    expect(after.items[1]).toBe(before.items[0]);
    expect(after.items[2]).not.toBe(before.items[1]);
  });

  it('keeps its items as a whole when none has changed', () => {
    const after = withKnownItems(before, { asOf: 2, items: [item('a'), item('b'), item('c')] });
    expect(after.items).toBe(before.items);
    expect(after.asOf).toBe(2);
  });

  it('is as it was read when nothing was known', () => {
    expect(withKnownItems(undefined, before)).toBe(before);
  });
});
