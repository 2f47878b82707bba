import type { Readable } from 'node:stream';
import type { BlobName } from '@worktrack/domain';

/** A stored blob, with its size and checksum. */
export interface KeptBlob {
  readonly blobName: BlobName;
  /** The size in bytes. */
  readonly size: number;
  /** SHA-256 of the bytes: 64 hexadecimal digits in lower case. */
  readonly sha256: string;
}

/** Called with the size of each piece of a file as it arrives, in bytes. An error that it throws ends the upload. */
export type CountBytes = (bytes: number) => void;

/**
 * The storage of attachment bytes. Blobs are written once and never changed. Abstract class rather than interface: it is also the injection
 * token.
 */
export abstract class Blobs {
  /**
   * Stores a stream under a new name; when it resolves, the bytes survive a crash of this machine. Throws `PAYLOAD_TOO_LARGE` as soon as
   * there are more than `most` bytes, `StoreUnavailable`, and rethrows any error of the stream or of `count`; then nothing is stored.
   */
  abstract write(content: Readable, most: number, count?: CountBytes): Promise<KeptBlob>;
  /**
   * Returns all bytes of a blob as a stream that is not yet flowing; a blob in the trash is found too. Rejects when there is no such blob,
   * and with `StoreUnavailable`.
   */
  abstract read(name: BlobName): Promise<Readable>;
  /** Deletes a blob permanently; a missing blob is not an error. */
  abstract remove(name: BlobName): Promise<void>;
}
