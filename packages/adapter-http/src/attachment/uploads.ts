import { Injectable } from '@nestjs/common';
import {
  AttachmentUsage,
  QuotaExhausted,
  refusePastQuota,
  type CountBytes,
  type FullBound,
  type Owner,
  type Release,
} from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import { Limits } from '../limits/limits.js';
import { ApiSettings } from '../settings.js';

/** The owner of an upload: a member who uploads to an Organization. */
export type Uploader = Owner & { readonly organization: OrganizationId };

/** Seconds after which a temporarily refused client can try again. */
const TRY_AGAIN_AFTER = 5;

/** Limits the uploads under way in this process and the bytes that they have sent, which must fit into the quota of the Organization. */
@Injectable()
export class Uploads {
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
  async run<T>(
    uploader: Uploader,
    work: (count: CountBytes, quotaBytes: number | undefined) => Promise<T>,
  ): Promise<T> {
    const { uploads, uploadBytes } = this.limits;
    const { organization } = uploader;
    const release = uploads.tryTake(uploader);
    if (!release) {
      const full = uploads.fullBound(uploader) ?? 'process';
      refuseForNow(
        `${HOLDERS[full]} ${uploads.bounds[full] ?? 0} uploads under way: try again when one of them has ended.`,
      );
    }
    let sent = 0;
    let releaseBytes: Release | undefined;
    try {
      const used = await this.usage.of(organization);
      // 0 allows any number of bytes.
      const quotaBytes = (used.quotaBytes ?? this.settings.attachmentQuotaBytes) || undefined;
      const room = quotaBytes === undefined ? Infinity : Math.max(0, quotaBytes - used.bytes);
      const count = (bytes: number): void => {
        sent += bytes;
        releaseBytes?.();
        const full = uploadBytes.fullBound(uploader, sent);
        if (full) refuseForNow(`${HOLDERS[full]} too many bytes of uploads under way: try again in a moment.`);
        releaseBytes = uploadBytes.tryTake(uploader, sent);
        // Two concurrent uploads that fit one by one can exceed the quota together. The transaction checks it again.
        if (quotaBytes !== undefined && uploadBytes.takenBy('organization', organization) > room)
          refusePastQuota(quotaBytes);
      };
      return await work(count, quotaBytes);
    } finally {
      releaseBytes?.();
      release();
    }
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
