import { writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { SharpAvatarImages } from './sharp-avatar-images.js';

const MEGABYTE = 1_024 * 1_024;

describe('The image in a file', () => {
  const decoded = (content: Buffer): Promise<Buffer> => new SharpAvatarImages().avatarOf(content);

  beforeAll(async () => {
    // Decode a first image, so that one-time memory of the library is not counted.
    await decoded(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
  });

  /** Returns by how many bytes the memory of this process grows at its peak. */
  async function growth(work: () => Promise<unknown>): Promise<number> {
    // Linux resets the peak here; on other systems it is the peak of the whole process.
    await writeFile('/proc/self/clear_refs', '5').catch(() => undefined);
    const before = process.memoryUsage.rss();
    await work();
    return process.resourceUsage().maxRSS * 1_024 - before;
  }

  const chunk = (type: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = (width: number, height: number): Buffer => {
    const content = Buffer.from('00000000000000000802000000', 'hex');
    content.writeUInt32BE(width, 0);
    content.writeUInt32BE(height, 4);
    return chunk('IHDR', content);
  };
  const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
  /** Makes a PNG whose header states this width and height, with that many bytes of pixels, all zero. */
  const png = (width: number, height: number, bytes: number, ...more: Buffer[]): Buffer =>
    Buffer.concat([
      SIGNATURE,
      header(width, height),
      ...more,
      chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  /** The frame header of a JPEG of the largest possible size, without any data after it. */
  const hugeJpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108ffffffff03012200021101031101', 'hex');
  /** An extended WebP with the largest possible canvas. */
  const hugeWebp = Buffer.from('524946461600000057454250565038580a00000000000000ffffff00ffffff00', 'hex');

  it.each<[string, () => Buffer]>([
    ['50,000 by 50,000 pixels in 100 bytes', () => png(50_000, 50_000, 8)],
    ['the greatest sides a PNG can name', () => png(2 ** 31 - 1, 2 ** 31 - 1, 8)],
    ['one pixel more than is decoded, all of them there', () => png(4_097, 4_096, (4_097 * 3 + 1) * 4_096)],
    ['a row of seventeen million pixels', () => png(17_000_000, 1, 17_000_000 * 3 + 1)],
    ['no pixels', () => png(0, 0, 8)],
    ['half of its pixels', () => png(4_000, 4_000, (4_000 * 3 + 1) * 2_000)],
    [
      'a profile that unpacks to 100 MB',
      () =>
        png(
          5_000,
          5_000,
          8,
          chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(100 * MEGABYTE))])),
        ),
    ],
    ['the largest JPEG there is', () => hugeJpeg],
    ['the largest WebP there is', () => hugeWebp],
  ])('is refused, and takes no memory worth speaking of: %s', async (_what, image) => {
    const content = image();
    expect(content.length).toBeLessThan(MEGABYTE);
    const grown = await growth(() => expect(decoded(content)).rejects.toMatchObject(REFUSED));
    expect(grown).toBeLessThan(50 * MEGABYTE);
  });

  it('is decoded at the most pixels there may be, in bounded memory', async () => {
    const content = png(4_096, 4_096, (4_096 * 3 + 1) * 4_096);
    let image: Buffer = Buffer.alloc(0);
    const grown = await growth(async () => (image = await decoded(content)));
    expect(grown).toBeLessThan(200 * MEGABYTE);
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  });

  const animated = (count: number) => {
    const frames = Buffer.alloc(64 * 64 * count * 3);
    for (let n = 0; n < count; n += 1) frames.fill(n % 256, n * 64 * 64 * 3, (n + 1) * 64 * 64 * 3);
    return sharp(frames, { raw: { width: 64, height: 64 * count, channels: 3, pageHeight: 64 } });
  };
  const still = () => sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } });

  it.each<[string, () => Promise<Buffer>]>([
    ['WebP', () => animated(100).webp({ loop: 0, lossless: true }).toBuffer()],
    ['GIF', () => animated(100).gif().toBuffer()],
    ['PNG', () => Promise.resolve(png(9, 9, 28 * 9, chunk('acTL', Buffer.from('0000000200000000', 'hex'))))],
  ])('is the first one of an animation: %s', async (_format, image) => {
    const avatar = sharp(await decoded(await image()));
    expect(await avatar.metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    const { pages } = await avatar.metadata();
    expect(pages ?? 1).toBe(1);
    // The pictures of the animation become lighter, from black.
    const { channels } = await avatar.stats();
    expect(channels.every(({ max }) => max < 10)).toBe(true);
  });

  it('takes the memory of one picture, however many an animation has', async () => {
    const content = await animated(5_000).gif().toBuffer();
    expect(content.length).toBeLessThan(4 * MEGABYTE);
    const grown = await growth(() => decoded(content));
    // All of them have 5,000 times 16 KiB.
    expect(grown).toBeLessThan(40 * MEGABYTE);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['PNG', () => still().png().toBuffer()],
    ['JPEG', () => still().jpeg().toBuffer()],
    ['WebP', () => still().webp().toBuffer()],
    ['GIF', () => still().gif().toBuffer()],
  ])('becomes a square: %s; refused when it is cut off', async (_format, image) => {
    const content = await image();
    expect(await sharp(await decoded(content)).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    await expect(decoded(content.subarray(0, content.length / 2))).rejects.toMatchObject(REFUSED);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an SVG after the first bytes of a GIF', Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['nothing', Buffer.alloc(0)],
    ['a PNG and more than 4 MiB after it', Buffer.concat([png(9, 9, 28 * 9), Buffer.alloc(4 * MEGABYTE)])],
  ])('is refused: %s', async (_what, content) => {
    await expect(decoded(content)).rejects.toMatchObject(REFUSED);
  });

  it('keeps nothing but pixels: no place, no comment, no profile, and nothing that stands after the image', async () => {
    const place = { IFD0: { ImageDescription: 'secret place' }, GPS: { GPSLatitudeRef: 'N' } };
    const photo = await still().withExif(place).withIccProfile('p3').jpeg().toBuffer();
    expect(photo.includes('secret place')).toBe(true);
    const image = await decoded(Buffer.concat([photo, Buffer.from('PK\x03\x04 secret archive <script>')]));
    const { exif, icc, xmp, iptc } = await sharp(image).metadata();
    expect({ exif, icc, xmp, iptc }).toEqual({});
    expect(image.toString('latin1')).not.toMatch(/secret|script/);
  });
});

const REFUSED = { code: 'VALIDATION_ERROR' };
