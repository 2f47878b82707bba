import type { Readable } from 'node:stream';

/** The most pieces of a body in one iteration of the event loop: a chunk of one byte is a piece, and costs a microsecond or two. */
const MOST_PIECES = 2_048;

/**
 * Returns a function to call for each piece of a body. After `MOST_PIECES` pieces it pauses the body until the event loop has served
 * other requests.
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
