import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DatedBlob } from '@worktrack/application';
import type { BlobName } from '@worktrack/domain';
import { FileBlobs } from './file-blobs.js';

let folder: string;
let blobs: FileBlobs;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worktrack-blobs-'));
  blobs = await FileBlobs.in(folder);
});

afterEach(() => rm(folder, { recursive: true }));

const files = async (which: 'blobs' | 'staging' | 'trash') => readdir(join(folder, which));
const nothing = async () => [await files('blobs'), await files('staging')];
const MANY = 1_000_000;
const age = (path: string, hours: number) => {
  const then = new Date(Date.now() - hours * 3_600_000);
  return utimes(path, then, then);
};
const listed = async (every: AsyncIterable<readonly DatedBlob[]>) => {
  const found: DatedBlob[] = [];
  for await (const some of every) found.push(...some);
  return found;
};
const write = async (content = 'x') => (await blobs.write(Readable.from([content]), MANY)).blobName;

describe('Blobs in files', () => {
  it.each([0, 1, 65_536, 300_001])('keep %i bytes, and return their size and hash', async (size) => {
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
    let given = 0;
    const more = Readable.from(
      (function* () {
        for (; given < 1_000; given += 1) yield Buffer.alloc(6);
      })(),
    );
    await expect(blobs.write(more, 10)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(more.destroyed).toBe(true);
    expect(given).toBeLessThan(1_000);
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

  it('are put under the name that they had elsewhere; nothing is kept of a stream that breaks', async () => {
    const name = 'ab'.repeat(24) as BlobName;
    await blobs.put(name, Readable.from([Buffer.from('restored')]));
    expect((await buffer(await blobs.read(name))).toString()).toBe('restored');
    const other = 'cd'.repeat(24) as BlobName;
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(5);
        throw new Error('Gone.');
      })(),
    );
    await expect(blobs.put(other, broken)).rejects.toThrow('Gone.');
    expect(await blobs.has(other)).toBe(false);
    expect(await nothing()).toEqual([[name], []]);
  });

  it('are removed once, and then no more there', async () => {
    await blobs.giveId('one');
    const { blobName } = await blobs.write(Readable.from(['x']), 1);
    await blobs.remove(blobName);
    await blobs.remove(blobName);
    await expect(blobs.read(blobName)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('are unavailable while their folder is gone or empty, and come back with it', async () => {
    await blobs.giveId('one');
    const name = await write('kept');
    const unavailable = { name: 'StoreUnavailable' };
    await rename(folder, `${folder}-away`);
    try {
      await expect(blobs.read(name)).rejects.toMatchObject(unavailable);
      await expect(blobs.write(Readable.from(['x']), 1)).rejects.toMatchObject(unavailable);
      await expect(listed(blobs.all())).rejects.toMatchObject(unavailable);
      await mkdir(join(folder, 'blobs'), { recursive: true });
      await mkdir(join(folder, 'trash'));
      await expect(blobs.read(name)).rejects.toMatchObject(unavailable);
      await rm(folder, { recursive: true });
    } finally {
      await rename(`${folder}-away`, folder);
    }
    expect(String(await buffer(await blobs.read(name)))).toBe('kept');
    expect(await nothing()).toEqual([[name], []]);
  });

  it('fail with the error of their content, not of the store', async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(1);
        throw Object.assign(new Error('Gone.'), { code: 'EIO' });
      })(),
    );
    await expect(blobs.write(broken, 10)).rejects.toMatchObject({ name: 'Error', code: 'EIO' });
  });

  it('are all listed with the instant of the last write, and nothing else is', async () => {
    const [old, fresh] = [await write(), await write()];
    await age(join(folder, 'blobs', old), 2);
    await writeFile(join(folder, 'blobs', 'README'), '');
    const all = new Map((await listed(blobs.all())).map(({ name, since }) => [name, since.getTime()]));
    expect([...all.keys()].sort()).toEqual([old, fresh].sort());
    expect(Math.abs(all.get(old)! - (Date.now() - 7_200_000))).toBeLessThan(60_000);
    expect(Math.abs(all.get(fresh)! - Date.now())).toBeLessThan(60_000);
    expect([await blobs.has(old), await blobs.has('0'.repeat(48) as BlobName)]).toEqual([true, false]);
  });

  it('go to the trash dated by that moment, are read there, and come back', async () => {
    await blobs.giveId('one');
    const name = await write('kept');
    await age(join(folder, 'blobs', name), 1_000);
    await blobs.moveToTrash(name);
    await blobs.moveToTrash(name);
    const [{ since }, ...others] = (await listed(blobs.trashed())) as [DatedBlob];
    expect(Math.abs(since.getTime() - Date.now())).toBeLessThan(60_000);
    expect([others, await blobs.has(name), await files('blobs')]).toEqual([[], false, []]);
    expect(String(await buffer(await blobs.read(name)))).toBe('kept');
    await blobs.putBack(name);
    await blobs.putBack(name);
    expect([await files('blobs'), await files('trash')]).toEqual([[name], []]);
    await blobs.moveToTrash(name);
    await blobs.removeFromTrash(name);
    await blobs.removeFromTrash(name);
    await expect(blobs.read(name)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('have the id that the first of many gave them, until it is replaced', async () => {
    expect(await blobs.id()).toBeUndefined();
    const given = await Promise.all(Array.from({ length: 8 }, (_, n) => blobs.giveId(`id ${n}`)));
    expect(new Set(given).size).toBe(1);
    expect(await (await FileBlobs.in(folder)).id()).toBe(given[0]);
    await blobs.replaceId('another');
    expect([await blobs.id(), await blobs.giveId('third')]).toEqual(['another', 'another']);
    expect((await readdir(folder)).sort()).toEqual(['blobs', 'staging', 'store-id', 'trash']);
    expect((await stat(join(folder, 'store-id'))).mode & 0o777).toBe(0o600);
  });

  it('call the counter with each piece, and fail with its error', async () => {
    const counted: number[] = [];
    const count = (bytes: number) => {
      counted.push(bytes);
      if (counted.length === 2) throw new Error('No room.');
    };
    const pieces = Readable.from([Buffer.alloc(3), Buffer.alloc(4), Buffer.alloc(5)]);
    await expect(blobs.write(pieces, MANY, count)).rejects.toThrow('No room.');
    expect([counted, await nothing()]).toEqual([
      [3, 4],
      [[], []],
    ]);
  });

  it('report what broke a file, also when its partial file cannot be removed', async () => {
    const endsBadly = Readable.from(
      (async function* () {
        yield Buffer.alloc(5);
        // Replace the staged file by a folder: `rm` without `recursive` cannot remove it.
        const [staged = ''] = await files('staging');
        await rm(join(folder, 'staging', staged));
        await mkdir(join(folder, 'staging', staged));
        throw new Error('Gone.');
      })(),
    );
    await expect(blobs.write(endsBadly, MANY)).rejects.toThrow('Gone.');
  });

  it('forget what was begun and never ended, once it is old', async () => {
    const [old, fresh] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
    for (const name of [old, fresh]) await writeFile(join(folder, 'staging', name), 'x');
    await age(join(folder, 'staging', old), 2);
    expect(await blobs.removeAbandoned(new Date(Date.now() - 3_600_000))).toBe(1);
    expect(await files('staging')).toEqual([fresh]);
  });

  it('are found again when the same folder is opened', async () => {
    const { blobName } = await blobs.write(Readable.from(['x']), 1);
    expect(String(await buffer(await (await FileBlobs.in(folder)).read(blobName)))).toBe('x');
  });
});
