import { isBlobName } from '@worktrack/adapter-blobs';
import type { BlobStore } from '@worktrack/application';
import type { BlobName } from '@worktrack/domain';
import type { BackupReader } from './backup-reader.js';
import { BLOBS } from './manifest.js';

/**
 * Rejects when the store cannot be the one of the restored database: it belongs to another database than the one that was backed up, or
 * has bytes and no id.
 */
export async function assertFree(store: BlobStore, backedUpStore: string | null): Promise<void> {
  const id = await store.id();
  if (id !== undefined && id === backedUpStore) return;
  if (await isEmpty(store)) return;
  throw new Error('The store of attachments belongs to another database. Restore into an empty store.');
}

/**
 * Puts the bytes of a backup into the store, but for those that it has, and then runs `finish`. When anything fails, `finish` too, the
 * bytes that were put are removed.
 */
export async function restoreBlobs<T>(reader: BackupReader, store: BlobStore, finish: () => Promise<T>): Promise<T> {
  const put: BlobName[] = [];
  try {
    for await (const { name, open } of reader.parts()) {
      if (!name.startsWith(BLOBS)) continue;
      const blob = name.slice(BLOBS.length);
      if (!isBlobName(blob)) throw new Error(`The backup has a part with a name that no attachment has: ${name}`);
      if (await store.has(blob)) continue;
      await store.put(blob, await open());
      put.push(blob);
    }
    return await finish();
  } catch (error) {
    for (const blob of put) await store.remove(blob);
    throw error;
  }
}

async function isEmpty(store: BlobStore): Promise<boolean> {
  for await (const blobs of store.all()) if (blobs.length > 0) return false;
  for await (const blobs of store.trashed()) if (blobs.length > 0) return false;
  return true;
}
