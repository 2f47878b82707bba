import fc from 'fast-check';
import { Calendar, CalendarDay } from './calendar.js';
import { TimeZone } from './time-zone.js';

const dayOf = (text: string) => CalendarDay.parse(text)!;
const calendarOf = (zone: string) => new Calendar(TimeZone.parse(zone)!);
const startIn = (zone: string, day: string) => calendarOf(zone).startOf(dayOf(day)).toISOString();
const dayIn = (zone: string, instant: string) => CalendarDay.textOf(calendarOf(zone).dayOf(new Date(instant)));

describe('A calendar day begins at its first instant in the zone', () => {
  it.each([
    ['UTC', '2026-03-02', '2026-03-02T00:00:00.000Z'],
    ['Asia/Kolkata', '2026-03-02', '2026-03-01T18:30:00.000Z'],
    ['America/New_York', '2026-03-02', '2026-03-02T05:00:00.000Z'],
    ['Asia/Kathmandu', '2026-03-02', '2026-03-01T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-03-02', '2026-03-01T10:00:00.000Z'],
    ['Etc/GMT+12', '2026-03-02', '2026-03-02T12:00:00.000Z'],
  ])('midnight in %s on %s is %s', (zone, day, instant) => {
    expect(startIn(zone, day)).toBe(instant);
  });

  it('before and after the hour that summer time takes: that day has 23 hours', () => {
    expect(startIn('America/New_York', '2026-03-08')).toBe('2026-03-08T05:00:00.000Z');
    expect(startIn('America/New_York', '2026-03-09')).toBe('2026-03-09T04:00:00.000Z');
  });

  it('before and after the hour that comes twice: that day has 25 hours', () => {
    expect(startIn('Europe/Berlin', '2026-10-25')).toBe('2026-10-24T22:00:00.000Z');
    expect(startIn('Europe/Berlin', '2026-10-26')).toBe('2026-10-25T23:00:00.000Z');
  });

  it('half an hour later where summer time is half an hour', () => {
    expect(startIn('Australia/Lord_Howe', '2026-04-05')).toBe('2026-04-04T13:00:00.000Z');
    expect(startIn('Australia/Lord_Howe', '2026-04-06')).toBe('2026-04-05T13:30:00.000Z');
  });

  it.each([
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['Asia/Beirut', '2022-03-27', '2022-03-26T22:00:00.000Z'],
    ['America/Havana', '2025-03-09', '2025-03-09T05:00:00.000Z'],
    ['Africa/Cairo', '2014-05-16', '2014-05-15T22:00:00.000Z'],
  ])('at 01:00 where midnight does not exist: %s, %s', (zone, day, instant) => {
    expect(startIn(zone, day)).toBe(instant);
    expect(dayIn(zone, instant)).toBe(day);
    expect(dayIn(zone, new Date(Date.parse(instant) - 1).toISOString())).not.toBe(day);
  });

  it('at the first of two midnights', () => {
    expect(startIn('America/Havana', '2025-11-02')).toBe('2025-11-02T04:00:00.000Z');
  });

  it('and stays the day when clocks go back past its midnight', () => {
    // 00:01 became 23:01 of the day before.
    expect(startIn('America/St_Johns', '2006-10-29')).toBe('2006-10-29T02:30:00.000Z');
    expect(dayIn('America/St_Johns', '2006-10-29T02:29:59.999Z')).toBe('2006-10-28');
    expect(dayIn('America/St_Johns', '2006-10-29T02:45:00.000Z')).toBe('2006-10-29');
  });

  it('and a day that was left out is as long as nothing', () => {
    expect(startIn('Pacific/Apia', '2011-12-30')).toBe('2011-12-30T10:00:00.000Z');
    expect(startIn('Pacific/Apia', '2011-12-31')).toBe('2011-12-30T10:00:00.000Z');
    expect(dayIn('Pacific/Apia', '2011-12-30T10:00:00.000Z')).toBe('2011-12-31');
  });

  it('in the first and in the last year', () => {
    expect(startIn('UTC', '0001-01-01')).toBe('0001-01-01T00:00:00.000Z');
    expect(startIn('America/Los_Angeles', '9999-12-31')).toBe('9999-12-31T08:00:00.000Z');
  });
});

describe('The last millisecond of a day', () => {
  it.each([
    ['UTC', '2026-03-06', '2026-03-06T23:59:59.999Z'],
    ['America/Los_Angeles', '2026-03-07', '2026-03-08T07:59:59.999Z'],
    ['America/Los_Angeles', '2026-03-08', '2026-03-09T06:59:59.999Z'],
    ['America/Havana', '2026-03-07', '2026-03-08T04:59:59.999Z'],
    ['America/Havana', '2025-11-02', '2025-11-03T04:59:59.999Z'],
    ['Pacific/Kiritimati', '2026-03-06', '2026-03-06T09:59:59.999Z'],
  ])('in %s of %s is %s', (zone, day, instant) => {
    expect(calendarOf(zone).endOf(dayOf(day)).toISOString()).toBe(instant);
  });

  it('of a day that is skipped is that of the day before', () => {
    const apia = calendarOf('Pacific/Apia');
    expect(apia.endOf(dayOf('2011-12-30'))).toEqual(apia.endOf(dayOf('2011-12-29')));
  });
});

