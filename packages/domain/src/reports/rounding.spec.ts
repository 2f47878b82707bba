import { percentileOf } from './percentile.js';
import { twoDecimals, twoDecimalsOfRoot } from './rounding.js';

describe('Two decimals', () => {
  it.each([
    [1n, 3n, 0.33],
    [2n, 3n, 0.67],
    [1005n, 1000n, 1.01],
    [1_004_999n, 1_000_000n, 1],
    [1n, 200n, 0.01],
    [-1n, 200n, -0.01],
    [-1005n, 1000n, -1.01],
    [0n, 7n, 0],
    [2675n, 1000n, 2.68],
    [200_000n * 3_650n * 86_400_000n, 200_000n * 86_400_000n, 3650],
  ])('%p over %p is %p: halves go away from zero', (numerator, denominator, rounded) => {
    expect(twoDecimals(numerator, denominator)).toBe(rounded);
  });

  it.each([
    [2n, 1n, 1.41],
    [0n, 5n, 0],
    [1n, 8n, 0.13],
    [1_000_000n * 1_000_000n, 7n, 142_857.14],
    [9n * 10n ** 40n, 10n ** 20n, 3],
  ])('the root of %p over %p is %p', (square, denominator, rounded) => {
    expect(twoDecimalsOfRoot(square, denominator)).toBe(rounded);
  });
});

describe('A percentile', () => {
  it('lies between the two closest ranks', () => {
    expect(percentileOf([1, 2, 3, 4], 50)).toBe(2.5);
    expect(percentileOf([1, 2, 3, 4], 85)).toBe(3.55);
    expect(percentileOf([10, 20, 30], 95)).toBe(29);
  });

  it('of one number is that number, of none nothing', () => {
    expect(percentileOf([7], 85)).toBe(7);
    expect(percentileOf([], 50)).toBeNull();
  });
});
