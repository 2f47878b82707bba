import { refuse } from '../shared/refusals.js';

/** Throws `PAYLOAD_TOO_LARGE`, with the quota of the Organization in bytes as `details.quota`. */
export function refusePastQuota(quotaBytes: number): never {
  refuse('PAYLOAD_TOO_LARGE', `The files of this Organization would hold more than ${quotaBytes} bytes.`, {
    details: { quota: quotaBytes },
  });
}
