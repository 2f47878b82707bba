import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

/** Maximum bytes of an uncompressed body. JSON of a few thousand characters shrinks to a third. */
const LONGEST_PLAIN_BYTES = 2_048;

/** Maximum bytes of a body: every response but a download stays below this (contract §10.1). */
const LONGEST_BYTES = 10 * 1_048_576;

const compress = promisify<Buffer, { level: number }, Buffer>(gzip);
const decompress = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

/** The stored form of a body: one of the two members, or neither for a response without a body. */
export interface StoredBody {
  readonly plain: Buffer | null;
  readonly gzip: Buffer | null;
}

/** Converts a body to its stored form. A long body is compressed in the thread pool, without blocking the event loop. */
export async function storedBody(body: string | null): Promise<StoredBody> {
  if (body === null) return { plain: null, gzip: null };
  const plain = Buffer.from(body, 'utf8');
  if (plain.length <= LONGEST_PLAIN_BYTES) return { plain, gzip: null };
  return { plain: null, gzip: await compress(plain, { level: constants.Z_BEST_SPEED }) };
}

/** Returns the body exactly as it was sent. Rejects when it is longer than any response, and keeps no more of it. */
export async function readBody({ plain, gzip: compressed }: StoredBody): Promise<string | null> {
  const bytes = compressed ? await decompress(compressed, { maxOutputLength: LONGEST_BYTES }) : plain;
  return bytes === null ? null : bytes.toString('utf8');
}
