import { join } from 'node:path';
import type { Blobs } from '@worktrack/application';
import { FileBlobs } from './files/file-blobs.js';

/** Where the bytes of attachments are to be kept. */
export interface BlobSettings {
  /** An absolute path; files lie in its folder `attachments`. */
  readonly dataDir: string;
}

/** Opens the place where bytes are kept. */
export function openBlobs({ dataDir }: BlobSettings): Promise<Blobs> {
  return FileBlobs.in(join(dataDir, 'attachments'));
}
