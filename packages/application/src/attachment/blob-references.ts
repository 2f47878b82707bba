import type { BlobName } from '@worktrack/domain';

/** Tells which blobs the attachments of all Organizations refer to. */
export abstract class BlobReferences {
  /**
   * Those of the given names that no live attachment refers to. With `deletedBefore`, a name is left out too while its attachment
   * was deleted at that instant or later.
   */
  abstract unused(names: readonly BlobName[], deletedBefore?: Date): Promise<readonly BlobName[]>;
  /** Those of the given names that no attachment refers to, live or deleted. */
  abstract unknown(names: readonly BlobName[]): Promise<readonly BlobName[]>;
  /** The blobs of at most so many live attachments. Names are random: so is the choice. */
  abstract some(most: number): Promise<readonly BlobName[]>;
  /** How many live attachments there are. */
  abstract count(): Promise<number>;
}
