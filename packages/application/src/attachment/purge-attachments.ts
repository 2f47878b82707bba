import type { AttachmentId, OrganizationId } from '@worktrack/domain';
import { auditTask, type Administration } from '../administration/administer.js';
import type { Leases } from '../housekeeping/leases.js';
import type { AuditPorts } from '../mutation/ports.js';
import type { OrganizationPorts } from '../organization/ports.js';
import type { PurgedPage } from './attachment-purge.js';
import type { Blobs } from './blobs.js';
import type { PurgePorts } from './ports.js';
import type { StoreOwnership } from './store-ownership.js';
import { withoutSweep } from './sweep-blobs.js';

type Transactions = Administration<Pick<AuditPorts, 'audit'> & Pick<OrganizationPorts, 'organizations'> & PurgePorts>;

/** The ports of a purge. */
export interface AttachmentPurgePorts {
  readonly administration: Transactions;
  readonly blobs: Pick<Blobs, 'remove'>;
  readonly ownership: Pick<StoreOwnership, 'check'>;
  readonly leases: Leases;
}

/** The number of attachments that were purged, and of their bytes. */
export interface AttachmentPurgeCounts {
  readonly attachments: number;
  readonly bytes: number;
}

/**
 * Deletes the attachments of Work Items that were deleted before an instant, with their bytes. Works in transactions of a thousand
 * attachments, each with its row in the audit trail, while nobody sweeps the store or backs it up. Bytes are removed after the commit: those
 * that a crash leaves are left to the sweep. Throws when the store belongs to another database.
 */
export async function purgeAttachments(
  { administration, blobs, ownership, leases }: AttachmentPurgePorts,
  deletedBefore: Date,
): Promise<AttachmentPurgeCounts> {
  const check = await ownership.check();
  if (!check.isOurs) throw new Error(`${check.reason} See the task blobs:adopt.`);
  return withoutSweep(leases, async () => {
    const counts = { attachments: 0, bytes: 0 };
    const organizations = await administration.run((tx) => tx.organizations.list());
    for (const { id } of organizations) {
      for (let after: AttachmentId | undefined; ;) {
        const { purged, last } = await purgePage(administration, id, deletedBefore, after);
        for (const { blobName, size } of purged) {
          await blobs.remove(blobName);
          counts.attachments += 1;
          counts.bytes += size;
        }
        if (last === undefined) break;
        after = last;
      }
    }
    return counts;
  });
}

async function purgePage(
  administration: Transactions,
  organizationId: OrganizationId,
  deletedBefore: Date,
  after: AttachmentId | undefined,
): Promise<PurgedPage> {
  return administration.run(async (tx) => {
    const page = await tx.attachmentPurge.purgeNext(organizationId, deletedBefore, after);
    if (page.purged.length > 0) {
      const touched = page.purged.map(({ id }) => ({ kind: 'attachment', id }) as const);
      auditTask(tx, 'attachments:purge', { organizationId, touched });
    }
    return page;
  });
}
