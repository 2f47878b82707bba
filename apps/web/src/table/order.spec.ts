import { orderedBy, orderOf } from './order.js';

describe('The order of a query', () => {
  it('is written after its conditions, in the place of the one before', () => {
    expect(orderedBy('type = bug', { field: 'due', direction: 'asc' })).toBe('type = bug ORDER BY due');
    expect(orderedBy("title ~ '🙂 ORDER BY x'\n order by due desc, key", { field: 'key', direction: 'desc' })).toBe(
      "title ~ '🙂 ORDER BY x' ORDER BY key DESC",
    );
  });

  it('is that of its first field, by any of its names', () => {
    expect(orderOf('type = bug ORDER BY dueDate DESC, key')).toEqual({ field: 'due', direction: 'desc' });
    expect(orderOf('type = bug ORDER BY key')).toEqual({ field: 'key', direction: 'asc' });
    expect(orderOf('type = bug')).toBeUndefined();
    expect(orderOf('type = ')).toBeUndefined();
  });
});
