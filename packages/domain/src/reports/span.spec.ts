import { CalendarDay } from '../shared/calendar.js';
import { refusalOf } from '../testing/index.js';
import { daysOf, intervalsOf, spanOf, type Interval, type RequestedSpan } from './span.js';

const dayOf = (text: string) => CalendarDay.parse(text)!;
const TODAY = dayOf('2026-03-09');

const asked = (facts: { range?: number; start?: string; end?: string }): RequestedSpan => ({
  range: facts.range,
  start: facts.start === undefined ? undefined : dayOf(facts.start),
  end: facts.end === undefined ? undefined : dayOf(facts.end),
});

const span = (facts: Parameters<typeof asked>[0], cap = 90) => {
  const { start, end, capped } = spanOf(asked(facts), TODAY, cap);
  return [CalendarDay.textOf(start), CalendarDay.textOf(end), capped];
};

describe('A span', () => {
  it('is the latest 30 days when nothing is said', () => {
    expect(span({})).toEqual(['2026-02-08', '2026-03-09', false]);
  });

  it('is the latest days of a range', () => {
    expect(span({ range: 1 })).toEqual(['2026-03-09', '2026-03-09', false]);
    expect(span({ range: 90 })).toEqual(['2025-12-10', '2026-03-09', false]);
  });

  it('keeps its latest days when it is longer than may be', () => {
    expect(span({ range: 366 })).toEqual(['2025-12-10', '2026-03-09', true]);
    expect(span({ start: '2025-01-01', end: '2025-12-31' })).toEqual(['2025-10-03', '2025-12-31', true]);
    expect(span({ start: '0001-01-01', end: '9999-12-31' }, 366)).toEqual(['9998-12-31', '9999-12-31', true]);
  });

  it('ends today when it only has a start, and spans 30 days when it only has an end', () => {
    expect(span({ start: '2026-03-01' })).toEqual(['2026-03-01', '2026-03-09', false]);
    expect(span({ start: '2026-03-09' })).toEqual(['2026-03-09', '2026-03-09', false]);
    expect(span({ end: '2026-01-30' })).toEqual(['2026-01-01', '2026-01-30', false]);
    expect(span({ end: '2026-04-30' })).toEqual(['2026-04-01', '2026-04-30', false]);
    expect(span({ end: '0001-01-05' })).toEqual(['0001-01-01', '0001-01-05', false]);
  });

  it.each([
    { range: 7, start: '2026-03-01' },
    { range: 7, end: '2026-03-01' },
    { start: '2026-03-02', end: '2026-03-01' },
    { start: '2026-03-10' },
  ])('is refused: %p', (facts) => {
    expect(refusalOf(() => spanOf(asked(facts), TODAY, 90))).toBe('VALIDATION_ERROR');
  });
});

describe('The intervals of a span', () => {
  const cut = (interval: Interval, start: string, end: string) =>
    intervalsOf({ start: dayOf(start), end: dayOf(end) }, interval).map((each) => [
      CalendarDay.textOf(each.start),
      CalendarDay.textOf(each.end),
    ]);

  it('are its days', () => {
    expect(cut('day', '2026-02-28', '2026-03-01')).toEqual([
      ['2026-02-28', '2026-02-28'],
      ['2026-03-01', '2026-03-01'],
    ]);
    expect(
      daysOf({ start: dayOf('2026-02-28'), end: dayOf('2026-03-01') }).map((day) => CalendarDay.textOf(day)),
    ).toEqual(['2026-02-28', '2026-03-01']);
  });

  it('are weeks from Monday, the first and the last cut', () => {
    expect(cut('week', '2026-02-25', '2026-03-10')).toEqual([
      ['2026-02-25', '2026-03-01'],
      ['2026-03-02', '2026-03-08'],
      ['2026-03-09', '2026-03-10'],
    ]);
  });

  it('are months, the first and the last cut', () => {
    expect(cut('month', '2025-12-31', '2026-02-28')).toEqual([
      ['2025-12-31', '2025-12-31'],
      ['2026-01-01', '2026-01-31'],
      ['2026-02-01', '2026-02-28'],
    ]);
  });

  it('are one where the span lies within one', () => {
    expect(cut('week', '2026-03-03', '2026-03-05')).toEqual([['2026-03-03', '2026-03-05']]);
    expect(cut('month', '2026-03-03', '2026-03-05')).toEqual([['2026-03-03', '2026-03-05']]);
  });
});
