import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  paginateListObjectsV2,
  type ListMultipartUploadsCommandOutput,
  ListMultipartUploadsCommand,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { BlobStore, type CountBytes, type DatedBlob, type KeptBlob, type StoreId } from '@worktrack/application';
import type { BlobName } from '@worktrack/domain';
import { isBlobName, newBlobName } from '../blob-name.js';
import { Measured } from '../measured.js';

/** A bucket, and who may use it. */
export interface S3Settings {
  /** An `http:` or `https:` URL. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Other things may lie in the same bucket. */
const FOLDER = 'attachments/';

/** The trash: blobs that the sweep moved, until they are deleted for good. It lies beside the blobs, so that no listing of blobs goes through it. */
const TRASH = 'attachments-trash/';

/** The object that holds the id of the store. */
const ID_KEY = `${FOLDER}store-id`;

/** How much of a blob is held at once, in bytes: no part of a multipart upload may be smaller. */
const PART_SIZE = 5 * 1_024 * 1_024;

/** Every wait is finite. Milliseconds. */
const TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 30_000 };

/** Blobs as objects in a bucket: one appears when all of it is there. */
export class S3Blobs extends BlobStore {
  private constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
  ) {
    super();
  }

  /** Rejects with one sentence when the bucket cannot be used. */
  static async in({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): Promise<S3Blobs> {
    const client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // A bucket in the host name, and checksums in trailers, are Amazon's own: not every S3 has them.
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: TIMEOUTS,
    });
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      throw new Error(`The bucket ${bucket} cannot be used: ${sentenceOf(error)}.`, { cause: error });
    }
    return new S3Blobs(client, bucket);
  }

  async write(content: Readable, most: number, count?: CountBytes): Promise<KeptBlob> {
    const blobName = newBlobName();
    const measured = new Measured(content, most, count);
    const body = Readable.from(measured.pieces(), { objectMode: false });
    try {
      const params = { ...this.at(blobName), Body: body };
      await new Upload({ client: this.client, params, partSize: PART_SIZE, queueSize: 1 }).done();
      return { blobName, ...measured.facts() };
    } catch (error) {
      // What broke the content comes first: the client may have had its own words for it.
      await this.remove(blobName).catch(() => undefined);
      throw body.errored ?? error;
    }
  }

  async read(name: BlobName): Promise<Readable> {
    const found = (await this.content(this.at(name))) ?? (await this.content(this.inTrash(name)));
    if (found) return found;
    // The sweep may have put it back in between; else this is the error to throw.
    const { Body } = await this.client.send(new GetObjectCommand(this.at(name)));
    return streamOf(Body);
  }

  async remove(name: BlobName): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.at(name)));
  }

  async id(): Promise<StoreId | undefined> {
    const content = await this.content({ Bucket: this.bucket, Key: ID_KEY });
    return content && (await text(content)).trim();
  }

  async giveId(id: StoreId): Promise<StoreId> {
    const known = await this.id();
    if (known !== undefined) return known;
    // Not every S3 knows the condition: the id that is there afterwards counts.
    await this.putId(id, { IfNoneMatch: '*' }).catch(async (error: unknown) => {
      if (!(error instanceof S3ServiceException)) throw error;
      if (error.name === 'NotImplemented') await this.putId(id);
      else if (!TAKEN.includes(error.$metadata.httpStatusCode ?? 0)) throw error;
    });
    return (await this.id()) ?? id;
  }

  async replaceId(id: StoreId): Promise<void> {
    await this.putId(id);
  }

  all(): AsyncGenerator<readonly DatedBlob[]> {
    return this.datedIn(FOLDER);
  }

  async has(name: BlobName): Promise<boolean> {
    try {
      await this.client.send(new HeadObjectCommand(this.at(name)));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  trashed(): AsyncGenerator<readonly DatedBlob[]> {
    return this.datedIn(TRASH);
  }

  /** A copy is dated by the moment at which it was made. */
  async moveToTrash(name: BlobName): Promise<void> {
    await this.move(this.at(name), this.inTrash(name));
  }

  async putBack(name: BlobName): Promise<void> {
    await this.move(this.inTrash(name), this.at(name));
  }

  async removeFromTrash(name: BlobName): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.inTrash(name)));
  }

  async removeAbandoned(instant: Date): Promise<number> {
    let removed = 0;
    for await (const { Key, UploadId, Initiated } of this.begunUploads()) {
      const upload = { Bucket: this.bucket, Key, UploadId };
      if (Initiated === undefined || Initiated >= instant || (await this.wasWrittenSince(upload, instant))) continue;
      await this.client.send(new AbortMultipartUploadCommand(upload));
      removed += 1;
    }
    return removed;
  }

  private async *datedIn(folder: string): AsyncGenerator<readonly DatedBlob[]> {
    const listed = { Bucket: this.bucket, Prefix: folder };
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.client }, listed)) {
      const blobs = Contents.flatMap(({ Key = '', LastModified }) => {
        const name = Key.slice(folder.length);
        return LastModified !== undefined && isBlobName(name) ? [{ name, since: LastModified }] : [];
      });
      if (blobs.length > 0) yield blobs;
    }
  }

  private async content(place: ObjectPlace): Promise<Readable | undefined> {
    try {
      const { Body } = await this.client.send(new GetObjectCommand(place));
      return streamOf(Body);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Does nothing where nothing is. */
  private async move(from: ObjectPlace, to: ObjectPlace): Promise<void> {
    try {
      await this.client.send(new CopyObjectCommand({ ...to, CopySource: `${from.Bucket}/${from.Key}` }));
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    await this.client.send(new DeleteObjectCommand(from));
  }

  private async putId(id: StoreId, condition: { readonly IfNoneMatch?: '*' } = {}): Promise<void> {
    const object = { Bucket: this.bucket, Key: ID_KEY, Body: `${id}\n`, ContentType: 'text/plain' };
    await this.client.send(new PutObjectCommand({ ...object, ...condition }));
  }

  private async *begunUploads(): AsyncGenerator<MultipartUpload> {
    let from: Pick<ListMultipartUploadsCommandOutput, 'NextKeyMarker' | 'NextUploadIdMarker'> = {};
    for (;;) {
      const position = { KeyMarker: from.NextKeyMarker, UploadIdMarker: from.NextUploadIdMarker };
      const list = new ListMultipartUploadsCommand({ ...this.everything, ...position });
      const page = await this.client.send(list).catch(nothingWhereNotImplemented);
      yield* page?.Uploads ?? [];
      if (page?.IsTruncated !== true) return;
      from = page;
    }
  }

  private async wasWrittenSince(
    upload: { readonly Bucket: string; readonly Key: string | undefined; readonly UploadId: string | undefined },
    instant: Date,
  ): Promise<boolean> {
    let PartNumberMarker: string | undefined;
    for (;;) {
      const page = await this.client.send(new ListPartsCommand({ ...upload, PartNumberMarker }));
      const { Parts = [], IsTruncated, NextPartNumberMarker } = page;
      if (Parts.some(({ LastModified }) => LastModified !== undefined && LastModified >= instant)) return true;
      // Not every S3 leaves out the marker behind the last page: whoever follows it alone never comes to an end.
      if (IsTruncated !== true) return false;
      PartNumberMarker = NextPartNumberMarker;
    }
  }

  private get everything() {
    return { Bucket: this.bucket, Prefix: FOLDER };
  }

  private at(name: BlobName): ObjectPlace {
    return { Bucket: this.bucket, Key: `${FOLDER}${name}` };
  }

  private inTrash(name: BlobName): ObjectPlace {
    return { Bucket: this.bucket, Key: `${TRASH}${name}` };
  }
}

interface ObjectPlace {
  readonly Bucket: string;
  readonly Key: string;
}

/** The statuses of a condition that does not hold: another process was faster. */
const TAKEN: readonly number[] = [409, 412];

function streamOf(body: unknown): Readable {
  if (!(body instanceof Readable)) throw new Error('The object has no content to read.');
  return body;
}

function isMissing(error: unknown): boolean {
  const isNotFound = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
  return isNotFound && error.name !== 'NoSuchBucket';
}

/** Not every S3 lists them: its operator then lets a rule of the bucket forget them. */
function nothingWhereNotImplemented(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.name === 'NotImplemented') return undefined;
  throw error;
}

/** A refusal of `HeadBucket` has no body, and so no words of its own. */
const REFUSALS: Readonly<Record<number, string | undefined>> = {
  403: 'the credentials are refused (403)',
  404: 'it does not exist (404)',
};

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const refusal = error instanceof S3ServiceException ? REFUSALS[error.$metadata.httpStatusCode ?? 0] : undefined;
  return refusal ?? (error.message === '' || error.message === 'UnknownError' ? error.name : error.message);
}
