import { AvatarImages, MOST_AVATAR_BYTES, isRefusal, refuse } from '@worktrack/application';

/** The largest image that is decoded, in pixels: a small file can hold a huge one. */
const MOST_PIXELS = 4_096 * 4_096;

/** Timeout for decoding and encoding an image, in seconds. */
const MOST_SECONDS = 10;

/** Width and height of an avatar, in pixels. */
const SIDE = 256;

/** Makes avatars by sharp, in threads of its own: the event loop only hands bytes over. */
export class SharpAvatarImages extends AvatarImages {
  override async avatarOf(file: Buffer): Promise<Buffer> {
    if (file.length > MOST_AVATAR_BYTES) refuseFile('must have at most 4 MiB');
    // The decoder would accept more formats: SVG among others.
    if (!BEGINNINGS.some((begins) => begins(file))) refuseFile('must be a PNG, JPEG, WebP or GIF file');
    try {
      return await encoded(file);
    } catch (error) {
      if (isRefusal(error)) throw error;
      return refuseFile('cannot be decoded: it is cut off, damaged, or has more than 4,096 × 4,096 pixels');
    }
  }
}

/** The first bytes of the files of each format. */
const BEGINNINGS: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
];

/** Rotates the image by its EXIF orientation, crops it to a square around its middle and encodes it, without its metadata. Of an animation it takes the first picture: no other one is decoded. */
async function encoded(file: Buffer): Promise<Buffer> {
  // Loaded here because it is native code that most processes never need.
  const { default: sharp } = await import('sharp');
  const image = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
  return image.autoOrient().resize(SIDE, SIDE, { fit: 'cover' }).webp().timeout({ seconds: MOST_SECONDS }).toBuffer();
}

function refuseFile(problem: string): never {
  refuse('VALIDATION_ERROR', `file ${problem}.`, { fieldErrors: { file: [problem] } });
}
