import { readQuery } from '../pipeline/query.js';
import { Q_PROJECT, isPlain } from './work-item.query.js';

const ID = '10000000-0000-4000-8000-000000000000';

const FILTERS: Readonly<Record<string, string>> = {
  q: 'word',
  status: 'todo',
  type: 'bug',
  priority: 'high',
  sprint: 'none',
  label: ID,
  labelName: 'urgent',
  parent: 'WEB-1',
  topLevel: 'true',
  updatedAfter: '2026-01-01T00:00:00Z',
  overdue: 'false',
  dueBefore: '2026-01-01T00:00:00Z',
  dueAfter: '2026-01-01T00:00:00Z',
  archived: 'true',
  scope: 'open',
  assignee: 'me',
};
const SHAPES: Readonly<Record<string, string>> = { limit: '100', cursor: 'x', sort: 'rank', fields: 'key' };

describe('A query of a list of Work Items', () => {
  const plain = (query: string) => isPlain(readQuery(`/?${query}`, Q_PROJECT));

  it('is plain without parameters, and with the values that absent ones have', () => {
    expect(plain('')).toBe(true);
    expect(plain('scope=all&archived=false')).toBe(true);
  });

  it.each(Object.keys(Q_PROJECT))('is plain with %s only if that does not filter', (name) => {
    expect(plain(`${name}=${encodeURIComponent(SHAPES[name] ?? FILTERS[name] ?? '')}`)).toBe(name in SHAPES);
  });
});
