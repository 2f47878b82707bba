/** Number of bytes that a short record counts, where it counts. */
const UNIT = 8_192;

/**
 * Returns the bytes to count for a record of this size. A long record counts itself. A short one counts as a whole unit, but only as often
 * as it fills one, so that most mutations write no usage: the mean of many records is their size. `chance` is a random number from 0 to 1.
 */
export function countedBytes(bytes: number, chance: number): number {
  if (bytes >= UNIT) return bytes;
  return chance * UNIT < bytes ? UNIT : 0;
}
