import { directionOf, orderedBy } from './order.js';

describe('The order of a query', () => {
  it('is written after its conditions, in the place of the one before', () => {
    expect(orderedBy('type = bug', 'due', 'asc')).toBe('type = bug ORDER BY due');
    expect(orderedBy("title ~ '🙂 ORDER BY x'\n order by due desc, key", 'key', 'desc')).toBe(
      "title ~ '🙂 ORDER BY x' ORDER BY key DESC",
    );
  });

  it('is that of its first field, by any of its names', () => {
    expect(directionOf('type = bug ORDER BY dueDate DESC, key', 'due')).toBe('desc');
    expect(directionOf('type = bug ORDER BY key', 'key')).toBe('asc');
    expect(directionOf('type = bug ORDER BY due, key', 'key')).toBeUndefined();
    expect(directionOf('type = bug', 'key')).toBeUndefined();
    expect(directionOf('type = ', 'key')).toBeUndefined();
  });
});
