import type { Readable } from 'node:stream';
import type { BlobName } from '@worktrack/domain';

/** Bytes that were kept for good, and what they are. */
export interface KeptBlob {
  readonly blobName: BlobName;
  /** In bytes. */
  readonly size: number;
  /** 64 hexadecimal digits in lower case. */
  readonly sha256: string;
}

/** Told of each piece of a file as it arrives, in bytes. What it throws ends the file. */
export type CountBytes = (bytes: number) => void;

/** The bytes of attachments. Blobs are written once and never changed. Abstract class rather than interface: it is also the token. */
export abstract class Blobs {
  /**
   * Keeps a stream under a new name; when it resolves, the bytes outlive a crash of this machine. Throws `PAYLOAD_TOO_LARGE` as soon
   * as there are more than `most` bytes, and whatever breaks the stream or `count` throws: then nothing is kept.
   */
  abstract write(content: Readable, most: number, count?: CountBytes): Promise<KeptBlob>;
  /** All bytes of a blob, not yet flowing; one that lies in the trash is read there. Rejects when there is no such blob. */
  abstract read(name: BlobName): Promise<Readable>;
  /** Removes a blob for good; one that is not there is no failure. */
  abstract remove(name: BlobName): Promise<void>;
}
