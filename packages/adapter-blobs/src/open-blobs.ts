import { join } from 'node:path';
import type { BlobStore } from '@worktrack/application';
import { FileBlobs } from './files/file-blobs.js';
import type { S3Settings } from './s3/s3-blobs.js';

/** Settings of the store of attachments. */
export interface BlobSettings {
  /** An absolute path; the files are in its folder `attachments`. */
  readonly dataDir: string;
  /** `undefined`: the blobs are files in `dataDir`. */
  readonly s3: S3Settings | undefined;
}

/** Opens the store of attachments. Rejects with an error of one sentence when it cannot be used. */
export async function openBlobs({ dataDir, s3 }: BlobSettings): Promise<BlobStore> {
  if (!s3) return FileBlobs.in(join(dataDir, 'attachments'));
  // Loaded only when needed: the S3 client takes twenty megabytes.
  const { S3Blobs } = await import('./s3/s3-blobs.js');
  return S3Blobs.in(s3);
}
