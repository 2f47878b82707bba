import { CalendarDay } from '../shared/calendar.js';
import type { WorkItemStatus } from '../work-item/status.js';
import { cumulativeFlow, flowSnapshots, type FlowChange, type FlowStock } from './cumulative-flow.js';

const FIRST = CalendarDay.parse('2026-03-02')!;
const days = (count: number) => Array.from({ length: count }, (_, index) => CalendarDay.plus(FIRST, index));
const stock = (status: WorkItemStatus, itemCount: number, points = 0): FlowStock => ({ status, itemCount, points });
/** A status change of one Work Item with this number of points on the day. */
const move = (day: number, previousStatus: WorkItemStatus | null, status: WorkItemStatus, points = 0): FlowChange => ({
  day,
  status,
  itemCount: 1,
  points,
  previousStatus,
  previousPoints: previousStatus === null ? 0 : points,
});
const rowsOf = ({ rows }: ReturnType<typeof cumulativeFlow>) =>
  Array.from({ length: rows.length }, (_, n) => rows.at(n));
const empty = { backlog: 0, todo: 0, in_progress: 0, in_review: 0, done: 0, total: 0 };

/** WEB-10 and WEB-12 in progress, WEB-11 done and back: the worked example of the definitions. */
const EXAMPLE = {
  present: [stock('todo', 1, 3), stock('in_progress', 1, 2), stock('done', 1, 5)],
  changes: [
    // On the second day WEB-10 is done, and WEB-12 is created in progress; on the third WEB-11 is reopened.
    move(1, 'in_progress', 'done', 5),
    move(1, null, 'in_progress', 2),
    move(2, 'done', 'todo', 3),
  ],
  arrivals: 2,
  departures: 1,
  capped: false,
};

describe('Cumulative flow', () => {
  it('shows what stood where at the end of each day', () => {
    const report = cumulativeFlow(EXAMPLE, { days: days(3), unit: 'count' });
    expect(rowsOf(report)).toEqual([
      { ...empty, date: '2026-03-02', in_progress: 1, done: 1, total: 2 },
      { ...empty, date: '2026-03-03', in_progress: 1, done: 2, total: 3 },
      { ...empty, date: '2026-03-04', todo: 1, in_progress: 1, done: 1, total: 3 },
    ]);
    // 3 in progress over 3 days; 1 / (1 / 3)
    expect(report.figures).toEqual({ averageWip: 1, arrivals: 2, departures: 1, averageLeadTimeDays: 3 });
  });

  it('shows points in the rows and items in the figures', () => {
    const report = cumulativeFlow(EXAMPLE, { days: days(3), unit: 'points' });
    expect(rowsOf(report).map(({ in_progress, done, total }) => [in_progress, done, total])).toEqual([
      [5, 3, 8],
      [2, 8, 10],
      [2, 5, 10],
    ]);
    expect(report.figures.averageWip).toBe(1);
  });

  it('counts what is in review as in work', () => {
    const present = [stock('todo', 5), stock('backlog', 2)];
    const changes = [move(1, 'in_review', 'backlog'), move(1, 'in_progress', 'backlog')];
    const report = cumulativeFlow(
      { present, changes, arrivals: 0, departures: 3, capped: false },
      { days: days(3), unit: 'count' },
    );
    // 2 over 3 days; (2 / 3) / (3 / 3)
    expect(report.figures).toMatchObject({ averageWip: 0.67, averageLeadTimeDays: 0.67 });
  });

  it('computes the lead time from what is not rounded', () => {
    const present = [stock('done', 1)];
    const changes = [move(1, 'in_progress', 'done')];
    const report = cumulativeFlow(
      { present, changes, arrivals: 0, departures: 8, capped: false },
      { days: days(3), unit: 'count' },
    );
    // 1 / 8 = 0.125, rounded away from zero; a rounded divisor of 0.33 would give 0.12.
    expect(report.figures.averageLeadTimeDays).toBe(0.13);
  });

  it('knows no lead time when nothing left', () => {
    const report = cumulativeFlow({ ...EXAMPLE, departures: 0 }, { days: days(3), unit: 'count' });
    expect(report.figures.averageLeadTimeDays).toBeNull();
  });

  it('is all zeros without items, and says when there were too many', () => {
    const report = cumulativeFlow(
      { present: [], changes: [], arrivals: 0, departures: 0, capped: true },
      { days: days(1), unit: 'count' },
    );
    expect(rowsOf(report)).toEqual([{ ...empty, date: '2026-03-02' }]);
    expect(report.figures.averageWip).toBe(0);
    expect(report.limitations).toEqual(['rows_capped']);
  });

  it('takes off what changed after the last day, and knows changed estimates', () => {
    const reestimated: FlowChange = {
      day: 1,
      status: 'todo',
      itemCount: 1,
      points: 8,
      previousStatus: 'todo',
      previousPoints: 3,
    };
    const facts = { present: [stock('done', 1, 8)], changes: [reestimated, move(2, 'todo', 'done', 8)] };
    expect(flowSnapshots(facts, 2)).toEqual([
      { day: 1, status: 'todo', itemCount: 1, points: 8 },
      { day: 0, status: 'todo', itemCount: 1, points: 3 },
    ]);
  });
});
