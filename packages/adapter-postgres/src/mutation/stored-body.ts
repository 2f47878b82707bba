import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

/** Longer bodies are compressed. JSON of a few thousand characters becomes a third of it. */
const LONGEST_PLAIN_BYTES = 2_048;

const compress = promisify<Buffer, { level: number }, Buffer>(gzip);
const decompress = promisify<Buffer, Buffer>(gunzip);

/** A body as it is stored: one of the two, or none for an answer without a body. */
export interface StoredBody {
  readonly plain: Buffer | null;
  readonly gzip: Buffer | null;
}

/** Compresses a long body on a thread of its own: the event loop goes on meanwhile. */
export async function storedBody(body: string | null): Promise<StoredBody> {
  if (body === null) return { plain: null, gzip: null };
  const plain = Buffer.from(body, 'utf8');
  if (plain.length <= LONGEST_PLAIN_BYTES) return { plain, gzip: null };
  return { plain: null, gzip: await compress(plain, { level: constants.Z_BEST_SPEED }) };
}

/** Reads a body as it was sent, byte by byte. */
export async function readBody({ plain, gzip: compressed }: StoredBody): Promise<string | null> {
  const bytes = compressed ? await decompress(compressed) : plain;
  return bytes === null ? null : bytes.toString('utf8');
}
