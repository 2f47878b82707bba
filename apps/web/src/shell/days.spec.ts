import { ago, shortDay } from './days.js';

const NOW = new Date('2026-11-22T12:00:00Z');

it('A day shows the year only when it is another one', () => {
  expect(shortDay('2026-12-03T12:00:00Z', NOW)).toBe('Dec 3');
  expect(shortDay('2025-12-03T12:00:00Z', NOW)).toBe('Dec 3, 2025');
});

describe('Time that passed', () => {
  it.each([
    ['2026-11-22T11:59:30Z', 'now'],
    ['2026-11-22T11:55:00Z', '5 min. ago'],
    ['2026-11-22T09:00:00Z', '3 hr. ago'],
    ['2026-11-21T11:00:00Z', 'yesterday'],
    ['2026-11-15T11:00:00Z', 'Nov 15'],
  ])('since %s is %s', (instant, text) => {
    expect(ago(instant, NOW)).toBe(text);
  });
});
