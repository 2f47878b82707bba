import type { BlobName } from '@worktrack/domain';

/** The references from the attachments of all Organizations to blobs. */
export abstract class BlobReferences {
  /**
   * Returns the given names that no live attachment refers to. With `deletedBefore` it leaves out a name whose attachment was deleted at
   * that instant or later.
   */
  abstract unused(names: readonly BlobName[], deletedBefore?: Date): Promise<readonly BlobName[]>;
  /** Returns the given names that no attachment refers to, live or deleted. */
  abstract unknown(names: readonly BlobName[]): Promise<readonly BlobName[]>;
  /** Returns the blobs of at most this number of live attachments. Names are random, so the sample is random. */
  abstract some(most: number): Promise<readonly BlobName[]>;
  /** Returns the number of live attachments. */
  abstract count(): Promise<number>;
}
