import type { WorkItemStatus } from '@worktrack/domain';
import { withStatuses, type RankedCard } from './rank.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');

const card = (id: string, members: Partial<RankedCard> = {}): RankedCard => ({
  ...{ id, status: 'todo', priority: 'medium', dueDate: null, updatedAt: '2026-05-04T09:00:00.000Z' },
  ...members,
});
const idsOf = (cards: readonly RankedCard[]) => cards.map(({ id }) => id);

describe('A card that moves', () => {
  const moved = (cards: readonly RankedCard[], id: string, to: WorkItemStatus) =>
    idsOf(withStatuses(cards, new Map([[id, to]]), NOW).filter(({ status }) => status === to));

  it('changes nothing of a list in which it is not, and nothing where it is already', () => {
    const cards = [card('A'), card('B')];
    expect(withStatuses(cards, new Map(), NOW)).toBe(cards);
    expect(withStatuses(cards, new Map([['A', 'todo']]), NOW)).toEqual(cards);
  });

  it('comes first among cards of its priority, after more important ones and before less important ones', () => {
    const there = { status: 'in_progress' } as const;
    const cards = [
      ...[card('U', { ...there, priority: 'urgent' }), card('M', there), card('L', { ...there, priority: 'low' })],
      card('X'),
    ];
    expect(moved(cards, 'X', 'in_progress')).toEqual(['U', 'X', 'M', 'L']);
  });

  it('comes among overdue cards by its due date, before all others', () => {
    const there = { status: 'in_progress' } as const;
    const cards = [
      card('O', { ...there, priority: 'low', dueDate: '2026-05-01T00:00:00.000Z' }),
      card('U', { ...there, priority: 'urgent', dueDate: '2026-06-01T00:00:00.000Z' }),
      card('X', { dueDate: '2026-05-02T00:00:00.000Z' }),
    ];
    expect(moved(cards, 'X', 'in_progress')).toEqual(['O', 'X', 'U']);
  });

  it('is not overdue any more where it is done', () => {
    const cards = [
      card('D', { status: 'done', priority: 'high' }),
      card('X', { dueDate: '2026-05-02T00:00:00.000Z', priority: 'low' }),
    ];
    expect(moved(cards, 'X', 'done')).toEqual(['D', 'X']);
  });
});
