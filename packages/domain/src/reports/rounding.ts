/**
 * `numerator / denominator` with two decimals, halves away from zero. Over whole numbers: a binary fraction
 * holds neither 1.005 nor the half that is in it.
 */
export function twoDecimals(numerator: bigint, denominator: bigint): number {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const hundredths = Number((200n * magnitude + denominator) / (2n * denominator)) / 100;
  return numerator < 0n ? -hundredths : hundredths;
}

/** `sqrt(square) / denominator` with two decimals, halves away from zero. Neither is negative. */
export function twoDecimalsOfRoot(square: bigint, denominator: bigint): number {
  return Number((wholeRoot(40_000n * square) + denominator) / (2n * denominator)) / 100;
}

/** The greatest whole number whose square is not more: Newton's way, from above. */
function wholeRoot(square: bigint): bigint {
  if (square === 0n) return 0n;
  // A double is off by less than one part in 2^52; above that it may start too low.
  let root = BigInt(Math.ceil(Math.sqrt(Number(square)) * (1 + 2 ** -50))) + 1n;
  for (;;) {
    const better = (root + square / root) / 2n;
    if (better >= root) return root;
    root = better;
  }
}
