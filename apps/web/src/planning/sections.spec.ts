import type { Card } from '../board/cards.js';
import { BACKLOG, sectionsOf, sumsOf } from './sections.js';

const card = (key: string, members: Partial<Card> = {}): Card => ({
  ...{ id: key, key, revision: 1, title: key, type: 'task', status: 'todo', priority: 'medium' },
  ...{ assignee: null, parent: null, labels: [], labelCount: 0, storyPoints: null, dueDate: null, sprint: null },
  ...{ children: { total: 0, done: 0 }, comments: 0, attachments: 0, blocked: false, position: 0 },
  updatedAt: '2026-05-04T10:00:00.000Z',
  ...members,
});
const sprint = (id: string) => ({ id, name: id, state: 'future' as const });
const keysIn = (sections: ReadonlyMap<string, readonly Card[]>) =>
  Object.fromEntries([...sections].map(([id, cards]) => [id, cards.map(({ key }) => key)]));

describe('The sections of a plan', () => {
  it('hold each card by its Sprint, whatever list it came in', () => {
    const moved = card('B', { sprint: sprint('s1') });
    expect(keysIn(sectionsOf([[card('A'), moved], [card('C', { sprint: sprint('s1') })]]))).toEqual({
      [BACKLOG]: ['A'],
      s1: ['B', 'C'],
    });
  });

  it('hold a card of two lists once, as its newest revision says', () => {
    const before = card('A', { revision: 1 });
    const after = card('A', { revision: 2, sprint: sprint('s1') });
    expect(keysIn(sectionsOf([[before], [after]]))).toEqual({ s1: ['A'] });
    expect(keysIn(sectionsOf([[after], [before]]))).toEqual({ s1: ['A'] });
  });

  it('have the manual order, whatever the order of the lists', () => {
    const lists = [[card('A', { position: 3 }), card('B', { position: 1 })], [card('C', { position: 2 })]];
    expect(keysIn(sectionsOf(lists))).toEqual({ [BACKLOG]: ['B', 'C', 'A'] });
  });

  it('leave out what is done in the backlog, and keep it in a Sprint', () => {
    const done = { status: 'done' as const };
    expect(keysIn(sectionsOf([[card('A', done), card('B', { ...done, sprint: sprint('s1') })]]))).toEqual({
      s1: ['B'],
    });
  });
});

describe('The sums of a section', () => {
  it('count cards, points, points that are done, and cards without points', () => {
    const cards = [card('A', { storyPoints: 3 }), card('B'), card('C', { storyPoints: 5, status: 'done' })];
    expect(sumsOf(cards)).toEqual({ count: 3, points: 8, donePoints: 5, unestimated: 1 });
    expect(sumsOf([])).toEqual({ count: 0, points: 0, donePoints: 0, unestimated: 0 });
  });
});
