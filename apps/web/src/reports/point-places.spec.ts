import { beside, between, nextOf, pointAt, spanOf } from './point-places.js';

const dot = (x: number, y: number) => ({ x, y, label: '.', row: {} });
const column = (left: number, right: number) => ({
  ...dot((left + right) / 2, 40),
  area: { left, right, top: 10, bottom: 90 },
});

describe('The point at a place of a drawing', () => {
  it('is the one whose area the place is in, however far away its mark is', () => {
    const points = [column(0, 50), column(50, 100)];
    expect(pointAt(points, 60, 89)).toBe(1);
    expect(pointAt(points, 60, 95)).toBeUndefined();
  });

  it('is the nearest dot within 24 pixels', () => {
    const points = [dot(0, 0), dot(30, 0), dot(30, 30)];
    expect(pointAt(points, 20, 2)).toBe(1);
    expect(pointAt(points, 30, 54)).toBeUndefined();
    expect(pointAt(points, 30, 53)).toBe(2);
  });
});

describe('A span of a drawing', () => {
  it('is chosen from left to right or from right to left', () => {
    const days = [{ date: '2026-03-02' }, { date: '2026-03-05' }] as const;
    expect(spanOf(days[0], days[1])).toEqual(['2026-03-02', '2026-03-05']);
    expect(spanOf(days[1], days[0])).toEqual(['2026-03-02', '2026-03-05']);
    expect(spanOf(days[0], {})).toBeUndefined();
  });

  it('is marked over the areas of both ends; dots are marked over the whole height', () => {
    const [first, , last] = [column(0, 50), column(50, 100), column(100, 150)];
    expect(between(last, first, 200)).toEqual({ x: 0, y: 10, width: 150, height: 80 });
    expect(between(dot(30, 5), dot(10, 5), 200)).toEqual({ x: 10, y: 0, width: 20, height: 200 });
  });

  it('begins and ends at the nearest point to the left or right', () => {
    expect(beside([dot(0, 0), dot(30, 0), dot(70, 0)], 40)).toBe(1);
    expect(beside([], 40)).toBeUndefined();
  });
});

describe('The keys of a drawing', () => {
  it.each([
    ['ArrowRight', undefined, 0],
    ['ArrowLeft', undefined, 2],
    ['ArrowRight', 2, 2],
    ['ArrowLeft', 0, 0],
    ['Home', 1, 0],
    ['End', 1, 2],
    ['a', 1, undefined],
  ])('%s at %s goes to %s', (key, at, to) => {
    expect(nextOf(key, at, 2)).toBe(to);
  });

  it('do nothing without points', () => {
    expect(nextOf('Home', undefined, -1)).toBeUndefined();
  });
});
