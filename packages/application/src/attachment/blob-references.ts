import type { BlobName, OrganizationId } from '@worktrack/domain';
import type { KeptBlob } from './blobs.js';

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
  /**
   * Returns at most `limit` blobs of live attachments in the order of their names, after a name, of one Organization or of all
   * (`undefined`). Without those of an Organization that is being deleted.
   */
  abstract live(
    organizationId: OrganizationId | undefined,
    after: BlobName | undefined,
    limit: number,
  ): Promise<readonly KeptBlob[]>;
}
