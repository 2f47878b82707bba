import type { Readable } from 'node:stream';
import type { BlobName } from '@worktrack/domain';
import { Blobs } from './blobs.js';

/** The id of a blob store: a random UUID. */
export type StoreId = string;

/** A blob of a store, with its date in the store. */
export interface DatedBlob {
  readonly name: BlobName;
  /**
   * The instant when the blob was complete, or when it was moved to the trash. An object store with multipart uploads gives the instant of
   * the first part: up to `UPLOAD_MAX_SECONDS` earlier.
   */
  readonly since: Date;
}

/** The blob store as housekeeping sees it. It returns names in batches, because a store can hold millions. */
export abstract class BlobStore extends Blobs {
  /** Returns the id of the store; `undefined` when it has none. */
  abstract id(): Promise<StoreId | undefined>;
  /** Gives the store an id, unless it has one. Returns the id that the store has afterwards. */
  abstract giveId(id: StoreId): Promise<StoreId>;
  /** Replaces the id of the store. */
  abstract replaceId(id: StoreId): Promise<void>;
  /** Stores a stream under the name that its blob had in another store; there is no blob of this name yet. Rethrows any error of the stream; then
   * nothing is stored. */
  abstract put(name: BlobName, content: Readable): Promise<void>;
  /** Lists every complete blob outside the trash, in no particular order. */
  abstract all(): AsyncIterable<readonly DatedBlob[]>;
  /** True when the blob exists outside the trash. */
  abstract has(name: BlobName): Promise<boolean>;
  /** Lists every blob in the trash. */
  abstract trashed(): AsyncIterable<readonly DatedBlob[]>;
  /** Moves a blob to the trash, dated now; a missing blob is not an error. */
  abstract moveToTrash(name: BlobName): Promise<void>;
  /** Moves a blob back out of the trash; a missing blob is not an error. */
  abstract putBack(name: BlobName): Promise<void>;
  /** Deletes a blob from the trash permanently. */
  abstract removeFromTrash(name: BlobName): Promise<void>;
  /** Removes incomplete uploads without a write since the given instant. Returns their number. */
  abstract removeAbandoned(instant: Date): Promise<number>;
}