describe('The offsets of a clock', () => {
  it('hold from each change to the next one', () => {
    const clock = calendarOf('Europe/Berlin').clockBetween(new Date('2026-01-01'), new Date('2027-01-01'));
    expect(clock).toEqual([
      { from: new Date('2026-01-01T00:00:00Z'), minutes: 60 },
      { from: new Date('2026-03-29T01:00:00Z'), minutes: 120 },
      { from: new Date('2026-10-25T01:00:00Z'), minutes: 60 },
    ]);
  });

  it('are one where no clock changes', () => {
    const clock = Calendar.utc.clockBetween(new Date('2026-01-01'), new Date('2032-01-01'));
    expect(clock).toEqual([{ from: new Date('2026-01-01T00:00:00Z'), minutes: 0 }]);
  });
});

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

it(`In every zone both ends of a day are in it, and the next day follows without a gap (SEED=${seed})`, () => {
  const zones = Intl.supportedValuesOf('timeZone').map(calendarOf);
  expect(zones.length).toBeGreaterThan(400);
  const days = fc.integer({ min: -100_000, max: 100_000 }).map((count) => CalendarDay.plus(dayOf('1970-01-01'), count));
  fc.assert(
    fc.property(days, (day) => {
      for (const calendar of zones) {
        const [start, end] = [calendar.startOf(day), calendar.endOf(day)];
        // A zone that crosses the date line skips a day: its end is then before its start.
        if (end < start) continue;
        const next = new Date(end.getTime() + 1);
        const found = [calendar.dayOf(start), calendar.dayOf(end), calendar.dayOf(next) > day];
        expect([calendar.zone, ...found]).toEqual([calendar.zone, day, day, true]);
      }
    }),
    { seed, numRuns: 3 },
  );
});

describe('The day of an instant', () => {
  it.each([
    ['UTC', '2026-03-01T23:59:59.999Z', '2026-03-01'],
    ['UTC', '2026-03-02T00:00:00.000Z', '2026-03-02'],
    ['Asia/Kolkata', '2026-03-01T18:29:59.999Z', '2026-03-01'],
    ['Asia/Kolkata', '2026-03-01T18:30:00.000Z', '2026-03-02'],
    ['America/New_York', '2026-03-08T04:59:59.999Z', '2026-03-07'],
  ])('in %s at %s is %s', (zone, instant, day) => {
    expect(dayIn(zone, instant)).toBe(day);
  });
});

describe('A calendar day', () => {
  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-3-2',
    '0000-12-31',
    '10000-01-01',
    '2026-03-02T00:00:00Z',
    '',
  ])('is not %p', (text) => {
    expect(CalendarDay.parse(text)).toBeUndefined();
  });

  it('is read and written alike, leap days too', () => {
    for (const text of ['0001-01-01', '1969-12-31', '1970-01-01', '2024-02-29', '9999-12-31']) {
      expect(CalendarDay.textOf(dayOf(text))).toBe(text);
    }
    expect([dayOf('0001-01-01'), dayOf('9999-12-31')]).toEqual([CalendarDay.first, CalendarDay.last]);
  });

  it('has a Monday at or before it', () => {
    const mondayOf = (text: string) => CalendarDay.textOf(CalendarDay.mondayOf(dayOf(text)));
    expect(['2026-03-01', '2026-03-02', '2026-03-08', '1969-12-31'].map(mondayOf)).toEqual([
      '2026-02-23',
      '2026-03-02',
      '2026-03-02',
      '1969-12-29',
    ]);
  });

  it('has a month that ends', () => {
    const nextOf = (text: string) => CalendarDay.textOf(CalendarDay.nextMonthOf(dayOf(text)));
    expect(['2024-02-29', '2026-12-05', '0099-01-31'].map(nextOf)).toEqual(['2024-03-01', '2027-01-01', '0099-02-01']);
  });
});

describe('A time zone', () => {
  it.each([
    'UTC',
    'Europe/Kyiv',
    'Europe/Kiev',
    'Asia/Calcutta',
    'US/Pacific',
    'EST5EDT',
    'Etc/GMT+5',
    'GMT0',
    'America/Argentina/Buenos_Aires',
  ])('may be called %s', (name) => {
    expect(TimeZone.parse(name)).toBe(name);
  });

  it.each([
    'utc',
    'europe/berlin',
    'EUROPE/BERLIN',
    '+05:30',
    '-0300',
    'UTC+3',
    'EST5EDT,M3.2.0,M11.1.0',
    'PST',
    'Mars/Olympus',
    ' UTC',
    '',
  ])('is not called %p', (name) => {
    expect(TimeZone.parse(name)).toBeUndefined();
  });

  it('can be used whatever its name', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      const calendar = calendarOf(name);
      const day = dayOf('2026-03-02');
      expect(calendar.dayOf(calendar.startOf(day))).toBe(day);
    }
  });
});
