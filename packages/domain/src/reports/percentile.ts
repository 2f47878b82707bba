import { twoDecimals } from './rounding.js';

/**
 * Returns a percentile of ascending integers, by linear interpolation between closest ranks (`PERCENTILE_CONT`), divided by `unit`, with
 * two decimals; `null` for no values.
 */
export function percentileOf(rising: ArrayLike<number>, percent: number, unit = 1n): number | null {
  const position = percent * (rising.length - 1);
  const below = rising[Math.floor(position / 100)];
  if (below === undefined) return null;
  const above = rising[Math.ceil(position / 100)] ?? below;
  return twoDecimals(100n * BigInt(below) + BigInt(position % 100) * BigInt(above - below), 100n * unit);
}
