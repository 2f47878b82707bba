import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DomainError, type BlobName } from '@worktrack/domain';
import { QuotaExhausted, type Blobs, type Ports } from '@worktrack/application';
import { countedPorts } from './counted-ports.js';
import type { WorkMetrics } from './work-metrics.js';

const NAME = 'a' as BlobName;

describe('Counted operations on the bytes of attachments', () => {
  let recorded: string[];
  const metrics = {
    blobOperationEnded: (...words: string[]) => recorded.push(words.join(' ')),
    blobBytes: (direction: string, bytes: number) => recorded.push(`${direction} ${bytes}`),
  } as unknown as WorkMetrics;

  beforeEach(() => {
    recorded = [];
  });

  /** The counted port of a store with these operations. */
  const blobsOf = (blobs: Partial<Blobs>): Blobs => countedPorts({ blobs } as unknown as Ports, metrics).blobs;

  const written = async (content: Readable) => {
    const size = (await buffer(content)).length;
    return { blobName: NAME, size, sha256: '' };
  };

  it('are done when the bytes are stored', async () => {
    await blobsOf({ write: written }).write(Readable.from([Buffer.alloc(7)]), 10);
    expect(recorded).toEqual(['write done', 'in 7']);
  });

  it.each<[string, Error]>([
    ['a file that is too large', new DomainError('NOT_FOUND', 'Too large.')],
    ['a quota that is used up', new QuotaExhausted('No room.', 1)],
  ])('end, and do not fail, with %s', async (_, error) => {
    const blobs = blobsOf({ write: () => Promise.reject(error) });
    await expect(blobs.write(Readable.from(['x']), 10)).rejects.toBe(error);
    expect(recorded).toEqual(['write ended']);
  });

  it('end, and do not fail, when the client goes away in the middle of its file', async () => {
    const content = new Readable({ read: () => undefined });
    const writing = blobsOf({ write: written }).write(content, 10);
    content.push('x');
    content.destroy(new Error('aborted'));
    await expect(writing).rejects.toThrow('aborted');
    expect(recorded).toEqual(['write ended']);
  });

  it('fail when the store does', async () => {
    const failing = () => Promise.reject(new Error('ENOSPC'));
    const blobs = blobsOf({ write: failing, read: failing, remove: failing });
    await expect(blobs.write(Readable.from(['x']), 10)).rejects.toThrow('ENOSPC');
    await expect(blobs.read(NAME)).rejects.toThrow('ENOSPC');
    await expect(blobs.remove(NAME)).rejects.toThrow('ENOSPC');
    expect(recorded).toEqual(['write failed', 'read failed', 'remove failed']);
  });

  it('give all bytes of a read, and count them', async () => {
    const pieces = [Buffer.alloc(70_000, 'a'), Buffer.alloc(5, 'b')];
    const content = await blobsOf({ read: () => Promise.resolve(Readable.from(pieces)) }).read(NAME);
    expect((await buffer(content)).equals(Buffer.concat(pieces))).toBe(true);
    expect(recorded).toEqual(['out 70000', 'out 5', 'read done']);
  });

  it('pass the error of a read on, and fail', async () => {
    const source = new Readable({ read: () => undefined });
    const content = await blobsOf({ read: () => Promise.resolve(source) }).read(NAME);
    source.destroy(new Error('EIO'));
    await expect(buffer(content)).rejects.toThrow('EIO');
    expect(recorded).toEqual(['read failed']);
  });

  it('fail when the source closes in the middle without an error', async () => {
    const source = new Readable({ read: () => undefined });
    const content = await blobsOf({ read: () => Promise.resolve(source) }).read(NAME);
    source.destroy();
    await expect(buffer(content)).rejects.toThrow('Premature close');
    expect(recorded).toEqual(['read failed']);
  });

  it('end when the reader goes away with an error', async () => {
    const source = new Readable({ read: () => undefined });
    const content = await blobsOf({ read: () => Promise.resolve(source) }).read(NAME);
    content.once('error', () => undefined).destroy(new Error('aborted'));
    await new Promise((closed) => source.once('close', closed));
    await new Promise((resolve) => setImmediate(resolve));
    expect(recorded).toEqual(['read ended']);
  });

  it('close the source when the reader goes away, and end', async () => {
    const source = new Readable({ read: () => undefined });
    const content = await blobsOf({ read: () => Promise.resolve(source) }).read(NAME);
    content.destroy();
    await new Promise((closed) => source.once('close', closed));
    await new Promise((resolve) => setImmediate(resolve));
    expect(recorded).toEqual(['read ended']);
  });
});
