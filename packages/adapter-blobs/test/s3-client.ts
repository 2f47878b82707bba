import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../src/s3/s3-blobs.js';

/** Makes a second client, which reads and writes objects past the code under test. */
export function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client {
  return new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
}
