import { ONE_DAY, type BlobName } from '@worktrack/domain';
import type { Lease, Leases } from '../housekeeping/leases.js';
import type { BlobReferences } from './blob-references.js';
import type { BlobStore, DatedBlob } from './blob-store.js';
import type { StoreOwnership } from './store-ownership.js';

/**
 * The age after which an unreferenced blob is safe to remove: an upload has its row, or was refused, long before, even when its date is
 * that of its start.
 */
export const SAFE_AGE = ONE_DAY;

/** The name of the lease, and the seconds after which it expires without renewal. */
const LEASE = { name: 'blobs', seconds: 300 };

/** The number of blobs that a sweep is always allowed to move: a tenth of a small store is almost nothing. */
const ALWAYS_ALLOWED = 20;

/** The share of the store that a sweep is allowed to move. */
const MOST_OF_ALL = 0.1;

/** The maximum number of blobs that one sweep moves, so that their names fit into memory. The next sweep continues. */
const MOST_OF_A_SWEEP = 100_000;

/** The number of steps after which the lease is renewed. */
const BATCH = 100;

/** The counts of one sweep. */
export interface SweepCounts {
  /** The number of complete blobs in the store. */
  readonly blobs: number;
  /** The number of blobs that are older than a day and needed by no attachment. */
  readonly unneeded: number;
  /** The number of blobs that were moved to the trash. */
  readonly trashed: number;
  /** The number of blobs that were moved back out of the trash, because an attachment needs them. */
  readonly restored: number;
  /** The number of blobs that were deleted from the trash permanently. */
  readonly deleted: number;
  /** The number of incomplete uploads that were removed. */
  readonly abandoned: number;
}

/** The outcome of a sweep. With `notOurs` and `busy` nothing was done. */
export type SweepOutcome =
  | ({ readonly state: 'swept' } & SweepCounts)
  /** More than a tenth of the store would have been moved to the trash, so nothing was moved. */
  | ({ readonly state: 'tooMany' } & SweepCounts)
  | { readonly state: 'notOurs'; readonly reason: string }
  /** Another process is sweeping. */
  | { readonly state: 'busy' };

/** The ports of a sweep. */
export interface SweepPorts {
  readonly store: BlobStore;
  readonly references: BlobReferences;
  readonly ownership: StoreOwnership;
  readonly leases: Leases;
}

/** The options of a sweep. */
export interface SweepOptions {
  /** The number of days that blobs stay in the trash. */
  readonly trashDays: number;
  /** Ignores the limit on the share of the store that a sweep is allowed to move. */
  readonly force?: boolean;
  /** Stops the sweep before its next step. */
  readonly signal?: AbortSignal;
  readonly now?: Date;
}

/**
 * Moves blobs that a crash or a lost connection left to the trash: older than a day, without an attachment. Deletes blobs
 * permanently after `trashDays` in the trash, and restores those that are needed again. Checks the database again right before each
 * removal, and skips a store that belongs to another database.
 */
export async function sweepBlobs(ports: SweepPorts, options: SweepOptions): Promise<SweepOutcome> {
  const check = await ports.ownership.check();
  if (!check.isOurs) return { state: 'notOurs', reason: check.reason };
  const { name, seconds } = LEASE;
  const outcome = await ports.leases.hold(name, seconds, (lease) => new Sweep(ports, options, lease).run());
  return outcome ?? { state: 'busy' };
}

/** Milliseconds for which `withoutSweep` waits for a sweep that runs, and between two looks. */
const TIMEOUT = 300_000;
const LOOK_EVERY = 500;

/**
 * Runs `work` while nobody sweeps the store. Waits five minutes at most for a sweep that runs. Rejects when it goes on, and when another
 * process took the lease over meanwhile: then bytes might have been removed.
 */
