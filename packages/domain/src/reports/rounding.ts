/**
 * Returns `numerator / denominator` with two decimals, halves away from zero. Computes with integers: a binary fraction cannot represent
 * 1.005, so its half would be lost.
 */
export function twoDecimals(numerator: bigint, denominator: bigint): number {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const hundredths = Number((200n * magnitude + denominator) / (2n * denominator)) / 100;
  return numerator < 0n ? -hundredths : hundredths;
}

/** Returns `sqrt(square) / denominator` with two decimals, halves away from zero. Neither argument is negative. */
export function twoDecimalsOfRoot(square: bigint, denominator: bigint): number {
  return Number((wholeRoot(40_000n * square) + denominator) / (2n * denominator)) / 100;
}

/** Returns the largest integer whose square is not greater than `square`: Newton's method, from above. */
function wholeRoot(square: bigint): bigint {
  if (square === 0n) return 0n;
  // A double is off by less than one part in 2^52. The start must not be below the root: it would be returned unchanged.
  let root = BigInt(Math.ceil(Math.sqrt(Number(square)) * (1 + 2 ** -50))) + 1n;
  for (;;) {
    const better = (root + square / root) / 2n;
    if (better >= root) return root;
    root = better;
  }
}
