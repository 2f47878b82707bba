import { countedBytes } from './counted-bytes.js';

/** Evenly spread numbers from 0 to 1, in place of random ones. */
const CHANCES = Array.from({ length: 10_000 }, (_, n) => (n + 0.5) / 10_000);

describe('The bytes that a stored reply counts', () => {
  it('are its size from 8 KiB on, whatever the chance', () => {
    for (const bytes of [8_192, 8_193, 5_000_000]) {
      expect(CHANCES.map((chance) => countedBytes(bytes, chance)).every((counted) => counted === bytes)).toBe(true);
    }
  });

  it('are 8 KiB or nothing for a shorter one, and on average its size', () => {
    for (const bytes of [256, 1_500, 8_191]) {
      const counted = CHANCES.map((chance) => countedBytes(bytes, chance));
      expect([...new Set(counted)].sort((a, b) => a - b)).toEqual([0, 8_192]);
      const mean = counted.reduce((sum, each) => sum + each, 0) / counted.length;
      expect(Math.abs(mean - bytes)).toBeLessThan(1);
    }
  });

  it('are never nothing for each chance, and never 8 KiB for each chance', () => {
    expect([countedBytes(256, 0), countedBytes(8_191, 0.999999)]).toEqual([8_192, 0]);
  });
});
