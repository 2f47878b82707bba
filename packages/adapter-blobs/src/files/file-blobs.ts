import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Blobs, type KeptBlob } from '@worktrack/application';
import type { BlobName } from '@worktrack/domain';
import { isBlobName, newBlobName } from '../blob-name.js';
import { Measured } from '../measured.js';

/** This user alone. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** How many names are handed on at once. */
const BATCH = 500;

/** Blobs as files: each is written under `staging`, and moved to `blobs` when it is whole and on the disk. */
export class FileBlobs extends Blobs {
  private constructor(
    private readonly blobs: string,
    private readonly staging: string,
  ) {
    super();
  }

  /** Makes the folders where there are none. */
  static async in(folder: string): Promise<FileBlobs> {
    const [blobs, staging] = [join(folder, 'blobs'), join(folder, 'staging')];
    for (const each of [blobs, staging]) await mkdir(each, { recursive: true, mode: PRIVATE_FOLDER });
    await syncFolder(folder);
    return new FileBlobs(blobs, staging);
  }

  async write(content: Readable, most: number): Promise<KeptBlob> {
    const blobName = newBlobName();
    const staged = join(this.staging, blobName);
    try {
      const facts = await this.stage(staged, new Measured(content, most));
      await rename(staged, join(this.blobs, blobName));
      await syncFolder(this.blobs);
      return { blobName, ...facts };
    } catch (error) {
      // Where the move itself went wrong the bytes may lie under either name.
      await Promise.all([rm(staged, { force: true }), this.remove(blobName)]);
      throw error;
    }
  }

  async read(name: BlobName): Promise<Readable> {
    const file = await open(join(this.blobs, name), 'r');
    return file.createReadStream();
  }

  async remove(name: BlobName): Promise<void> {
    await rm(join(this.blobs, name), { force: true });
  }

  async *completeBefore(instant: Date): AsyncGenerator<readonly BlobName[]> {
    let batch: BlobName[] = [];
    for await (const name of olderThan(this.blobs, instant)) {
      batch.push(name);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  async removeAbandoned(instant: Date): Promise<number> {
    let removed = 0;
    for await (const name of olderThan(this.staging, instant)) {
      await rm(join(this.staging, name), { force: true });
      removed += 1;
    }
    return removed;
  }

  private async stage(path: string, content: Measured): Promise<ReturnType<Measured['facts']>> {
    const file = await open(path, 'wx', PRIVATE_FILE);
    try {
      // Behind what was written before: a single write might take only a part.
      for await (const piece of content.pieces()) await file.writeFile(piece);
      await file.sync();
      return content.facts();
    } finally {
      await file.close();
    }
  }
}

/** The blobs of a folder that were last written to before the given instant. */
async function* olderThan(folder: string, instant: Date): AsyncGenerator<BlobName> {
  for await (const { name } of await opendir(folder)) {
    if (!isBlobName(name)) continue;
    // Somebody else may have moved or removed it since the folder was read.
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && found.mtime < instant) yield name;
  }
}

/** Only then do new names in it outlive a crash. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
