import type { BlobName } from '@worktrack/domain';
import type { Lease, Leases } from '../housekeeping/leases.js';
import type { BlobReferences } from './blob-references.js';
import type { BlobStore, DatedBlob } from './blob-store.js';
import type { StoreOwnership } from './store-ownership.js';

/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1_000;

/** An upload has its row, or was refused, long before its bytes are that old, also where their date is that of its start. */
const SAFE_AGE = DAY;

/** The name of the lease, and the seconds for which it is kept without a sign of life. */
const LEASE = { name: 'blobs', seconds: 300 };

/** So many blobs may always be moved: the tenth part of a small store is next to nothing. */
const ALWAYS_ALLOWED = 20;

/** The tenth part of the store. */
const MOST_OF_ALL = 0.1;

/** How many blobs one sweep moves at most, so that their names fit into memory. The next sweep goes on. */
const MOST_AT_ONCE = 100_000;

/** After how many removals the lease is renewed. */
const BATCH = 100;

/** Counts of what a sweep found and did. */
export interface SweepCounts {
  /** How many complete blobs the store holds. */
  readonly blobs: number;
  /** How many of them are older than a day and needed by no attachment. */
  readonly unneeded: number;
  /** How many went to the trash. */
  readonly trashed: number;
  /** How many came back out of the trash, because an attachment needs them. */
  readonly restored: number;
  /** How many were deleted from the trash for good. */
  readonly deleted: number;
  /** How many uploads that never ended were removed. */
  readonly abandoned: number;
}

/** How a sweep ended; `notOurs` and `busy`: nothing was done. */
export type SweepOutcome =
  | ({ readonly state: 'swept' } & SweepCounts)
  /** More than the tenth part of the store would have gone to the trash: nothing went there. */
  | ({ readonly state: 'tooMany' } & SweepCounts)
  | { readonly state: 'notOurs'; readonly reason: string }
  /** Another process sweeps. */
  | { readonly state: 'busy' };

/** Ports of a sweep. */
export interface SweepPorts {
  readonly store: BlobStore;
  readonly references: BlobReferences;
  readonly ownership: StoreOwnership;
  readonly leases: Leases;
}

/** How a sweep works. */
export interface SweepOptions {
  /** How many days the trash is kept. */
  readonly trashDays: number;
  /** Moves however many blobs no attachment needs. */
  readonly force?: boolean;
  /** Ends the sweep before its next step. */
  readonly signal?: AbortSignal;
  readonly now?: Date;
}

/**
 * Moves to the trash what a crash or a lost connection left: bytes older than a day that no attachment refers to. Deletes for good
 * what has been in the trash for `trashDays`, and puts back what is needed again. The database is asked once more right before each
 * removal, and a store that belongs to another database is left alone.
 */
export async function sweepBlobs(ports: SweepPorts, options: SweepOptions): Promise<SweepOutcome> {
  const judgement = await ports.ownership.judge();
  if (!judgement.isOurs) return { state: 'notOurs', reason: judgement.reason };
  const { name, seconds } = LEASE;
  const outcome = await ports.leases.hold(name, seconds, (lease) => new Sweep(ports, options, lease).run());
  return outcome ?? { state: 'busy' };
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
    if (await this.mayGoOn()) this.counts.abandoned = await this.ports.store.removeAbandoned(before);
    const unneeded = await this.unneeded(before);
    if (!unneeded) return { state: 'swept', ...this.counts };
    const { blobs } = this.counts;
    const most = Math.max(ALWAYS_ALLOWED, Math.floor(blobs * MOST_OF_ALL));
    if (this.counts.unneeded > most && this.options.force !== true) return { state: 'tooMany', ...this.counts };
    for (const name of unneeded) {
      if (!(await this.mayGoOn())) break;
      if (!(await this.isUnused(name, before))) continue;
      await this.ports.store.moveToTrash(name);
      this.counts.trashed += 1;
    }
    return { state: 'swept', ...this.counts };
  }

  private async emptyTrash(): Promise<void> {
    const { store, references } = this.ports;
    const before = new Date(this.now.getTime() - this.options.trashDays * DAY);
    for await (const blobs of store.trashed()) {
      const unused = new Set(await references.unused(namesOf(blobs)));
      for (const { name, since } of blobs) {
        if (unused.has(name) && since >= before) continue;
        if (!(await this.mayGoOn())) return;
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
   * Counts all blobs, and those that no attachment needs. Answers the names of as many of them as are moved at once, or `undefined`
   * when the sweep has to end before all are counted.
   */
  private async unneeded(before: Date): Promise<BlobName[] | undefined> {
    const found: BlobName[] = [];
    for await (const blobs of this.ports.store.all()) {
      this.counts.blobs += blobs.length;
      const old = blobs.filter(({ since }) => since < before);
      const unused = old.length === 0 ? [] : await this.ports.references.unused(namesOf(old), before);
      this.counts.unneeded += unused.length;
      found.push(...unused.slice(0, MOST_AT_ONCE - found.length));
      if (!(await this.mayGoOn())) return undefined;
    }
    return found;
  }

  private async isUnused(name: BlobName, deletedBefore?: Date): Promise<boolean> {
    return (await this.ports.references.unused([name], deletedBefore)).length === 1;
  }

  /** Asked before each step: a sweep ends when it is told to, when its lease is gone, and when the store was adopted by another. */
  private async mayGoOn(): Promise<boolean> {
    if (this.options.signal?.aborted === true) return false;
    if (this.steps % BATCH === 0 && !(await this.lease.renew())) return false;
    this.steps += 1;
    return this.ports.ownership.isOurs();
  }
}

const namesOf = (blobs: readonly DatedBlob[]): BlobName[] => blobs.map(({ name }) => name);
