import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { DatedBlob } from '@worktrack/application';
import type { BlobName } from '@worktrack/domain';
import { S3Blobs, type S3Settings } from '../src/s3/s3-blobs.js';
import { clientOf } from './s3-client.js';

const MEGABYTE = 1_000_000;

/** Tests for every S3, with and without a check of signatures. Each test leaves the objects of others alone. */
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
  const listed = async (every: AsyncIterable<readonly DatedBlob[]>) => {
    const found = new Map<BlobName, Date>();
    for await (const some of every) for (const { name, since } of some) found.set(name, since);
    return found;
  };
  const names = async () => [...(await listed(blobs.all())).keys()].sort();
  const write = async (content = 'x') => (await blobs.write(Readable.from([content]), MEGABYTE)).blobName;
  const isNow = (instant: Date | undefined) => Math.abs((instant?.getTime() ?? 0) - Date.now()) < 60_000;

  it.each([0, 1, 300_001, 12 * MEGABYTE])('keep %i bytes, and return their size and hash', async (size) => {
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

  it('are put under the name that they had elsewhere', async () => {
    const name = randomBytes(24).toString('hex') as BlobName;
    await blobs.put(name, Readable.from([Buffer.from('restored')]));
    expect((await buffer(await blobs.read(name))).toString()).toBe('restored');
    expect(await names()).toContain(name);
  });

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

  it('are all listed with their dates, and nothing of what else lies there', async () => {
    const name = await write();
    const { bucket: Bucket } = settingsOf();
    const client = clientOf(settingsOf());
    for (const Key of ['attachments/README', `other/${name}`])
      await client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
    const all = await listed(blobs.all());
    expect(isNow(all.get(name))).toBe(true);
    expect([...all.keys()].filter((each) => each === name)).toHaveLength(1);
    expect(all.has('README' as BlobName)).toBe(false);
    expect([await blobs.has(name), await blobs.has('0'.repeat(48) as BlobName)]).toEqual([true, false]);
  });

  it('go to the trash dated by that moment, are read there, and come back', async () => {
    const name = await write('kept');
    await blobs.moveToTrash(name);
    await blobs.moveToTrash(name);
    expect(isNow((await listed(blobs.trashed())).get(name))).toBe(true);
    expect([await blobs.has(name), (await names()).includes(name)]).toEqual([false, false]);
    expect(String(await buffer(await blobs.read(name)))).toBe('kept');
    await blobs.putBack(name);
    await blobs.putBack(name);
    expect([await blobs.has(name), (await listed(blobs.trashed())).has(name)]).toEqual([true, false]);
    await blobs.moveToTrash(name);
    await blobs.removeFromTrash(name);
    await blobs.removeFromTrash(name);
    await expect(blobs.read(name)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('have the id that somebody gave them first, until it is replaced', async () => {
    const before = await blobs.id();
    const given = await blobs.giveId('one');
    expect([given, await blobs.giveId('two'), await blobs.id()]).toEqual([before ?? 'one', given, given]);
    await blobs.replaceId('another');
    expect(await (await S3Blobs.in(settingsOf())).id()).toBe('another');
    expect(await blobs.giveId('third')).toBe('another');
  });

  it('call the counter with the bytes, and fail with its error', async () => {
    const before = await names();
    const count = () => {
      throw new Error('No room.');
    };
    await expect(blobs.write(pieces(Buffer.alloc(100)), 100, count)).rejects.toThrow('No room.');
    expect(await names()).toEqual(before);
  });
}
