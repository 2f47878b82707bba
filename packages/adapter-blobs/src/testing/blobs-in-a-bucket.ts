import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { BlobName } from '@worktrack/domain';
import { S3Blobs, type S3Settings } from '../s3/s3-blobs.js';
import { clientOf } from './s3-client.js';

const MEGABYTE = 1_000_000;

/** What holds of every S3, whether it checks signatures or not. Each test leaves alone what others put there. */
export function describeBlobsInABucket(settingsOf: () => S3Settings): void {
  let blobs: S3Blobs;
  beforeAll(async () => {
    blobs = await S3Blobs.in(settingsOf());
  });

  const pieces = (content: Buffer) =>
    Readable.from(
      Array.from({ length: Math.ceil(content.length / 65_536) }, (_, n) =>
        content.subarray(n * 65_536, (n + 1) * 65_536),
      ),
    );
  const names = async (before = new Date(Date.now() + 60_000)) => {
    const found: BlobName[] = [];
    for await (const some of blobs.completeBefore(before)) found.push(...some);
    return found.sort();
  };

  it.each([0, 1, 300_001, 12 * MEGABYTE])('keep %i bytes, and tell what they are', async (size) => {
    const content = randomBytes(size);
    const kept = await blobs.write(pieces(content), 20 * MEGABYTE);
    expect(kept.blobName).toMatch(/^[0-9a-f]{48}$/);
    expect([kept.size, kept.sha256]).toEqual([size, createHash('sha256').update(content).digest('hex')]);
    expect((await buffer(await blobs.read(kept.blobName))).equals(content)).toBe(true);
    expect(await names()).toContain(kept.blobName);
  });

  it.each([10, 12 * MEGABYTE])(
    'hold %i bytes if as many are allowed, and not a byte more: then nothing is kept',
    async (most) => {
      const before = await names();
      const more = pieces(Buffer.alloc(most + 1));
      await expect(blobs.write(more, most)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      expect(more.destroyed).toBe(true);
      expect(await names()).toEqual(before);
      expect((await blobs.write(pieces(Buffer.alloc(most)), most)).size).toBe(most);
    },
  );

  it('keep nothing of a stream that breaks', async () => {
    const before = await names();
    for (const size of [5, 6 * MEGABYTE]) {
      const broken = Readable.from(
        (function* () {
          yield Buffer.alloc(size);
          throw new Error('Gone.');
        })(),
      );
      await expect(blobs.write(broken, 10 * MEGABYTE)).rejects.toThrow('Gone.');
    }
    expect(await names()).toEqual(before);
  });

  it('are removed once, and then no more there', async () => {
    const { blobName } = await blobs.write(Readable.from(['x']), 1);
    await blobs.remove(blobName);
    await blobs.remove(blobName);
    await expect(blobs.read(blobName)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('tell which are older than an instant, and nothing of what else lies there', async () => {
    const { blobName } = await blobs.write(Readable.from(['x']), 1);
    const { bucket: Bucket } = settingsOf();
    const client = clientOf(settingsOf());
    for (const Key of ['attachments/README', `other/${blobName}`])
      await client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
    expect((await names()).filter((name) => name === blobName)).toHaveLength(1);
    expect(await names()).not.toContain('README');
    expect(await names(new Date(Date.now() - 3_600_000))).toEqual([]);
  });
}
