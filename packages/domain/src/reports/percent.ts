/** A whole number of per cent, halves away from zero; `null` of nothing. Neither number is negative. */
export function percentOf(part: number, whole: number): number | null {
  // Over whole numbers: a quotient that is rounded before it is rounded again could lose a half.
  return whole === 0 ? null : Math.floor((200 * part + whole) / (2 * whole));
}

/** The nearest whole number to `numerator / denominator`, halves up. Neither is negative. */
export function roundedQuotient(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}
