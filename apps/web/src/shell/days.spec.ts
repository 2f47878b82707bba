import { ago, dueState, shortDay } from './days.js';

const NOW = new Date('2026-11-22T12:00:00Z');

describe('A due date', () => {
  it.each([
    ['2026-11-22T11:59:59Z', 'overdue'],
    ['2026-11-22T12:00:00Z', 'soon'],
    ['2026-11-25T11:59:59Z', 'soon'],
    ['2026-11-25T12:00:00Z', 'later'],
  ])('%s is %s', (dueDate, state) => {
    expect(dueState(dueDate, NOW)).toBe(state);
  });

  it('shows the year only when it is another one', () => {
    expect(shortDay('2026-12-03T12:00:00Z', NOW)).toBe('Dec 3');
    expect(shortDay('2025-12-03T12:00:00Z', NOW)).toBe('Dec 3, 2025');
  });
});

describe('Time that passed', () => {
  it.each([
    ['2026-11-22T11:59:30Z', 'just now'],
    ['2026-11-22T11:55:00Z', '5 min. ago'],
    ['2026-11-22T09:00:00Z', '3 hr. ago'],
    ['2026-11-21T11:00:00Z', 'yesterday'],
    ['2026-11-15T11:00:00Z', 'Nov 15'],
  ])('since %s is %s', (instant, text) => {
    expect(ago(instant, NOW)).toBe(text);
  });
});
