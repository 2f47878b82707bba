import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobName } from '@worktrack/domain';
import { openBlobs } from '../open-blobs.js';
import { describeBlobsInABucket } from '../../test/blobs-in-a-bucket.js';
import { startS3Server, type S3Server } from '../../test/s3-server.js';
import { S3Blobs } from './s3-blobs.js';

describe('Blobs in a bucket', () => {
  let server: S3Server;
  let blobs: S3Blobs;

  beforeAll(async () => {
    server = await startS3Server();
    blobs = await S3Blobs.in(server.settings);
  });

  afterAll(() => server.stop());

  describeBlobsInABucket(() => server.settings);

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

describe('A bucket that is away', () => {
  const unavailable = { name: 'StoreUnavailable' };

  it('is unavailable for reads, writes and lists when its server has stopped', async () => {
    const server = await startS3Server();
    const blobs = await S3Blobs.in(server.settings);
    const { blobName } = await blobs.write(Readable.from(['x']), 1);
    await server.stop();
    await expect(blobs.read(blobName)).rejects.toMatchObject(unavailable);
    await expect(blobs.write(Readable.from(['x']), 1)).rejects.toMatchObject(unavailable);
    await expect(blobs.write(Readable.from([Buffer.alloc(6_000_000)]), 6_000_000)).rejects.toMatchObject(unavailable);
    // The S3 client ends the reading of a content that has more: this is no error of the content.
    const pieces = Array.from({ length: 100 }, () => Buffer.alloc(64_000));
    await expect(blobs.write(Readable.from(pieces), 6_400_000)).rejects.toMatchObject(unavailable);
    await expect(blobs.id()).rejects.toMatchObject(unavailable);
    await expect(blobs.all()[Symbol.asyncIterator]().next()).rejects.toMatchObject(unavailable);
  });

  describe('by what its server says', () => {
    let answer = { status: 200, code: '' };
    let server: Server;
    let blobs: S3Blobs;
    beforeAll(async () => {
      server = createServer((request, response) => {
        request.resume();
        response.writeHead(answer.status, { 'content-type': 'application/xml' });
        response.end(answer.code && `<Error><Code>${answer.code}</Code><Message>No.</Message></Error>`);
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const settings = { endpoint, bucket: 'files', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' };
      blobs = await S3Blobs.in(settings);
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });
    const name = '0'.repeat(48) as BlobName;

    it.each([
      [500, 'InternalError'],
      [503, 'SlowDown'],
      [403, 'InvalidAccessKeyId'],
      [404, 'NoSuchBucket'],
    ])('is unavailable: %i %s', async (status, code) => {
      answer = { status, code };
      await expect(blobs.read(name)).rejects.toMatchObject(unavailable);
      await expect(blobs.write(Readable.from(['x']), 1)).rejects.toMatchObject(unavailable);
    });

    it.each([
      [404, 'NoSuchKey'],
      [412, 'PreconditionFailed'],
      [501, 'NotImplemented'],
    ])('is there: %i %s', async (status, code) => {
      answer = { status, code };
      await expect(blobs.read(name)).rejects.toMatchObject({ name: code });
    });
  });
});

describe('What was begun in a bucket and never ended', () => {
  const now = new Date('2026-03-02T12:00:00.000Z');
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  /** Multipart uploads by key: the time each was begun, and the times its parts were written. */
  const uploads: Record<string, { begun: string; parts: string[] }> = {
    old: { begun: before(120), parts: [before(119), before(90)] },
    empty: { begun: before(61), parts: [] },
    'still going': { begun: before(120), parts: [before(119), before(5)] },
    fresh: { begun: before(59), parts: [] },
  };
  const aborted: string[] = [];
  let server: Server;

  /** Starts a fake S3 that only lists uploads, one on each page, and aborts them. */
  beforeAll(async () => {
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
      const key = decodeURIComponent(pathname.replace('/files/attachments/', ''));
      if (request.method === 'DELETE') aborted.push(key);
      response.writeHead(request.method === 'DELETE' ? 204 : 200, { 'Content-Type': 'application/xml' });
      if (request.method !== 'GET') response.end();
      else if (searchParams.has('uploads')) response.end(uploadsBehind(searchParams.get('key-marker')));
      // Some S3 servers send a marker on the last page too.
      else
        response.end(
          `<ListPartsResult>${partsOf(key)}<NextPartNumberMarker>9</NextPartNumberMarker></ListPartsResult>`,
        );
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
