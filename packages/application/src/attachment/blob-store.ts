import type { BlobName } from '@worktrack/domain';
import { Blobs } from './blobs.js';

/** Names a store of blobs: a random UUID. */
export type StoreId = string;

/** A blob of a store, and the instant that the store keeps beside it. */
export interface DatedBlob {
  readonly name: BlobName;
  /**
   * When the blob was complete, or when it came into the trash. An object store that received it in parts tells when the first part
   * was sent: up to `UPLOAD_MAX_SECONDS` earlier.
   */
  readonly since: Date;
}

/** A place where blobs are kept, as housekeeping sees it. Some names at a time: a store may hold millions. */
export abstract class BlobStore extends Blobs {
  /** The id that somebody gave to this store; `undefined` when nobody did. */
  abstract id(): Promise<StoreId | undefined>;
  /** Gives the store an id, unless it has one. Answers the id that it has then. */
  abstract giveId(id: StoreId): Promise<StoreId>;
  /** Gives the store an id in place of the one it has. */
  abstract replaceId(id: StoreId): Promise<void>;
  /** Every complete blob outside the trash, in no particular order. */
  abstract all(): AsyncIterable<readonly DatedBlob[]>;
  /** Resolves to whether a blob is there, outside the trash. */
  abstract has(name: BlobName): Promise<boolean>;
  /** Every blob in the trash. */
  abstract trashed(): AsyncIterable<readonly DatedBlob[]>;
  /** Moves a blob to the trash, dated now; one that is not there is no failure. */
  abstract moveToTrash(name: BlobName): Promise<void>;
  /** Moves a blob back out of the trash; one that is not there is no failure. */
  abstract putBack(name: BlobName): Promise<void>;
  /** Removes a blob from the trash for good. */
  abstract removeFromTrash(name: BlobName): Promise<void>;
  /** Removes what was begun and never completed, if nothing was written to it since the given instant. Answers how many there were. */
  abstract removeAbandoned(instant: Date): Promise<number>;
}
