import { Calendar, CalendarDay, TimeZone, offsetsOfRuntime } from '@worktrack/domain';
import { PackagedTimeZones, TIME_ZONE_DATA } from './time-zones.js';

const zones = new PackagedTimeZones();
const startOf = (name: string, day: string) => {
  const zone = TimeZone.parse(name)!;
  return new Calendar(zone, zones.offsetsOf(zone)).startOf(CalendarDay.parse(day)!).toISOString();
};

describe('The clock rules of the package', () => {
  it('are those of 2026f or newer', () => {
    expect(TIME_ZONE_DATA).toMatch(/^20\d\d[a-z]$/);
    expect(TIME_ZONE_DATA >= '2026f').toBe(true);
  });

  // Havana, Vancouver and Winnipeg keep summer time from 2026 on, and Casablanca keeps standard time: Node 20.20 has older rules.
  it.each([
    ['America/Havana', '2026-11-28', '2026-11-28T04:00:00.000Z'],
    ['America/Vancouver', '2026-11-28', '2026-11-28T07:00:00.000Z'],
    ['America/Winnipeg', '2026-11-28', '2026-11-28T05:00:00.000Z'],
    ['Africa/Casablanca', '2026-11-28', '2026-11-28T00:00:00.000Z'],
    ['Europe/Zurich', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-28', '2026-11-27T18:15:00.000Z'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['UTC', '2026-11-28', '2026-11-28T00:00:00.000Z'],
  ])('begin a day in %s: %s at %s', (zone, day, instant) => {
    expect(startOf(zone, day)).toBe(instant);
  });

  it('agree with the runtime where nothing has changed since: in every zone, in January and July of 2020', () => {
    const instants = ['2020-01-15T12:00:00Z', '2020-07-15T12:00:00Z'].map((text) => Date.parse(text));
    for (const name of [...Intl.supportedValuesOf('timeZone'), 'Cuba', 'US/Pacific', 'EST5EDT', 'Etc/GMT+5']) {
      const zone = TimeZone.parse(name)!;
      const [packaged, ofRuntime] = [zones.offsetsOf(zone), offsetsOfRuntime(zone)];
      expect([name, ...instants.map(packaged)]).toEqual([name, ...instants.map(ofRuntime)]);
    }
  });
});
