import { setTimeout as delay } from 'node:timers/promises';
import type { BlobName, OrganizationId } from '@worktrack/domain';
import type { BlobStore } from '../attachment/blob-store.js';
import type { StoreOwnership } from '../attachment/store-ownership.js';
import { unlessSwept } from '../attachment/sweep-blobs.js';
import type { Lease, Leases } from '../housekeeping/leases.js';
import type { OrganizationDeletion } from './organization-deletion.js';

/** The name of the lease, and the seconds after which it expires without renewal. */
const LEASE = { name: 'deletion', seconds: 60 };

/** Milliseconds between two steps, so that other work goes on. */
const PAUSE = 20;

/** The ports of a deletion. */
export interface DeletionPorts {
  readonly deletion: OrganizationDeletion;
  readonly store: Pick<BlobStore, 'remove' | 'removeFromTrash'>;
  readonly ownership: Pick<StoreOwnership, 'check'>;
  readonly leases: Leases;
}

/** Called when an Organization was deleted, with the number of its rows and blobs. */
export type OnDeleted = (
  organization: OrganizationId,
  counts: { readonly rows: number; readonly blobs: number },
) => void;

/**
 * Deletes the Organizations whose removal is due, with all that they hold, one process at a time. A process that ends in between leaves a part: the
 * next call goes on. Does nothing where the store of attachments belongs to another database, and stops where somebody sweeps the store or backs it
 * up: a later call goes on. Source: extensions, team §2.
 */
export async function deleteOrganizations(
  { deletion, store, ownership, leases }: DeletionPorts,
  signal: AbortSignal,
  onDeleted: OnDeleted,
): Promise<void> {
  await leases.hold(LEASE.name, LEASE.seconds, async (lease) => {
    for (;;) {
      const organization = await deletion.next();
      if (organization === undefined || !(await ownership.check()).isOurs) return;
      const files = await unlessSwept(leases, () => deleteFiles({ deletion, store, lease }, organization, signal));
      if (files === undefined) return;
      const rows = await inSteps(deletion.deleteRows(organization), lease, signal);
      if (rows === undefined) return;
      await deletion.finish(organization);
      onDeleted(organization, { rows: files.rows + rows, blobs: files.blobs });
    }
  });
}

/** Deletes the bytes first: a row that is left names what has to go. Returns `undefined` when it had to stop. */
async function deleteFiles(
  { deletion, store, lease }: Pick<DeletionPorts, 'deletion' | 'store'> & { readonly lease: Lease },
  organization: OrganizationId,
  signal: AbortSignal,
): Promise<{ readonly rows: number; readonly blobs: number } | undefined> {
  const blobs = await inSteps(deleteBlobs({ deletion, store }, organization), lease, signal);
  if (blobs === undefined) return undefined;
  const rows = await inSteps(deletion.deleteAttachments(organization), lease, signal);
  return rows === undefined ? undefined : { rows, blobs };
}

async function* deleteBlobs(
  { deletion, store }: Pick<DeletionPorts, 'deletion' | 'store'>,
  organization: OrganizationId,
): AsyncIterable<number> {
  for (let last: BlobName | undefined; ;) {
    const names = await deletion.blobs(organization, last);
    if (names.length === 0) return;
    for (const name of names) {
      await store.remove(name);
      await store.removeFromTrash(name);
    }
    last = names.at(-1);
    yield names.length;
  }
}

/** Takes all steps, with a pause after each. Returns their sum; `undefined` when it was stopped, or the lease was lost. */
async function inSteps(steps: AsyncIterable<number>, lease: Lease, signal: AbortSignal): Promise<number | undefined> {
  let sum = 0;
  for await (const done of steps) {
    sum += done;
    if (signal.aborted || !(await lease.renew())) return undefined;
    await delay(PAUSE);
  }
  return sum;
}
