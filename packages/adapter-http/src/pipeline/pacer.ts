import type { Readable } from 'node:stream';

/** The most pieces of a body that are taken in one turn of the event loop: a chunk of one byte is a piece, and costs a microsecond or two. */
const MOST_PIECES = 2_048;

/**
 * Makes the function to call for each piece of a body. After so many pieces it lets others have the event loop before more is taken;
 * meanwhile the sender has to wait.
 */
export function pacer(body: Readable): () => void {
  let pieces = 0;
  return () => {
    pieces += 1;
    if (pieces % MOST_PIECES !== 0) return;
    body.pause();
    setImmediate(() => body.resume());
  };
}
