import type { BlobReferences } from './blob-references.js';
import type { Blobs } from './blobs.js';

/** An upload has its row, or was refused, long before its bytes are that old. Milliseconds. */
const SAFE_AGE = 60 * 60 * 1_000;

/**
 * Removes what a crash, a lost connection or a deletion left: bytes older than an hour that no attachment refers to. A row never loses
 * its bytes by it: the bytes are there before the row is written, and no row is written later than that. Answers how many went.
 */
export async function sweepBlobs(blobs: Blobs, references: BlobReferences, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - SAFE_AGE);
  let removed = await blobs.removeAbandoned(before);
  for await (const names of blobs.completeBefore(before)) {
    for (const name of await references.unused(names)) {
      await blobs.remove(name);
      removed += 1;
    }
  }
  return removed;
}
