/** A piece is cut at the first end of a head from here on: shorter ones would cost more calls than they save requests. */
const SHORTEST = 128;

/** The longest end of a head. */
const BLANK_LINE = 3;

/**
 * Length of the first piece of some bytes of a connection, cut so that few requests end in it: every head ends with an empty line.
 * The shortest request that can be read takes 18 bytes, so a piece holds at most nine.
 */
export function firstPieceOf(bytes: Buffer): number {
  if (bytes.length <= SHORTEST) return bytes.length;
  const from = SHORTEST - BLANK_LINE;
  const strict = bytes.indexOf('\n\r\n', from);
  const end = strict === -1 ? bytes.length : strict + BLANK_LINE;
  // A parser may take a bare line feed for the end of a line.
  const bare = bytes.subarray(0, end).indexOf('\n\n', from);
  return bare === -1 ? end : bare + 2;
}
