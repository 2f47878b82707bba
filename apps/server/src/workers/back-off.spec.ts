import { BackOff } from './back-off.js';

describe('The wait before a worker is replaced', () => {
  it('doubles with each that ends soon, up to half a minute', () => {
    const backOff = new BackOff();
    const waits = Array.from({ length: 9 }, () => backOff.next(100));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('is short again after a worker that worked for a minute', () => {
    const backOff = new BackOff();
    for (let n = 0; n < 5; n += 1) backOff.next(100);
    expect(backOff.next(60_000)).toBe(500);
    expect(backOff.next(59_999)).toBe(1_000);
  });
});
