import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../src/s3/s3-blobs.js';

/** A client beside the one under test, to look and to put things there. */
export function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client {
  return new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
}
