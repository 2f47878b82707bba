import { shorten, widthOf, wrap } from './text.js';
import { dateOf, dayOf, full, short, spread, timeTicks, valueTicks } from './ticks.js';

const between = (start: string, end: string, width: number) =>
  timeTicks(dayOf(start), dayOf(end), width, 12).map(({ label }) => label);

describe('Ticks of time', () => {
  it('are days while they fit', () => {
    expect(between('2026-02-27', '2026-03-02', 400)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  });

  it('are Mondays in a span of weeks', () => {
    expect(between('2026-03-01', '2026-03-31', 480)).toEqual([
      '2026-03-02',
      '2026-03-09',
      '2026-03-16',
      '2026-03-23',
      '2026-03-30',
    ]);
  });

  it('are the first days of months, and of years', () => {
    expect(between('2025-12-15', '2026-04-02', 300)).toEqual(['2026-01', '2026-02', '2026-03', '2026-04']);
    expect(between('2016-05-01', '2026-05-01', 240)).toEqual(['2018', '2020', '2022', '2024', '2026']);
  });

  it('are at least one, whatever the width', () => {
    for (const days of [0, 1, 6, 13, 29, 59, 400, 3_660]) {
      for (const width of [60, 100, 175, 900]) {
        const ticks = timeTicks(20_000, 20_000 + days, width, 12);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThan(60);
        expect(ticks.every(({ at }) => at >= 20_000 && at <= 20_000 + days)).toBe(true);
      }
    }
  });

  it('do not depend on the time zone of the machine', () => {
    expect(dayOf('1970-01-02')).toBe(1);
    expect(dayOf('1970-01-02T12:00:00.000Z')).toBe(1.5);
    expect(dateOf(1.99)).toBe('1970-01-02');
  });

  it('refuse what is not a date', () => {
    expect(() => dayOf('yesterday')).toThrow(RangeError);
  });
});

describe('Ticks of values', () => {
  it('begin and end the axis', () => {
    expect(valueTicks(0, 42, 5, { whole: true })).toEqual({
      domain: [0, 50],
      ticks: [0, 10, 20, 30, 40, 50].map((at) => ({ at, label: String(at) })),
    });
  });

  it.each([0, 1, 2, 3])('are integers for counts up to %d', (high) => {
    const { ticks } = valueTicks(0, high, 5, { whole: true });
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.every(({ at }) => Number.isInteger(at))).toBe(true);
  });

  it('may be fractions of days', () => {
    expect(valueTicks(0, 1, 2, { whole: false }).ticks.map(({ label }) => label)).toEqual(['0', '0.5', '1']);
  });

  it('have short labels', () => {
    expect([0, 9_500, 12_000, 1_250_000, -4e9, 5e12, 2e15].map(short)).toEqual([
      '0',
      '9,500',
      '12k',
      '1.25M',
      '-4G',
      '5T',
      '2P',
    ]);
    expect([1_234_567.891, 0.5, -1_000].map(full)).toEqual(['1,234,567.89', '0.5', '-1,000']);
  });
});

describe('Labels that are moved apart', () => {
  it('stay where they have room', () => {
    expect(spread([10, 50, 90], 16, 0, 100)).toEqual([10, 50, 90]);
  });

  it('keep their gap, their order and the limits', () => {
    expect(spread([50, 50, 50], 16, 0, 100)).toEqual([50, 66, 82]);
    expect(spread([99, 98, 97], 16, 0, 100)).toEqual([100, 84, 68]);
    expect(spread([], 16, 0, 100)).toEqual([]);
  });
});

describe('Texts', () => {
  it('have the widths of Inter', () => {
    expect(widthOf('Done', 1_000)).toBe(722 + 600 + 591 + 583);
    expect(widthOf('Done', 1_000, 600)).toBe(722 + 609 + 612 + 591);
    expect(widthOf('日😀', 1_000)).toBe(2_200);
    expect(widthOf('e\u0301', 1_000)).toBe(583);
  });

  it('are shortened to a width', () => {
    expect(shorten('Checkout', 100, 12)).toBe('Checkout');
    expect(shorten('Checkout and payment', 60, 12)).toBe('Checko…');
    expect(shorten('😀😀😀', 30, 12)).toBe('😀…');
    expect(shorten('Checkout', 0, 12)).toBe('…');
  });

  it('are broken into lines that fit', () => {
    const lines = wrap(['Website', '2026-09-01 to 2026-09-14', 'W'.repeat(40)], 120, 12);
    expect(lines.slice(0, 2)).toEqual(['Website', '2026-09-01 to']);
    expect(lines.every((content) => widthOf(content, 12) <= 120)).toBe(true);
  });
});
