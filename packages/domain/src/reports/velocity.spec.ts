import type { SprintId } from '../index.js';
import { velocity, type SprintVelocity } from './velocity.js';

const at = (day: number) => new Date(Date.UTC(2026, 2, day, 12));
const count = (itemCount: number, points: number) => ({ itemCount, points });

const sprint = (number: number, completed: number, facts: Partial<SprintVelocity> = {}): SprintVelocity => ({
  sprint: { id: `sprint-${number}` as SprintId, name: `Sprint ${number}`, startDate: null, endDate: null },
  ...{ startedAt: at(number), completedAt: at(number + 1) },
  ...{ committed: count(3, 8), completed: count(2, completed), carriedOver: count(1, 2) },
  ...{ added: count(1, 2), removed: count(1, 3), limitations: [] },
  ...facts,
});

const asked = { range: 6, unit: 'points', window: 3 } as const;
const rowsOf = ({ rows }: ReturnType<typeof velocity>) => Array.from({ length: rows.length }, (_, n) => rows.at(n));

describe('Velocity', () => {
  it('shows each Sprint in points, or in items', () => {
    const [inPoints] = rowsOf(velocity([sprint(1, 13)], asked));
    expect(inPoints).toMatchObject({
      committed: 8,
      completed: 13,
      carriedOver: 2,
      added: 2,
      removed: 3,
      rollingAverage: 13,
    });
    const [inItems] = rowsOf(velocity([sprint(1, 13)], { ...asked, unit: 'items' }));
    expect(inItems).toMatchObject({
      committed: 3,
      completed: 2,
      carriedOver: 1,
      added: 1,
      removed: 1,
      rollingAverage: 2,
    });
  });

  it('averages over the last Sprints up to each, fewer at the very start', () => {
    const sprints = [5, 8, 13, 3, 0].map((points, index) => sprint(index + 1, points));
    const report = velocity(sprints, asked);
    // 5; 13 / 2; 26 / 3; 24 / 3; 16 / 3
    expect(rowsOf(report).map(({ rollingAverage }) => rollingAverage)).toEqual([5, 6.5, 8.67, 8, 5.33]);
    // Committed 8 each; completed 29 / 5
    expect(report.figures).toEqual({
      ...{ unit: 'points', window: 3, sprintCount: 5 },
      ...{ averageCommitted: 8, averageCompleted: 5.8, rollingAverage: 5.33 },
    });
  });

  it('counts Sprints before the range in the rolling average, and nowhere else', () => {
    const sprints = [100, 1, 2, 3].map((points, index) => sprint(index + 1, points));
    const report = velocity(sprints, { ...asked, range: 2 });
    expect(rowsOf(report).map((row) => [row.sprint.name, row.rollingAverage])).toEqual([
      ['Sprint 3', 34.33],
      ['Sprint 4', 2],
    ]);
    expect(report.figures).toMatchObject({ sprintCount: 2, averageCompleted: 2.5 });
  });

  it('rounds halves away from zero', () => {
    const sprints = [0, 0, 0, 0, 0, 0, 0, 1].map((points, index) => sprint(index + 1, points));
    // 1 / 8 = 0.125
    expect(rowsOf(velocity(sprints, { ...asked, range: 1, window: 8 }))[0]?.rollingAverage).toBe(0.13);
  });

  it('orders Sprints that completed at the same instant by id', () => {
    const twins = ['b', 'a'].map((id) => sprint(1, 1, { sprint: { ...sprint(1, 1).sprint, id: id as SprintId } }));
    expect(rowsOf(velocity(twins, asked)).map((row) => row.sprint.id)).toEqual(['a', 'b']);
  });

  it('has no averages without a Sprint', () => {
    expect(velocity([], asked)).toMatchObject({
      figures: { sprintCount: 0, averageCommitted: null, averageCompleted: null, rollingAverage: null },
      limitations: [],
    });
  });

  it('says once what was missing in any Sprint that counts', () => {
    const sprints = [1, 2, 3].map((number) => sprint(number, 1, { limitations: ['commitment_unavailable'] }));
    expect(velocity(sprints, { ...asked, range: 1 }).limitations).toEqual(['commitment_unavailable']);
  });
});
