/** Reads a stream to its end. Returns `undefined`, and reads no further, when it has more bytes: it can be a device without an end. */
export async function readAtMost(most: number, source: AsyncIterable<string | Buffer>): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
