import { Injectable } from '@nestjs/common';
import { AttachmentUsage, QuotaExhausted, refusePastQuota, type CountBytes } from '@worktrack/application';
import type { CredentialId, OrganizationId } from '@worktrack/domain';
import { ApiSettings } from '../settings.js';

/** Counts by key. A count of zero takes no memory. */
class Tally<Key> {
  private readonly counts = new Map<Key, number>();

  of(key: Key): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: Key, change: number): void {
    const count = this.of(key) + change;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }
}

/** The token that uploads, and the Organization that it uploads to. */
export interface Uploader {
  readonly tokenId: CredentialId;
  readonly organizationId: OrganizationId;
}

/** Seconds after which a temporarily refused client may try again. */
const TRY_AGAIN_AFTER = 5;

/**
 * Limits the uploads under way in this process: their number for each token and in total, the bytes that they have sent, and the bytes
 * for each Organization, which must fit into the rest of its quota.
 */
@Injectable()
export class Uploads {
  private readonly ofToken = new Tally<CredentialId>();
  private readonly bytesOf = new Tally<OrganizationId>();
  private count = 0;
  private bytes = 0;

  constructor(
    private readonly settings: ApiSettings,
    private readonly usage: AttachmentUsage,
  ) {}

  /**
   * Runs an upload and counts it until it ends; `work` reports each piece as it arrives, and gets the quota of the Organization, if it has
   * one. Throws `QuotaExhausted` when too many uploads or
   * too many of their bytes are under way, and `PAYLOAD_TOO_LARGE` when the upload would exceed the quota.
   */
  async run<T>(
    { tokenId, organizationId }: Uploader,
    work: (count: CountBytes, quotaBytes: number | undefined) => Promise<T>,
  ): Promise<T> {
    this.assertPlace(tokenId);
    this.ofToken.add(tokenId, 1);
    this.count += 1;
    let sent = 0;
    const add = (bytes: number): void => {
      sent += bytes;
      this.bytes += bytes;
      this.bytesOf.add(organizationId, bytes);
    };
    try {
      const used = await this.usage.of(organizationId);
      // 0 allows any number of bytes.
      const quotaBytes = (used.quotaBytes ?? this.settings.uploads.quotaBytes) || undefined;
      const room = quotaBytes === undefined ? Infinity : Math.max(0, quotaBytes - used.bytes);
      return await work((bytes) => {
        add(bytes);
        if (this.bytes > this.settings.uploads.stagedBytes) {
          refuseForNow('Other uploads take all the room there is: try again in a moment.');
        }
        // Two concurrent uploads that fit one by one may exceed the quota together. The transaction checks it again.
        if (quotaBytes !== undefined && this.bytesOf.of(organizationId) > room) refusePastQuota(quotaBytes);
      }, quotaBytes);
    } finally {
      add(-sent);
      this.ofToken.add(tokenId, -1);
      this.count -= 1;
    }
  }

  private assertPlace(tokenId: CredentialId): void {
    const { ofToken, ofProcess } = this.settings.uploads;
    if (this.ofToken.of(tokenId) >= ofToken) {
      refuseForNow(`The token has ${ofToken} uploads under way: try again when one of them has ended.`);
    }
    if (this.count >= ofProcess) {
      refuseForNow(`${ofProcess} uploads are under way: try again when one of them has ended.`);
    }
  }
}

function refuseForNow(message: string): never {
  throw new QuotaExhausted(message, TRY_AGAIN_AFTER);
}
