import { statfs } from 'node:fs/promises';
import type { Configuration } from '../config.js';
import type { ServerLogger } from '../logging.js';

/**
 * Returns the most bytes of all files of an Organization; 0: any number. It is the configured number. Without one, where files of
 * attachments are on the disk of the embedded database, it is half of what is free there now: one Organization cannot take the room that
 * the database needs. That is logged.
 */
export async function attachmentQuotaOf(
  { database, dataDir, s3, uploads }: Pick<Configuration, 'database' | 'dataDir' | 's3' | 'uploads'>,
  log: Pick<ServerLogger, 'info'>,
  freeBytes: (folder: string) => Promise<number> = freeBytesAt,
): Promise<number> {
  if (uploads.quotaBytes !== undefined) return uploads.quotaBytes;
  if (database.url !== undefined || s3) return 0;
  // At least a byte, on a full disk too: 0 would be any number.
  const attachmentQuotaBytes = Math.max(1, Math.floor((await freeBytes(dataDir)) / 2));
  log.info(
    { attachmentQuotaBytes },
    'The files of an Organization can have half of the free disk: ATTACHMENT_QUOTA_BYTES is not set, and the database is embedded.',
  );
  return attachmentQuotaBytes;
}

/** Returns the bytes that this user can still write to the disk of a folder. */
async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
