import { CalendarDay } from '../shared/calendar.js';
import { createdVsResolved, type FlowCounts } from './created-vs-resolved.js';
import { intervalsOf, type Interval } from './span.js';

const dayOf = (text: string) => CalendarDay.parse(text)!;
const cut = (interval: Interval, start: string, end: string) =>
  intervalsOf({ start: dayOf(start), end: dayOf(end) }, interval);
const counts = (created: number, resolved: number, reopened: number): FlowCounts => ({ created, resolved, reopened });
const rowsOf = ({ rows }: ReturnType<typeof createdVsResolved>) =>
  Array.from({ length: rows.length }, (_, n) => rows.at(n));

describe('Created against resolved work', () => {
  it('adds up as the worked example of the definitions does', () => {
    const facts = {
      openingOpen: 1,
      intervals: [
        { interval: 0, ...counts(1, 1, 0) },
        { interval: 1, ...counts(1, 1, 0) },
        { interval: 2, ...counts(0, 0, 1) },
      ],
      capped: false,
    };
    const report = createdVsResolved(facts, cut('day', '2026-03-02', '2026-03-04'));
    expect(rowsOf(report)).toEqual([
      { start: '2026-03-02', end: '2026-03-02', ...counts(1, 1, 0), net: 0, cumulativeOpen: 1 },
      { start: '2026-03-03', end: '2026-03-03', ...counts(1, 1, 0), net: 0, cumulativeOpen: 1 },
      { start: '2026-03-04', end: '2026-03-04', ...counts(0, 0, 1), net: 1, cumulativeOpen: 2 },
    ]);
    expect(report.figures).toEqual({ openingOpen: 1, ...counts(2, 2, 1), net: 1, closingOpen: 2 });
  });

  it('shows an interval without anything as zeros, cut to the span', () => {
    const facts = { openingOpen: 4, intervals: [{ interval: 2, ...counts(0, 3, 0) }], capped: false };
    const report = createdVsResolved(facts, cut('week', '2026-02-25', '2026-03-10'));
    expect(rowsOf(report)).toEqual([
      { start: '2026-02-25', end: '2026-03-01', ...counts(0, 0, 0), net: 0, cumulativeOpen: 4 },
      { start: '2026-03-02', end: '2026-03-08', ...counts(0, 0, 0), net: 0, cumulativeOpen: 4 },
      { start: '2026-03-09', end: '2026-03-10', ...counts(0, 3, 0), net: -3, cumulativeOpen: 1 },
    ]);
  });

  it('opens with what happened before the span', () => {
    const report = createdVsResolved(
      { openingOpen: 7, intervals: [], capped: true },
      cut('month', '2026-02-01', '2026-02-28'),
    );
    expect(report.figures).toMatchObject({ openingOpen: 7, net: 0, closingOpen: 7 });
    expect(report.limitations).toEqual(['rows_capped']);
  });

  it('goes below zero in an interval, and not in the sum, when more is resolved than created', () => {
    const facts = { openingOpen: 2, intervals: [{ interval: 0, ...counts(0, 2, 0) }], capped: false };
    const report = createdVsResolved(facts, cut('day', '2026-03-02', '2026-03-02'));
    expect(report.figures).toMatchObject({ net: -2, closingOpen: 0 });
  });
});
