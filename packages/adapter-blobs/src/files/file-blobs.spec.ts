import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobName } from '@worktrack/domain';
import { FileBlobs } from './file-blobs.js';

let folder: string;
let blobs: FileBlobs;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worktrack-blobs-'));
  blobs = await FileBlobs.in(folder);
});

afterEach(() => rm(folder, { recursive: true }));

const files = async (which: 'blobs' | 'staging') => readdir(join(folder, which));
const nothing = async () => [await files('blobs'), await files('staging')];
const MANY = 1_000_000;
const age = (path: string, hours: number) => {
  const then = new Date(Date.now() - hours * 3_600_000);
  return utimes(path, then, then);
};
const namesBefore = async (instant: Date) => {
  const names: BlobName[] = [];
  for await (const some of blobs.completeBefore(instant)) names.push(...some);
  return names;
};

describe('Blobs in files', () => {
  it.each([0, 1, 65_536, 300_001])('keep %i bytes, and tell what they are', async (size) => {
    const content = randomBytes(size);
    const kept = await blobs.write(Readable.from([content.subarray(0, 100), content.subarray(100)]), MANY);
    expect(kept).toEqual({
      blobName: expect.stringMatching(/^[0-9a-f]{48}$/),
      size,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    expect((await buffer(await blobs.read(kept.blobName))).equals(content)).toBe(true);
    expect(await nothing()).toEqual([[kept.blobName], []]);
  });

  it('are for this user alone, and named by chance', async () => {
    const [one, other] = [await blobs.write(Readable.from(['x']), 1), await blobs.write(Readable.from(['x']), 1)];
    expect(one.blobName).not.toBe(other.blobName);
    for (const [path, mode] of [
      [join('blobs', one.blobName), 0o600],
      ['blobs', 0o700],
      ['staging', 0o700],
    ] as const) {
      expect((await stat(join(folder, path))).mode & 0o777).toBe(mode);
    }
  });

  it('hold as much as is allowed, and not a byte more: then nothing is kept', async () => {
    expect((await blobs.write(Readable.from([Buffer.alloc(10)]), 10)).size).toBe(10);
    const [before] = await nothing();
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(6);
      })(),
    );
    await expect(blobs.write(endless, 10)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(endless.destroyed).toBe(true);
    expect(await nothing()).toEqual([before, []]);
  });

  it('keep nothing of a stream that breaks', async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(5);
        throw new Error('Gone.');
      })(),
    );
    await expect(blobs.write(broken, 10)).rejects.toThrow('Gone.');
    expect(await nothing()).toEqual([[], []]);
  });

  it('are removed once, and then no more there', async () => {
    const { blobName } = await blobs.write(Readable.from(['x']), 1);
    await blobs.remove(blobName);
    await blobs.remove(blobName);
    await expect(blobs.read(blobName)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('tell which are older than an instant, and nothing of what is none of theirs', async () => {
    const [old, fresh] = [await blobs.write(Readable.from(['x']), 1), await blobs.write(Readable.from(['x']), 1)];
    await age(join(folder, 'blobs', old.blobName), 2);
    await writeFile(join(folder, 'blobs', 'README'), '');
    await age(join(folder, 'blobs', 'README'), 2);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    expect(await namesBefore(anHourAgo)).toEqual([old.blobName]);
    expect((await namesBefore(new Date(Date.now() + 1_000))).sort()).toEqual([old.blobName, fresh.blobName].sort());
  });

  it('forget what was begun and never ended, once it is old', async () => {
    const [old, fresh] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
    for (const name of [old, fresh]) await writeFile(join(folder, 'staging', name), 'x');
    await age(join(folder, 'staging', old), 2);
    expect(await blobs.removeAbandoned(new Date(Date.now() - 3_600_000))).toBe(1);
    expect(await files('staging')).toEqual([fresh]);
  });

  it('are found again by whoever opens the same folder', async () => {
    const { blobName } = await blobs.write(Readable.from(['x']), 1);
    expect(String(await buffer(await (await FileBlobs.in(folder)).read(blobName)))).toBe('x');
  });
});