export async function withoutSweep<T>(leases: Leases, work: () => Promise<T>): Promise<T> {
  for (let waited = 0; ; waited += LOOK_EVERY) {
    const outcome = await unlessSwept(leases, async () => ({ result: await work() }));
    if (outcome) return outcome.result;
    if (waited >= TIMEOUT) throw new Error('Another process sweeps the store of attachments or backs it up.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

/** Runs `work` while nobody sweeps the store or backs it up. Returns `undefined`, without running it, when another process does so now. */
export async function unlessSwept<T>(leases: Leases, work: () => Promise<T>): Promise<T | undefined> {
  return leases.hold(LEASE.name, LEASE.seconds, (lease) => renewing(lease, work));
}

async function renewing<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
  const state = { isKept: true };
  const renewal = setInterval(
    () => {
      lease.renew().then(
        (isKept) => (state.isKept &&= isKept),
        // The lease has time for two more attempts.
        () => undefined,
      );
    },
    (LEASE.seconds * 1_000) / 3,
  );
  try {
    const result = await work();
    if (state.isKept && (await lease.renew())) return result;
  } finally {
    clearInterval(renewal);
  }
  throw new Error('The store of attachments was swept meanwhile: do it again.');
}

class Sweep {
  private readonly counts = { blobs: 0, unneeded: 0, trashed: 0, restored: 0, deleted: 0, abandoned: 0 };
  private readonly now: Date;
  private steps = 0;

  constructor(
    private readonly ports: SweepPorts,
    private readonly options: SweepOptions,
    private readonly lease: Lease,
  ) {
    this.now = options.now ?? new Date();
  }

  async run(): Promise<SweepOutcome> {
    const before = new Date(this.now.getTime() - SAFE_AGE);
    await this.emptyTrash();
    if (await this.canContinue()) this.counts.abandoned = await this.ports.store.removeAbandoned(before);
    const unneeded = await this.unneeded(before);
    if (!unneeded) return { state: 'swept', ...this.counts };
    const { blobs } = this.counts;
    const most = Math.max(ALWAYS_ALLOWED, Math.floor(blobs * MOST_OF_ALL));
    if (this.counts.unneeded > most && this.options.force !== true) return { state: 'tooMany', ...this.counts };
    for (const name of unneeded) {
      if (!(await this.canContinue())) break;
      if (!(await this.isUnused(name, before))) continue;
      await this.ports.store.moveToTrash(name);
      this.counts.trashed += 1;
    }
    return { state: 'swept', ...this.counts };
  }

  private async emptyTrash(): Promise<void> {
    const { store, references } = this.ports;
    const before = new Date(this.now.getTime() - this.options.trashDays * ONE_DAY);
    for await (const blobs of store.trashed()) {
      const unused = new Set(await references.unused(namesOf(blobs)));
      for (const { name, since } of blobs) {
        if (unused.has(name) && since >= before) continue;
        if (!(await this.canContinue())) return;
        if (await this.isUnused(name)) {
          if (since >= before) continue;
          await store.removeFromTrash(name);
          this.counts.deleted += 1;
        } else {
          await store.putBack(name);
          this.counts.restored += 1;
        }
      }
    }
  }

  /**
   * Counts all blobs and the unneeded ones. Returns the names of at most `MOST_OF_A_SWEEP` unneeded blobs, or `undefined` when the sweep has
   * to stop before all are counted.
   */
  private async unneeded(before: Date): Promise<BlobName[] | undefined> {
    const found: BlobName[] = [];
    for await (const blobs of this.ports.store.all()) {
      this.counts.blobs += blobs.length;
      const old = blobs.filter(({ since }) => since < before);
      const unused = old.length === 0 ? [] : await this.ports.references.unused(namesOf(old), before);
      this.counts.unneeded += unused.length;
      found.push(...unused.slice(0, MOST_OF_A_SWEEP - found.length));
      if (!(await this.canContinue())) return undefined;
    }
    return found;
  }

  private async isUnused(name: BlobName, deletedBefore?: Date): Promise<boolean> {
    return (await this.ports.references.unused([name], deletedBefore)).length === 1;
  }

  /** Checked before each step: a sweep stops when it is aborted, when its lease is lost, and when another database adopted the store. */
  private async canContinue(): Promise<boolean> {
    if (this.options.signal?.aborted === true) return false;
    if (this.steps % BATCH === 0 && !(await this.lease.renew())) return false;
    this.steps += 1;
    return this.ports.ownership.isOurs();
  }
}

const namesOf = (blobs: readonly DatedBlob[]): BlobName[] => blobs.map(({ name }) => name);
