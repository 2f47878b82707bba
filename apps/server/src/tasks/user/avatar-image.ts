import { createReadStream } from 'node:fs';
import { refuse } from '@worktrack/application';
import { readAtMost } from '../read-at-most.js';
import { UsageError } from '../usage-error.js';

/** The longest file that is accepted, in bytes. */
const MOST_BYTES = 1_048_576;

/** The largest image that is decoded, in pixels: a small file can hold a huge one. */
const MOST_PIXELS = 4_096 * 4_096;

/** Timeout for decoding and encoding an image, in seconds. */
const MOST_SECONDS = 10;

/** Width and height of the stored avatar, in pixels. */
const SIDE = 256;

/** The first bytes of the files of each format. The decoder would accept more of them: SVG among others. */
const BEGINNINGS: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

/**
 * Reads a PNG, JPEG or WebP file and returns a square WebP with nothing but its pixels. Throws `UsageError` when the file cannot be read,
 * and `VALIDATION_ERROR` when it is not such an image, or too large.
 */
export async function avatarIn(file: string): Promise<Buffer> {
  const bytes = await contentOf(file);
  if (!BEGINNINGS.some((begins) => begins(bytes))) refuse('VALIDATION_ERROR', `${file} is no PNG, JPEG or WebP file.`);
  try {
    return await encoded(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    refuse('VALIDATION_ERROR', `${file} is no image that can be decoded: ${String(reason)}.`);
  }
}

async function contentOf(file: string): Promise<Buffer> {
  const bytes = await readAtMost(MOST_BYTES, createReadStream(file)).catch((error: unknown) => {
    throw new UsageError(`--avatar cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (!bytes) refuse('VALIDATION_ERROR', `${file} is larger than 1 MiB.`);
  return bytes;
}

/** Rotates the image by its EXIF orientation, crops it to a square around its middle and encodes it. */
async function encoded(bytes: Buffer): Promise<Buffer> {
  // Loaded here because it is native code that no other task and no request needs.
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .webp()
    .timeout({ seconds: MOST_SECONDS })
    .toBuffer();
}
