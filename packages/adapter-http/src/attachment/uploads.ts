import { Injectable } from '@nestjs/common';
import {
  AttachmentUsage,
  QuotaExhausted,
  refusePastQuota,
  type CountBytes,
  type FullBound,
  type Owner,
} from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import { Limits } from '../limits/limits.js';
import { ApiSettings } from '../settings.js';

/** The owner of an upload: a member who uploads to an Organization. */
export type Uploader = Owner & { readonly organization: OrganizationId };

/** Seconds after which a temporarily refused client may try again. */
const TRY_AGAIN_AFTER = 5;

/** The bytes that uploads under way have sent: of all, and by Organization, which must fit into the rest of its quota. */
@Injectable()
export class UploadBytes {
  private readonly ofOrganization = new Map<OrganizationId, number>();
  private total = 0;

  constructor(
    private readonly settings: ApiSettings,
    private readonly limits: Limits,
    private readonly usage: AttachmentUsage,
  ) {}

  /**
   * Runs an upload and counts it until it ends; `work` reports each piece as it arrives, and gets the quota of the Organization, if it has
   * one. Throws `QuotaExhausted` when too many uploads or too many of their bytes are under way, and `PAYLOAD_TOO_LARGE` when the upload
   * would exceed the quota.
   */
  async count<T>(
    uploader: Uploader,
    work: (count: CountBytes, quotaBytes: number | undefined) => Promise<T>,
  ): Promise<T> {
    const { organization } = uploader;
    const release = this.limits.uploads.tryTake(uploader) ?? this.refuse(this.limits.uploads.fullBound(uploader));
    let sent = 0;
    try {
      const used = await this.usage.of(organization);
      // 0 allows any number of bytes.
      const quotaBytes = (used.quotaBytes ?? this.settings.uploads.quotaBytes) || undefined;
      const room = quotaBytes === undefined ? Infinity : Math.max(0, quotaBytes - used.bytes);
      const add = (bytes: number): void => {
        sent += bytes;
        this.add(organization, bytes);
        if (this.total > this.settings.uploads.stagedBytes) {
          refuseForNow('Other uploads take all the room there is: try again in a moment.');
        }
        // Two concurrent uploads that fit one by one may exceed the quota together. The transaction checks it again.
        if (quotaBytes !== undefined && this.bytesOf(organization) > room) refusePastQuota(quotaBytes);
      };
      return await work(add, quotaBytes);
    } finally {
      this.add(organization, -sent);
      release();
    }
  }

  private bytesOf(organization: OrganizationId): number {
    return this.ofOrganization.get(organization) ?? 0;
  }

  private add(organization: OrganizationId, bytes: number): void {
    this.total += bytes;
    const left = this.bytesOf(organization) + bytes;
    if (left === 0) this.ofOrganization.delete(organization);
    else this.ofOrganization.set(organization, left);
  }

  private refuse(full: FullBound = 'process'): never {
    const most = this.limits.uploads.bounds[full] ?? 0;
    refuseForNow(`${HOLDERS[full]} ${most} uploads under way: try again when one of them has ended.`);
  }
}

const HOLDERS: Readonly<Record<FullBound, string>> = {
  credential: 'The token or session has',
  user: 'Your tokens and sessions together have',
  network: 'Your network has',
  organization: 'The Organization has',
  process: 'The server has',
};

function refuseForNow(message: string): never {
  throw new QuotaExhausted(message, TRY_AGAIN_AFTER);
}
