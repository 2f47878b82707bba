const PNG_SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const AROUND_A_CHUNK = 12;

/**
 * False for a PNG that is animated, which the decoder reads as its first picture: a chunk `acTL` before the pixels says so. True for a file of any
 * other format.
 */
export function isStillImage(file: Buffer): boolean {
  if (file.toString('latin1', 1, 4) !== 'PNG') return true;
  for (let at = PNG_SIGNATURE_BYTES; at + AROUND_A_CHUNK <= file.length; at += AROUND_A_CHUNK + file.readUInt32BE(at)) {
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return false;
    if (type === 'IDAT') return true;
  }
  return true;
}
