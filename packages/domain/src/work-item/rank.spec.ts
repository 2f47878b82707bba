import { compareByRank, type Ranked } from './rank.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');

const item = (members: Partial<Ranked> = {}): Ranked => ({
  ...{ status: 'todo', priority: 'medium', dueDate: null, updatedAt: new Date('2026-05-01T00:00:00.000Z') },
  ...members,
});
const due = (day: string) => ({ dueDate: new Date(`${day}T00:00:00.000Z`) });

/** Each of them comes before all that follow. */
const RANKED: readonly Ranked[] = [
  item({ status: 'todo', priority: 'low', ...due('2026-05-01') }),
  item({ status: 'in_progress', priority: 'urgent', ...due('2026-05-02') }),
  item({ status: 'in_review', priority: 'high', ...due('2026-05-02') }),
  item({ status: 'todo', priority: 'urgent', ...due('2026-05-02') }),
  item({ status: 'in_progress', priority: 'low' }),
  item({ status: 'backlog', priority: 'urgent' }),
  item({ status: 'todo', priority: 'high', ...due('2026-06-01') }),
  item({ status: 'backlog', priority: 'high', ...due('2026-06-02') }),
  item({ status: 'todo', priority: 'high' }),
  item({ updatedAt: new Date('2026-05-03T00:00:00.000Z') }),
  item({ updatedAt: new Date('2026-05-02T00:00:00.000Z') }),
  item({ status: 'done', priority: 'urgent', ...due('2026-04-01') }),
  item({ status: 'done', priority: 'high' }),
];

describe('The order rank', () => {
  it('has overdue Work Items first, then status, priority, due date and the newest update; what is done is never overdue', () => {
    for (const [at, one] of RANKED.entries()) {
      for (const [place, other] of RANKED.entries()) {
        expect({ at, place, sign: Math.sign(compareByRank(one, other, NOW)) }).toEqual({
          ...{ at, place },
          sign: Math.sign(at - place),
        });
      }
    }
  });

  it('is the same for both statuses that are worked on, and for both that wait', () => {
    for (const [one, other] of [
      ['in_progress', 'in_review'],
      ['backlog', 'todo'],
    ] as const) {
      expect(Math.abs(compareByRank(item({ status: one }), item({ status: other }), NOW))).toBe(0);
    }
  });

  it('counts a Work Item as overdue from the instant after its due date', () => {
    const other = item({ priority: 'urgent' });
    expect(compareByRank(item({ dueDate: NOW }), other, NOW)).toBeGreaterThan(0);
    expect(compareByRank(item({ dueDate: new Date(NOW.getTime() - 1) }), other, NOW)).toBeLessThan(0);
  });
});
