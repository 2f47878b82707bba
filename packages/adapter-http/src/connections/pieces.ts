/** The least bytes of a piece, which ends at the first end of a head after them: shorter pieces would cost too many calls. */
const SHORTEST = 128;

/** Length of the longest empty line that ends a head. */
const BLANK_LINE = 3;

/**
 * Returns the length of the first piece of received bytes, cut so that few requests end in it: every head ends with an empty line.
 * The shortest valid request takes 18 bytes, so a piece contains at most nine.
 */
export function firstPieceOf(bytes: Buffer): number {
  if (bytes.length <= SHORTEST) return bytes.length;
  const from = SHORTEST - BLANK_LINE;
  const strict = bytes.indexOf('\n\r\n', from);
  const end = strict === -1 ? bytes.length : strict + BLANK_LINE;
  // A parser can accept a bare line feed as the end of a line.
  const bare = bytes.subarray(0, end).indexOf('\n\n', from);
  return bare === -1 ? end : bare + 2;
}
