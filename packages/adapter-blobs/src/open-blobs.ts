import { join } from 'node:path';
import type { BlobStore } from '@worktrack/application';
import { FileBlobs } from './files/file-blobs.js';
import type { S3Settings } from './s3/s3-blobs.js';

/** Where the bytes of attachments are to be kept. */
export interface BlobSettings {
  /** An absolute path; files lie in its folder `attachments`. */
  readonly dataDir: string;
  /** `undefined`: in files. */
  readonly s3: S3Settings | undefined;
}

/** Opens the place where bytes are kept. Rejects with one sentence when it cannot be used. */
export async function openBlobs({ dataDir, s3 }: BlobSettings): Promise<BlobStore> {
  if (!s3) return FileBlobs.in(join(dataDir, 'attachments'));
  // Twenty megabytes of a client that nobody else needs.
  const { S3Blobs } = await import('./s3/s3-blobs.js');
  return S3Blobs.in(s3);
}
