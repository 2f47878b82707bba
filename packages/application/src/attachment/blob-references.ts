import type { BlobName } from '@worktrack/domain';

/** Which blobs attachments need. */
export abstract class BlobReferences {
  /** Those of the given that no live attachment, of whatever Organization, refers to. */
  abstract unused(names: readonly BlobName[]): Promise<readonly BlobName[]>;
}
