import { setTimeout as delay } from 'node:timers/promises';
import type { Blobs } from '../attachment/blobs.js';
import type { StoreOwnership } from '../attachment/store-ownership.js';
import { unlessSwept } from '../attachment/sweep-blobs.js';
import type { Leases } from '../housekeeping/leases.js';
import type { WorkItemErasure } from './deleted-work-items.js';

/** The name of the lease, and the seconds after which it expires without renewal. */
const LEASE = { name: 'erasure', seconds: 60 };

/** Milliseconds between two steps, so that other work goes on. */
const PAUSE = 20;

/** The ports of an erasure. */
export interface ErasurePorts {
  readonly erasure: WorkItemErasure;
  readonly blobs: Pick<Blobs, 'remove'>;
  readonly ownership: Pick<StoreOwnership, 'check'>;
  readonly leases: Leases;
}

/**
 * Removes what the deleted Work Items hold that nobody can restore any more, one process at a time, and returns their number. Does nothing
 * where the store of attachments belongs to another database or somebody sweeps it or backs it up: a later call goes on. Bytes are removed
 * after the commit: those that a crash leaves are left to the sweep.
 */
export async function eraseWorkItems(
  { erasure, blobs, ownership, leases }: ErasurePorts,
  signal: AbortSignal,
): Promise<number> {
  const erased = await leases.hold(LEASE.name, LEASE.seconds, async (lease) => {
    const canGoOn = async () => !signal.aborted && (await lease.renew());
    for (let done = 0; ;) {
      const item = await erasure.next();
      if (!item || !(await ownership.check()).isOurs) return done;
      const step = await unlessSwept(leases, async () => {
        const taken = await erasure.eraseSome(item);
        for (const name of taken.blobs) await blobs.remove(name);
        return taken;
      });
      if (step?.isDone) done += 1;
      if (!step || !(await canGoOn())) return done;
      await delay(PAUSE);
    }
  });
  return erased ?? 0;
}
