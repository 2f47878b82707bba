import type { OrganizationId, Slug } from '@worktrack/domain';
import { findOrganization } from './find-organization.js';
import type { OrganizationPorts } from './ports.js';

/** An Organization whose quota of attachments was set. */
export interface AttachmentQuotaSet {
  readonly id: OrganizationId;
  /** The bytes that its files hold now: they can be more than the quota. */
  readonly bytes: number;
}

/**
 * Sets the most bytes of all files of an Organization: 0 for any number, `null` for the default. Files that are there stay, also beyond it.
 * Throws `NOT_FOUND`.
 */
export async function setAttachmentQuota(
  tx: Pick<OrganizationPorts, 'organizations'>,
  slug: Slug,
  quotaBytes: number | null,
): Promise<AttachmentQuotaSet> {
  const { id } = await findOrganization(tx, slug);
  return { id, bytes: await tx.organizations.setAttachmentQuota(id, quotaBytes) };
}
