import { withChanges } from './card-changes.js';
import type { Card, CardList } from './cards.js';

const NOW = new Date('2026-03-10T12:00:00Z');

const card = (id: string, members: Partial<Card> = {}): Card => ({
  id,
  key: id.toUpperCase(),
  revision: 1,
  title: id,
  type: 'task',
  status: 'todo',
  priority: 'medium',
  assignee: null,
  sprint: null,
  parent: null,
  labels: [],
  labelCount: 0,
  storyPoints: null,
  dueDate: null,
  updatedAt: '2026-03-01T00:00:00.000Z',
  children: { total: 0, done: 0 },
  comments: 0,
  attachments: 0,
  blocked: false,
  position: 0,
  ...members,
});
const list = (items: Card[], members: Partial<CardList> = {}): CardList => ({
  asOf: 'before',
  items,
  gone: [],
  truncated: false,
  ...members,
});
const news = (items: Card[], gone: string[] = []) => list(items, { asOf: 'after', gone });
const none = () => false;
const keys = ({ items }: CardList) => items.map(({ key }) => key);

describe('The changes of others on a list of cards', () => {
  const [a, b, c] = [card('a'), card('b'), card('c')];

  it('replace, add and remove cards, and leave the others as they are', () => {
    const changed = { ...b, revision: 2, title: 'B is new' };
    const { items, asOf } = withChanges(list([a, b, c]), news([changed, card('d')], ['c']), none, NOW);
    expect(asOf).toBe('after');
    expect(items).toContain(changed);
    expect(items.map(({ id }) => id).sort()).toEqual(['a', 'b', 'd']);
    expect(items.find(({ id }) => id === 'a')).toBe(a);
  });

  it('put a card where the order of the API has it', () => {
    const before = list([
      card('late', { dueDate: '2026-03-09T00:00:00Z' }),
      card('busy', { status: 'in_progress' }),
      card('high', { priority: 'high' }),
      card('low', { priority: 'low' }),
      card('done', { status: 'done' }),
    ]);
    const put = (members: Partial<Card>) => keys(withChanges(before, news([card('x', members)]), none, NOW));
    expect(put({ dueDate: '2026-03-08T00:00:00Z' })[0]).toBe('X');
    expect(put({ status: 'in_review', priority: 'low' })).toEqual(['LATE', 'BUSY', 'X', 'HIGH', 'LOW', 'DONE']);
    expect(put({ priority: 'urgent' })).toEqual(['LATE', 'BUSY', 'X', 'HIGH', 'LOW', 'DONE']);
    expect(put({ priority: 'medium' })).toEqual(['LATE', 'BUSY', 'HIGH', 'X', 'LOW', 'DONE']);
    expect(put({ priority: 'low', dueDate: '2026-04-01T00:00:00Z' }).indexOf('X')).toBe(3);
    expect(put({ status: 'done', dueDate: '2026-03-08T00:00:00Z' })).toEqual([
      'LATE',
      'BUSY',
      'HIGH',
      'LOW',
      'X',
      'DONE',
    ]);
  });

  it('take nothing back that was changed here meanwhile, and move nothing that is the same', () => {
    const before = list([c, { ...a, revision: 3 }, b]);
    const after = withChanges(before, news([{ ...a, revision: 2, title: 'old' }, { ...c }]), none, NOW);
    expect(after.items).toBe(before.items);
    expect(after.asOf).toBe('after');
  });

  it('leave a card that is being edited, and come again with the next read', () => {
    const isKept = ({ id }: Card) => id === 'b' || id === 'c';
    const after = withChanges(list([a, b, c]), news([{ ...b, revision: 2, title: 'new' }], ['a', 'c']), isKept, NOW);
    expect(after.items).toEqual([b, c]);
    expect(after.asOf).toBe('before');
  });
});
