export { isBlobName } from './blob-name.js';
export { openBlobs, type BlobSettings } from './open-blobs.js';
