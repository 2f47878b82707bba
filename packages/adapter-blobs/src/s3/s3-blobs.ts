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
import {
  BlobStore,
  StoreUnavailable,
  type CountBytes,
  type DatedBlob,
  type KeptBlob,
  type StoreId,
} from '@worktrack/application';
import type { BlobName } from '@worktrack/domain';
import { isBlobName, newBlobName } from '../blob-name.js';
import { Measured } from '../measured.js';

/** A bucket and its credentials. */
export interface S3Settings {
  /** An `http:` or `https:` URL. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Key prefix of all blobs: the bucket can contain other objects. */
const FOLDER = 'attachments/';

/**
 * The trash: blobs that the sweep moved, until they are deleted for good. It lies next to the blobs, so that no listing of blobs goes
 * through it.
 */
const TRASH = 'attachments-trash/';

/** The object that holds the id of the store. */
const ID_KEY = `${FOLDER}store-id`;

/** Bytes of a blob in memory at a time, and size of a part: S3 accepts no smaller part of a multipart upload but the last. */
const PART_SIZE = 5 * 1_024 * 1_024;

/** Connections to the store: more than uploads and downloads under way have. */
const AGENT = { keepAlive: true, maxSockets: 250 };

/** Timeouts in milliseconds, so that every wait is finite. */
const REQUESTS = { connectionTimeout: 5_000, socketTimeout: 30_000, httpAgent: AGENT, httpsAgent: AGENT };

/** Blobs as objects in a bucket. An object becomes visible only when it is complete. */
export class S3Blobs extends BlobStore {
  private constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
  ) {
    super();
  }

  /** Opens a bucket. Rejects with an error of one sentence when it cannot be used. */
  static async in({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): Promise<S3Blobs> {
    // The client would warn of an old Node on the stderr of each task. This program says itself which Node it needs.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
    const client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Not every S3 supports Amazon's bucket in the host name and checksums in trailers.
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: REQUESTS,
    });
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      throw new Error(`The bucket ${bucket} cannot be used: ${sentenceOf(error)}.`, { cause: error });
    }
    client.middlewareStack.add(
      (send) => (command) =>
        send(command).catch((cause: unknown) => {
          throw isOfTheStore(cause) ? new StoreUnavailable(`The bucket ${bucket} cannot be used.`, { cause }) : cause;
        }),
      // Around the retries of the client.
      { name: 'storeUnavailable', step: 'initialize', priority: 'high' },
    );
    return new S3Blobs(client, bucket);
  }

  async write(content: Readable, most: number, count?: CountBytes): Promise<KeptBlob> {
    const blobName = newBlobName();
    return { blobName, ...(await this.writeAs(blobName, new Measured(content, most, count))) };
  }

  async put(name: BlobName, content: Readable): Promise<void> {
    await this.writeAs(name, new Measured(content, Infinity));
  }

  private async writeAs(blobName: BlobName, measured: Measured): Promise<ReturnType<Measured['facts']>> {
    const body = Readable.from(measured.pieces(), { objectMode: false });
    try {
      const params = { ...this.at(blobName), Body: body };
      await new Upload({ client: this.client, params, partSize: PART_SIZE, queueSize: 1 }).done();
      return measured.facts();
    } catch (error) {
      await this.remove(blobName).catch(() => undefined);
      // Throw the error of the content first: the S3 client replaces it by its own.
      throw measured.failure ?? new StoreUnavailable(`The bucket ${this.bucket} kept no file.`, { cause: error });
    }
  }

  async read(name: BlobName): Promise<Readable> {
    const found = (await this.content(this.at(name))) ?? (await this.content(this.inTrash(name)));
    if (found) return found;
    // The sweep might have restored the blob in between; if not, throw this error.
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
    // Not every S3 supports the condition: use the id that is stored afterwards.
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

  /** Moves a blob to the trash. The copy's date is the time of the move. */
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

  /** Moves an object; does nothing if it does not exist. */
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
      // Some S3 servers send a marker after the last page too: following markers alone would never end.
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

/** Statuses of a failed condition: another process was faster. */
const TAKEN: readonly number[] = [409, 412];

function streamOf(body: unknown): Readable {
  if (!(body instanceof Readable)) throw new Error('The object has no content to read.');
  return body;
}

/** Statuses of an S3 that takes no request of this server at the moment: its credentials or its rate are refused. */
const REFUSED: readonly number[] = [401, 403, 429];

/** True for an error that is not about one object: no response, a fault of the store, or one that every request would meet. */
function isOfTheStore(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return true;
  const status = error.$metadata.httpStatusCode ?? 500;
  if (status >= 500) return error.name !== 'NotImplemented';
  return REFUSED.includes(status) || error.name === 'NoSuchBucket';
}

function isMissing(error: unknown): boolean {
  const isNotFound = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
  return isNotFound && error.name !== 'NoSuchBucket';
}

/** Ignores the error of an S3 that cannot list uploads: its operator sets a lifecycle rule that aborts them. */
function nothingWhereNotImplemented(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.name === 'NotImplemented') return undefined;
  throw error;
}

/** Messages for the statuses of `HeadBucket`, whose refusals have no body. */
const REFUSALS: Readonly<Record<number, string | undefined>> = {
  403: 'the credentials are refused (403)',
  404: 'it does not exist (404)',
};

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const refusal = error instanceof S3ServiceException ? REFUSALS[error.$metadata.httpStatusCode ?? 0] : undefined;
  return refusal ?? (error.message === '' || error.message === 'UnknownError' ? error.name : error.message);
}
