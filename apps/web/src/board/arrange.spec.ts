import { lanesFrom, sumsOf } from './arrange.js';
import type { Card } from './cards.js';

const card = (key: string, members: Partial<Card> = {}): Card => ({
  ...{ id: key, key, revision: 1, title: key, type: 'task', status: 'todo', priority: 'medium' },
  ...{ assignee: null, parent: null, labels: [], labelCount: 0, storyPoints: null, dueDate: null, sprint: null },
  ...{
    children: { total: 0, done: 0 },
    comments: 0,
    attachments: 0,
    blocked: false,
    position: 0,
    updatedAt: '2026-05-04T10:00:00.000Z',
  },
  ...members,
});
const keysOf = (cards: readonly Card[]) => cards.map(({ key }) => key);
const person = (name: string) => ({ publicId: `usr_${name}`, name, avatarUrl: null });

describe('The lanes of a board', () => {
  it('are one without a name where nothing was chosen', () => {
    const [lane, ...others] = lanesFrom([card('A'), card('B', { status: 'done' })], 'none');
    expect(others).toEqual([]);
    expect(lane?.name).toBeUndefined();
    expect(keysOf(lane!.cells.todo)).toEqual(['A']);
    expect(keysOf(lane!.cells.done)).toEqual(['B']);
    expect(lane!.cells.in_review).toEqual([]);
  });

  it('are those of the parents in the order of their first card, and of what has none at the end', () => {
    const parent = { key: 'P', title: 'Launch' };
    const other = { key: 'Q', title: 'Party' };
    const lanes = lanesFrom([card('A'), card('B', { parent: other }), card('C', { parent })], 'parent');
    expect(lanes.map(({ name, parent: key, count }) => [name, key, count])).toEqual([
      ['Party', 'Q', 1],
      ['Launch', 'P', 1],
      ['Without a parent', undefined, 1],
    ]);
  });

  it('are those of people; two of one name are two', () => {
    const cards = [
      card('A', { assignee: person('Ada') }),
      card('B', { assignee: { ...person('Ada'), publicId: 'usr_2' } }),
    ];
    expect(lanesFrom([...cards, card('C')], 'assignee').map(({ name }) => name)).toEqual(['Ada', 'Ada', 'Unassigned']);
  });
});

describe('The sums of the columns', () => {
  it('count cards and story points', () => {
    const sums = sumsOf([card('A', { storyPoints: 3 }), card('B'), card('C', { status: 'done', storyPoints: 5 })]);
    expect([sums.todo, sums.done, sums.backlog]).toEqual([
      { count: 2, points: 3 },
      { count: 1, points: 5 },
      { count: 0, points: 0 },
    ]);
  });
});
