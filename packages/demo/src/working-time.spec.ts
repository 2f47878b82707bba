import { WORKING, WorkingTime } from './working-time.js';

const { HOUR, DAY, WEEK } = WORKING;

describe('Working time', () => {
  it('runs from Monday to Friday, 8 to 18, and leaves out what lies between', () => {
    // A Wednesday.
    const time = WorkingTime.until(new Date('2026-03-04T12:30:00.000Z'), WEEK);
    const times = [0, 5 * HOUR, 6 * HOUR, 2 * DAY + 6 * HOUR, WEEK - 1].map((moment) => time.at(moment).toISOString());
    expect(times).toEqual([
      '2026-02-25T12:30:00.000Z',
      '2026-02-25T17:30:00.000Z',
      '2026-02-26T08:30:00.000Z',
      '2026-03-02T08:30:00.000Z',
      '2026-03-04T12:29:59.999Z',
    ]);
  });

  it.each([
    ['in the night', '2026-03-04T23:00:00.000Z', '2026-03-04T17:59:59.999Z'],
    ['before work', '2026-03-04T05:00:00.000Z', '2026-03-03T17:59:59.999Z'],
    ['on a Saturday', '2026-03-07T12:00:00.000Z', '2026-03-06T17:59:59.999Z'],
    ['on a Sunday', '2026-03-08T12:00:00.000Z', '2026-03-06T17:59:59.999Z'],
    ['on a Monday before work', '2026-03-09T07:59:00.000Z', '2026-03-06T17:59:59.999Z'],
  ])('ends with the last working hour when now is %s', (_when, now, last) => {
    const time = WorkingTime.until(new Date(now), WEEK);
    expect(time.at(time.length - 1).toISOString()).toBe(last);
  });
});
