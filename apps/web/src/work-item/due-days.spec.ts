import { Calendar, TimeZone, type ClockOffset } from '@worktrack/domain';
import { session, type Membership, type Session } from '../api/session.js';
import { dayOf, dueState, fullDay, shownDay } from '../shell/organization-days.js';
import { dayAfter, endOfDay, startOfDay, usualDays } from './due-days.js';

const clockOf = (offsets: readonly ClockOffset[]): Membership['clock'] => ({
  offsets: offsets.map(({ from, minutes }) => ({ from: from.toISOString(), minutes })),
  until: '2032-01-01T00:00:00.000Z',
});

/** The clock of a zone from 2025 to 2031, as the server sends it. */
const runtimeClock = (zone: string): Membership['clock'] =>
  clockOf(new Calendar(TimeZone.parse(zone)!).clockBetween(new Date('2025-01-01'), new Date('2032-01-01')));

/** Makes the user a member of the Organization `acme` in this zone. */
function inZone(timeZone: string, clock = runtimeClock(timeZone)): void {
  const acme: Membership = {
    ...{ id: '1', slug: 'acme', name: 'Acme', suspended: false, role: 'member', username: null },
    ...{ timeZone, clock },
  };
  session.value = { organizations: [acme] } as object as Session;
}

const NOW = new Date('2026-11-22T12:00:00Z');

// Both changes of the clock, and the days before and after them. Havana begins 8 March at 01:00.
describe.each([
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T06:59:59.999Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T07:59:59.999Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['Asia/Tokyo', '2026-03-06', '2026-03-05T15:00:00.000Z', '2026-03-06T14:59:59.999Z'],
  ['Pacific/Kiritimati', '2026-03-06', '2026-03-05T10:00:00.000Z', '2026-03-06T09:59:59.999Z'],
  ['Pacific/Apia', '2026-03-06', '2026-03-05T11:00:00.000Z', '2026-03-06T10:59:59.999Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', '2011-12-31T09:59:59.999Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
  ['America/Havana', '2025-11-02', '2025-11-02T04:00:00.000Z', '2025-11-03T04:59:59.999Z'],
  ['UTC', '2026-03-06', '2026-03-06T00:00:00.000Z', '2026-03-06T23:59:59.999Z'],
])('In %s %s', (zone, day, start, end) => {
  beforeEach(() => {
    inZone(zone);
  });

  it('is stored as its first and its last moment', () => {
    expect([startOfDay('acme', day), endOfDay('acme', day)]).toEqual([start, end]);
  });

  it('is read again from both', () => {
    expect([dayOf('acme', start), dayOf('acme', end)]).toEqual([day, day]);
  });

  it('is shown without a time', () => {
    const shown = new Date(day).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });
    expect([fullDay('acme', start, 'start'), fullDay('acme', end)]).toEqual([shown, shown]);
  });
});

describe('The clock of the server', () => {
  it('holds where the browser has other rules', () => {
    // A zone that keeps summer time from November 2026 on: no browser of before knows.
    inZone('America/New_York', clockOf([{ from: new Date('2025-01-01'), minutes: -240 }]));
    expect(endOfDay('acme', '2026-12-03')).toBe('2026-12-04T03:59:59.999Z');
    expect(dayOf('acme', '2026-12-04T03:59:59.999Z')).toBe('2026-12-03');
    expect(shownDay('acme', '2026-12-04T03:59:59.999Z', 'end', NOW)).toBe('Dec 3');
  });

  it('holds in a zone that the browser does not know', () => {
    inZone('Mars/Olympus', clockOf([{ from: new Date('2025-01-01'), minutes: 90 }]));
    expect(startOfDay('acme', '2026-12-03')).toBe('2026-12-02T22:30:00.000Z');
    expect(startOfDay('acme', '2040-12-03')).toBe('2040-12-02T22:30:00.000Z');
  });

  it('is replaced by that of the browser before and after it', () => {
    inZone('Europe/Berlin');
    expect(endOfDay('acme', '2040-07-01')).toBe('2040-07-01T21:59:59.999Z');
    expect(endOfDay('acme', '2010-01-01')).toBe('2010-01-01T22:59:59.999Z');
  });
});

