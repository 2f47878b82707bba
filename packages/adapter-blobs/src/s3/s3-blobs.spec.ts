import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { BlobName } from '@worktrack/domain';
import { openBlobs } from '../open-blobs.js';
import { startS3Server, type S3Server } from '../testing/s3-server.js';
import { S3Blobs } from './s3-blobs.js';

const MEGABYTE = 1_000_000;

describe('Blobs in a bucket', () => {
  let server: S3Server;
  let blobs: S3Blobs;

  beforeAll(async () => {
    server = await startS3Server();
    blobs = await S3Blobs.in(server.settings);
  });

  afterAll(() => server.stop());

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
    expect(kept).toEqual({
      blobName: expect.stringMatching(/^[0-9a-f]{48}$/),
      size,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
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
    const { endpoint, region, bucket: Bucket, ...credentials } = server.settings;
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    for (const Key of ['attachments/README', `other/${blobName}`])
      await client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
    expect((await names()).filter((name) => name === blobName)).toHaveLength(1);
    expect(await names()).not.toContain('README');
    expect(await names(new Date(Date.now() - 3_600_000))).toEqual([]);
  });

  it('have nothing to forget where what was begun cannot be listed', async () => {
    expect(await blobs.removeAbandoned(new Date())).toBe(0);
  });

  it('refuse to open a bucket that is not there', async () => {
    const elsewhere = { ...server.settings, bucket: 'nowhere' };
    await expect(S3Blobs.in(elsewhere)).rejects.toThrow(/^The bucket nowhere cannot be used: .+\.$/);
    const nobody = { ...server.settings, endpoint: 'http://127.0.0.1:9' };
    await expect(S3Blobs.in(nobody)).rejects.toThrow(/^The bucket files cannot be used: .+\.$/);
  });

  it('are where the settings say', async () => {
    const opened = await openBlobs({ dataDir: '/nowhere', s3: server.settings });
    const { blobName } = await opened.write(Readable.from(['x']), 1);
    expect(String(await buffer(await blobs.read(blobName)))).toBe('x');
  });
});

describe('What was begun in a bucket and never ended', () => {
  const now = new Date('2026-03-02T12:00:00.000Z');
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  /** Uploads by their keys: when they were begun, and when each of their parts was written. */
  const uploads: Record<string, { begun: string; parts: string[] }> = {
    old: { begun: before(120), parts: [before(119), before(90)] },
    empty: { begun: before(61), parts: [] },
    'still going': { begun: before(120), parts: [before(119), before(5)] },
    fresh: { begun: before(59), parts: [] },
  };
  const aborted: string[] = [];
  let server: Server;

  /** As much of an S3 as lists and aborts uploads, one a page. */
  beforeAll(async () => {
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
      const key = decodeURIComponent(pathname.replace('/files/attachments/', ''));
      if (request.method === 'DELETE') aborted.push(key);
      response.writeHead(request.method === 'DELETE' ? 204 : 200, { 'Content-Type': 'application/xml' });
      if (request.method !== 'GET') response.end();
      else if (searchParams.has('uploads')) response.end(uploadsBehind(searchParams.get('key-marker')));
      else response.end(`<ListPartsResult>${partsOf(key)}</ListPartsResult>`);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  afterAll(() => server.close());

  function uploadsBehind(marker: string | null): string {
    const keys = Object.keys(uploads);
    const at = marker === null ? 0 : keys.indexOf(marker.replace('attachments/', '')) + 1;
    const [key = '', next] = keys.slice(at);
    const upload = `<Upload><Key>attachments/${key}</Key><UploadId>1</UploadId><Initiated>${uploads[key]!.begun}</Initiated></Upload>`;
    const more = `<IsTruncated>${next !== undefined}</IsTruncated><NextKeyMarker>attachments/${key}</NextKeyMarker>`;
    return `<ListMultipartUploadsResult>${upload}${more}</ListMultipartUploadsResult>`;
  }

  const partsOf = (key: string) =>
    uploads[key]!.parts.map(
      (at, n) => `<Part><PartNumber>${n + 1}</PartNumber><LastModified>${at}</LastModified></Part>`,
    ).join('');

  it('is forgotten when nothing was written to it since the given instant', async () => {
    const { port } = server.address() as AddressInfo;
    const settings = { bucket: 'files', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' };
    const blobs = await S3Blobs.in({ ...settings, endpoint: `http://127.0.0.1:${port}` });
    expect(await blobs.removeAbandoned(new Date(before(60)))).toBe(2);
    expect(aborted).toEqual(['old', 'empty']);
  });
});
