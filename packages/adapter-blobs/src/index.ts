export { openBlobs, type BlobSettings } from './open-blobs.js';
