import { randomBytes } from 'node:crypto';
import type { BlobName } from '@worktrack/domain';

const SHAPE = /^[0-9a-f]{48}$/;

/** Makes a random name: unique, and impossible to guess. */
export function newBlobName(): BlobName {
  return randomBytes(24).toString('hex') as BlobName;
}

/** True when this name of a stored file or object has the shape of a blob name. */
export function isBlobName(text: string): text is BlobName {
  return SHAPE.test(text);
}
