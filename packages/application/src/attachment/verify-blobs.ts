import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { BlobName, OrganizationId } from '@worktrack/domain';
import type { BlobReferences } from './blob-references.js';
import type { BlobStore } from './blob-store.js';
import type { KeptBlob } from './blobs.js';
import { SAFE_AGE } from './sweep-blobs.js';

/** A difference between the attachments of the database and the blobs of the store. */
export interface BlobDifference {
  /** The rule that is broken, as a sentence without a full stop. */
  readonly says: string;
  readonly count: number;
  /** At most five names of blobs. */
  readonly examples: readonly { readonly blob: BlobName }[];
}

/** The result of comparing attachments with blobs. */
export interface BlobVerification {
  /** The number of rules that were checked. */
  readonly checked: number;
  readonly violations: readonly BlobDifference[];
}

/** The options of a verification. */
export interface BlobVerificationOptions {
  /** Limits the check to the attachments of this Organization. Blobs without an attachment belong to none, and are not looked for. */
  readonly organizationId?: OrganizationId;
  /** Reads every blob and compares its size and its SHA-256 with those of the attachment. */
  readonly readBytes?: boolean;
  readonly now?: Date;
}

const BATCH = 1_000;
const EXAMPLES = 5;

/** Compares the live attachments of the database with the blobs of the store. Reads only. */
export async function verifyBlobs(
  place: { readonly store: BlobStore; readonly references: BlobReferences },
  { organizationId, readBytes = false, now = new Date() }: BlobVerificationOptions = {},
): Promise<BlobVerification> {
  const missing = new Differences('every attachment has its bytes in the store');
  const changed = new Differences('the bytes of every attachment have its size and its SHA-256');
  const unneeded = new Differences('every blob in the store that is older than a day belongs to an attachment');
  for await (const blob of live(place.references, organizationId)) {
    if (!(await place.store.has(blob.blobName))) missing.add(blob.blobName);
    else if (readBytes && !(await isAsKept(blob, await place.store.read(blob.blobName)))) changed.add(blob.blobName);
  }
  if (organizationId === undefined) {
    const before = new Date(now.getTime() - SAFE_AGE);
    for await (const blobs of place.store.all()) {
      const old = blobs.filter(({ since }) => since < before).map(({ name }) => name);
      for (const name of old.length === 0 ? [] : await place.references.unknown(old)) unneeded.add(name);
    }
  }
  const checked = [missing, ...(readBytes ? [changed] : []), ...(organizationId === undefined ? [unneeded] : [])];
  return { checked: checked.length, violations: checked.flatMap((rule) => rule.found()) };
}

async function* live(references: BlobReferences, organizationId: OrganizationId | undefined): AsyncGenerator<KeptBlob> {
  let after: BlobName | undefined;
  for (;;) {
    const page = await references.live(organizationId, after, BATCH);
    yield* page;
    after = page.at(-1)?.blobName;
    if (after === undefined) return;
  }
}

async function isAsKept({ size, sha256 }: KeptBlob, content: Readable): Promise<boolean> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of content as AsyncIterable<Buffer>) {
    bytes += piece.length;
    hash.update(piece);
  }
  return bytes === size && hash.digest('hex') === sha256;
}

class Differences {
  private count = 0;
  private readonly examples: { readonly blob: BlobName }[] = [];

  constructor(private readonly says: string) {}

  add(blob: BlobName): void {
    this.count += 1;
    if (this.examples.length < EXAMPLES) this.examples.push({ blob });
  }

  found(): BlobDifference[] {
    const { says, count, examples } = this;
    return count === 0 ? [] : [{ says, count, examples }];
  }
}
