import { Readable } from 'node:stream';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {
  sweepBlobs,
  type BlobReferences,
  type DatedBlob,
  type Leases,
  type StoreOwnership,
} from '@worktrack/application';
import type { BlobName } from '@worktrack/domain';
import { newBlobName } from '../blob-name.js';
import { describeBlobsInABucket } from '../../test/blobs-in-a-bucket.js';
import { clientOf } from '../../test/s3-client.js';
import { S3Blobs, type S3Settings } from './s3-blobs.js';

jest.setTimeout(300_000);

const PART = 5 * 1_024 * 1_024;

/** Settings of an S3 that checks signatures. */
const settings = { ...JSON.parse(process.env.TEST_S3!), bucket: 'blobs' } as S3Settings;

describe('Blobs in a bucket whose owner checks signatures', () => {
  const client = clientOf(settings);
  let blobs: S3Blobs;

  beforeAll(async () => {
    blobs = await S3Blobs.in(settings);
  });

  describeBlobsInABucket(() => settings);

  const begun = async (): Promise<string[]> => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }));
    return Uploads.map(({ Key = '' }) => Key);
  };
  const objects = async (): Promise<number> => {
    const { KeyCount = 0 } = await client.send(
      new ListObjectsV2Command({ Bucket: settings.bucket, Prefix: 'attachments/' }),
    );
    return KeyCount;
  };

  it.each([
    ['a wrong secret', { secretAccessKey: 'another' }, 'the credentials are refused (403)'],
    ['a wrong key', { accessKeyId: 'test:nobody' }, 'the credentials are refused (403)'],
    ['a bucket that is not there', { bucket: 'nowhere' }, 'it does not exist (404)'],
  ])('are not opened with %s', async (_what, wrong, why) => {
    const { bucket } = { ...settings, ...wrong };
    await expect(S3Blobs.in({ ...settings, ...wrong })).rejects.toThrow(`The bucket ${bucket} cannot be used: ${why}.`);
  });

  it.each([1, 5, 6, 11, 16])('keep nothing of %i MiB that break off, no part either', async (megabytes) => {
    const before = await objects();
    const broken = Readable.from(
      (function* () {
        for (let n = 0; n < megabytes; n += 1) yield Buffer.alloc(1_024 * 1_024);
        throw new Error('Gone.');
      })(),
    );
    await expect(blobs.write(broken, 100 * PART)).rejects.toThrow('Gone.');
    expect(await begun()).toEqual([]);
    expect(await objects()).toBe(before);
  });

  it('keep a hundred megabytes piece by piece', async () => {
    const pieces = Readable.from(
      (function* () {
        for (let n = 0; n < 100; n += 1) yield Buffer.alloc(1_000_000, n);
      })(),
    );
    const { blobName, size } = await blobs.write(pieces, 100_000_000);
    expect(size).toBe(100_000_000);
    let at = 0;
    for await (const piece of (await blobs.read(blobName)) as AsyncIterable<Buffer>) {
      // Every byte of a megabyte is that megabyte's number.
      expect([piece[0], piece.at(-1)]).toEqual([Math.floor(at / 1e6), Math.floor((at + piece.length - 1) / 1e6)]);
      at += piece.length;
    }
    expect(at).toBe(100_000_000);
    await blobs.remove(blobName);
  });

  it('lose what a crash left half sent, once nothing was written to it since the given instant', async () => {
    const Key = `attachments/${newBlobName()}`;
    const upload = { Bucket: settings.bucket, Key };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(upload));
    await client.send(new UploadPartCommand({ ...upload, UploadId, PartNumber: 1, Body: Buffer.alloc(PART) }));
    expect(await begun()).toEqual([Key]);
    expect(await blobs.removeAbandoned(new Date(Date.now() - 3_600_000))).toBe(0);
    expect(await begun()).toEqual([Key]);
    expect(await blobs.removeAbandoned(new Date(Date.now() + 60_000))).toBe(1);
    expect(await begun()).toEqual([]);
  });

  it('are swept over more than a page of them: what no attachment refers to goes, the rest stays', async () => {
    const names: BlobName[] = [];
    for (let batch = 0; batch < 55; batch += 1) {
      const kept = await Promise.all(Array.from({ length: 20 }, () => blobs.write(Readable.from(['x']), 1)));
      names.push(...kept.map(({ blobName }) => blobName));
    }
    const needed = new Set(names.slice(0, 1_050));
    const references = (isNeeded: (name: BlobName) => boolean): BlobReferences => ({
      unused: (some) => Promise.resolve(some.filter((name) => !isNeeded(name))),
      unknown: () => Promise.resolve([]),
      some: () => Promise.resolve([]),
      live: () => Promise.resolve([]),
      count: () => Promise.resolve(0),
    });
    const isOurs = () => Promise.resolve(true);
    const ownership = { check: () => Promise.resolve({ isOurs: true }), isOurs } as unknown as StoreOwnership;
    const leases: Leases = { hold: (_name, _seconds, work) => work({ renew: isOurs }) };
    const sweep = (isNeeded: (name: BlobName) => boolean, now = new Date(), force = false) =>
      sweepBlobs({ store: blobs, references: references(isNeeded), ownership, leases }, { trashDays: 7, now, force });
    const isNeeded = (name: BlobName) => needed.has(name);
    const later = (days: number) => new Date(Date.now() + days * 24 * 3_600_000 + 60_000);
    expect(await sweep(isNeeded)).toMatchObject({ trashed: 0, deleted: 0 });
    // Sweep as if a day later; this also removes blobs that other tests left.
    const swept = await sweep(isNeeded, later(1), true);
    expect(swept).toMatchObject({ state: 'swept', blobs: expect.any(Number) });
    const left = async (every: AsyncIterable<readonly DatedBlob[]>) => {
      const found: BlobName[] = [];
      for await (const some of every) found.push(...some.map(({ name }) => name));
      return new Set(found);
    };
    expect(await left(blobs.all())).toEqual(needed);
    expect((await left(blobs.trashed())).size).toBeGreaterThanOrEqual(50);
    await sweep(() => false, later(1), true);
    expect(await left(blobs.all())).toEqual(new Set());
    await sweep(() => false, later(8));
    expect(await left(blobs.trashed())).toEqual(new Set());
  });
});
