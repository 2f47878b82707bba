import { randomUUID } from 'node:crypto';
import { link, mkdir, open, opendir, readFile, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  BlobStore,
  StoreUnavailable,
  type CountBytes,
  type DatedBlob,
  type KeptBlob,
  type StoreId,
} from '@worktrack/application';
import type { BlobName } from '@worktrack/domain';
import { isBlobName, newBlobName } from '../blob-name.js';
import { Measured } from '../measured.js';

/** File mode: only this user can read and write. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** The number of names in one batch. */
const BATCH = 500;

/**
 * Blobs as files: each is written under `staging`, moved to `blobs` when it is whole and on the disk, and goes from there to `trash`
 * when the sweep finds that nobody needs it. The file `store-id` holds the id of the store.
 */
export class FileBlobs extends BlobStore {
  private readonly blobs: string;
  private readonly staging: string;
  private readonly trash: string;
  private readonly idFile: string;

  private constructor(private readonly folder: string) {
    super();
    this.blobs = join(folder, 'blobs');
    this.staging = join(folder, 'staging');
    this.trash = join(folder, 'trash');
    this.idFile = join(folder, 'store-id');
  }

  /** Makes the folders where there are none. */
  static async in(folder: string): Promise<FileBlobs> {
    const store = new FileBlobs(folder);
    for (const each of [store.blobs, store.staging, store.trash]) {
      await mkdir(each, { recursive: true, mode: PRIVATE_FOLDER });
    }
    await syncFolder(folder);
    return store;
  }

  async write(content: Readable, most: number, count?: CountBytes): Promise<KeptBlob> {
    const blobName = newBlobName();
    return { blobName, ...(await this.writeAs(blobName, new Measured(content, most, count))) };
  }

  async put(name: BlobName, content: Readable): Promise<void> {
    await this.writeAs(name, new Measured(content, Infinity));
  }

  private async writeAs(blobName: BlobName, content: Measured): Promise<ReturnType<Measured['facts']>> {
    const staged = join(this.staging, blobName);
    try {
      const facts = await this.stage(staged, content);
      await available(rename(staged, join(this.blobs, blobName)));
      await available(syncFolder(this.blobs));
      return facts;
    } catch (error) {
      // If the move failed, the bytes can be under either name. The sweep removes what stays; throw the first error.
      await Promise.allSettled([rm(staged, { force: true }), this.remove(blobName)]);
      throw error;
    }
  }

  async read(name: BlobName): Promise<Readable> {
    const file = await this.opened(name);
    return file.createReadStream();
  }

  async remove(name: BlobName): Promise<void> {
    await rm(join(this.blobs, name), { force: true });
  }

  async id(): Promise<StoreId | undefined> {
    const text = await available(readFile(this.idFile, 'utf8').catch(undefinedWhereMissing));
    return text?.trim();
  }

  async giveId(id: StoreId): Promise<StoreId> {
    // A link, unlike a move, replaces no file: of two concurrent processes, one sets its id.
    await this.writeId(id, (written) => link(written, this.idFile).catch(unlessThere));
    return (await this.id()) ?? id;
  }

  async replaceId(id: StoreId): Promise<void> {
    await this.writeId(id, (written) => rename(written, this.idFile));
  }

  all(): AsyncGenerator<readonly DatedBlob[]> {
    return inBatches(datedIn(this.blobs));
  }

  async has(name: BlobName): Promise<boolean> {
    return (await stat(join(this.blobs, name)).catch(undefinedWhereMissing)) !== undefined;
  }

  trashed(): AsyncGenerator<readonly DatedBlob[]> {
    return inBatches(datedIn(this.trash));
  }

  async moveToTrash(name: BlobName): Promise<void> {
    const path = join(this.blobs, name);
    const now = new Date();
    // Set the date before the move: a crash in between must not leave a blob in the trash that looks old.
    await utimes(path, now, now).catch(undefinedWhereMissing);
    await move(path, join(this.trash, name));
  }

  async putBack(name: BlobName): Promise<void> {
    await move(join(this.trash, name), join(this.blobs, name));
  }

  async removeFromTrash(name: BlobName): Promise<void> {
    await rm(join(this.trash, name), { force: true });
  }

  async removeAbandoned(instant: Date): Promise<number> {
    let removed = 0;
    for await (const { name, since } of datedIn(this.staging)) {
      if (since >= instant) continue;
      await rm(join(this.staging, name), { force: true });
      removed += 1;
    }
    return removed;
  }

  /** Opens a blob. The sweep can move it to the trash and back meanwhile: the third look finds it then. */
  private async opened(name: BlobName): Promise<FileHandle> {
    for (const folder of [this.blobs, this.trash]) {
      const file = await available(open(join(folder, name), 'r').catch(undefinedWhereMissing));
      if (file) return file;
    }
    return open(join(this.blobs, name), 'r').catch(async (cause: unknown) => {
      // A folder that is gone or not mounted has no id either.
      if ((await this.id()) !== undefined) throw cause;
      throw new StoreUnavailable('The store of attachments is not in its folder.', { cause });
    });
  }

  private async writeId(id: StoreId, put: (written: string) => Promise<void>): Promise<void> {
    const written = `${this.idFile}-${randomUUID()}`;
    try {
      const file = await open(written, 'wx', PRIVATE_FILE);
      try {
        await file.writeFile(`${id}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await put(written);
      await syncFolder(this.folder);
    } finally {
      await rm(written, { force: true });
    }
  }

  private async stage(path: string, content: Measured): Promise<ReturnType<Measured['facts']>> {
    const file = await available(open(path, 'wx', PRIVATE_FILE));
    try {
      // `writeFile` on a handle appends at the current position; a single `write` might take only a part.
      for await (const piece of content.pieces()) await available(file.writeFile(piece));
      await available(file.sync());
      return content.facts();
    } finally {
      await file.close();
    }
  }
}

/** Waits for the file system. Its errors become `StoreUnavailable`; those of the content of a blob stay what they are. */
async function available<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw new StoreUnavailable('The folder of attachments cannot be used.', { cause });
  }
}

/** The blobs of a folder, each with the instant of the last write to it. */
async function* datedIn(folder: string): AsyncGenerator<DatedBlob> {
  for await (const { name } of await available(opendir(folder))) {
    if (!isBlobName(name)) continue;
    // Another process might have moved or removed the file since the folder was read.
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found) yield { name, since: found.mtime };
  }
}

async function* inBatches<Each>(every: AsyncIterable<Each>): AsyncGenerator<Each[]> {
  let batch: Each[] = [];
  for await (const each of every) {
    batch.push(each);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Moves a file if it exists. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch(undefinedWhereMissing);
}

function undefinedWhereMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Syncs a folder to the disk, so that new names in it survive a crash. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
