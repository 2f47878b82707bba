/** Returns `part` of `whole` in whole per cent, halves rounded up; `null` when `whole` is 0. Neither number is negative. */
export function percentOf(part: number, whole: number): number | null {
  // Computed with integers: rounding a quotient that is already rounded could lose a half.
  return whole === 0 ? null : Math.floor((200 * part + whole) / (2 * whole));
}

/** Returns `numerator / denominator` rounded to an integer, halves up. Neither is negative. */
export function roundedQuotient(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}
