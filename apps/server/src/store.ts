import { StoreOwnership, type BlobStore } from '@worktrack/application';
import type { OpenDatabase } from './database.js';
import type { ServerLogger } from './logging.js';

/** Checks that the store of attachments belongs to this database, and logs a warning when it does not. */
export function guardStore(store: BlobStore, { adapters }: OpenDatabase, log?: ServerLogger): StoreOwnership {
  const { storeTies: ties, blobReferences: references } = adapters;
  return new StoreOwnership({ store, ties, references }, (reason) => {
    log?.warn(
      `${reason} Uploads are refused and nothing is swept until the task blobs:adopt says that both belong together.`,
    );
  });
}
