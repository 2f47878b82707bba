import { dayOf, endOfDay, usualDays } from './due-days.js';

const dayNamed = (name: string, now: Date) => usualDays(now).find((one) => one.name === name)?.day;

describe('The day on which a Work Item is due', () => {
  it('ends when the day ends where the user is', () => {
    expect(new Date(endOfDay('2026-12-03')).toString()).toContain('Dec 03 2026 23:59:59');
    expect(dayOf(endOfDay('2026-12-03'))).toBe('2026-12-03');
  });

  it('is chosen among the next ones; Monday is always a later day', () => {
    const days = [0, 1, 2, 3, 4, 5, 6].map((later) => dayNamed('Next Monday', new Date(2026, 10, 23 + later, 12)));
    // The 23rd of November 2026 is a Monday.
    expect(days).toEqual(Array.from({ length: 7 }, () => '2026-11-30'));
    expect(dayNamed('Today', new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31');
    expect(dayNamed('Tomorrow', new Date(2026, 11, 31, 23, 59))).toBe('2027-01-01');
    expect(dayNamed('In two weeks', new Date(2028, 1, 20))).toBe('2028-03-05');
  });
});