describe('A due date', () => {
  beforeEach(() => {
    inZone('America/Los_Angeles');
  });

  it('shows the year only when it is another one there', () => {
    expect(shownDay('acme', '2027-01-01T07:59:59.999Z', 'end', NOW)).toBe('Dec 31');
    expect(shownDay('acme', '2027-01-01T08:00:00.000Z', 'start', NOW)).toBe('Jan 1, 2027');
  });

  it('of another hour shows with its time', () => {
    expect(shownDay('acme', '2026-12-03T23:30:00.000Z', 'end', NOW)).toMatch(/^Dec 3, 3:30\sPM$/);
    expect(fullDay('acme', '2026-12-03T23:30:00.000Z')).toMatch(/^Dec 3, 2026, 3:30\sPM \(America\/Los_Angeles\)$/);
  });

  it.each(['2026-12-03T22:59:59.000Z', '2026-12-03T18:29:59.000Z', '2026-12-04T07:59:59.000Z'])(
    'that an earlier release stored as %s, the last second of a day somewhere, shows by its day',
    (dueDate) => {
      expect(shownDay('acme', dueDate, 'end', NOW)).toBe('Dec 3');
    },
  );

  it.each([
    ['2026-11-23T07:59:59.999Z', '2026-11-23T07:59:59.999Z', 'soon'],
    ['2026-11-23T07:59:59.999Z', '2026-11-23T08:00:00.000Z', 'overdue'],
    // The day of an earlier release ends when it ends in the Organization.
    ['2026-11-22T22:59:59.000Z', '2026-11-23T07:59:59.999Z', 'soon'],
    ['2026-11-22T22:59:59.000Z', '2026-11-23T08:00:00.000Z', 'overdue'],
    ['2026-11-22T22:00:00.000Z', '2026-11-22T22:00:00.001Z', 'overdue'],
    ['2026-11-26T07:59:59.999Z', '2026-11-23T08:00:00.000Z', 'soon'],
    ['2026-11-26T08:00:00.000Z', '2026-11-23T08:00:00.000Z', 'later'],
  ])('%s is at %s %s', (dueDate, now, state) => {
    expect(dueState('acme', dueDate, new Date(now))).toBe(state);
  });
});

describe('The days that people choose most', () => {
  const named = (name: string, now: string, first?: number) =>
    usualDays('acme', new Date(now), first).find((one) => one.name === name)?.day;

  it('are counted from the day of the Organization', () => {
    inZone('Pacific/Kiritimati');
    expect(named('Today', '2026-12-31T09:59:59Z')).toBe('2026-12-31');
    expect(named('Today', '2026-12-31T10:00:00Z')).toBe('2027-01-01');
    expect(named('Tomorrow', '2026-12-31T10:00:00Z')).toBe('2027-01-02');
    expect(named('In two weeks', '2028-02-20T09:00:00Z')).toBe('2028-03-05');
    expect(dayAfter('acme', -7, new Date('2026-12-31T10:00:00Z'))).toBe('2026-12-25');
  });

  it.each([
    ['Next Monday', 1, ['2026-11-30', '2026-11-30', '2026-11-30', '2026-12-07']],
    ['Next Saturday', 6, ['2026-11-28', '2026-12-05', '2026-12-05', '2026-12-05']],
    ['Next Sunday', 7, ['2026-11-29', '2026-11-29', '2026-12-06', '2026-12-06']],
  ])('%s is always a later day', (name, first, expected) => {
    inZone('UTC');
    // A Monday, a Saturday, a Sunday, and the Monday after them.
    const days = ['2026-11-23', '2026-11-28', '2026-11-29', '2026-11-30'].map((day) =>
      named(name, `${day}T12:00:00Z`, first),
    );
    expect(days).toEqual(expected);
  });
});

it('A text that is not a day is no instant', () => {
  inZone('UTC');
  expect(['', '2026-02-30', '12026-01-01'].map((text) => endOfDay('acme', text))).toEqual([null, null, null]);
});

it('The first and the last day stay within the years that are stored', () => {
  inZone('Asia/Tokyo');
  expect(startOfDay('acme', '0001-01-01')).toBe('0001-01-01T00:00:00.000Z');
  inZone('America/Los_Angeles');
  expect(endOfDay('acme', '9999-12-31')).toBe('9999-12-31T23:59:59.999Z');
});
