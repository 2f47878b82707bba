import { randomUUID } from 'node:crypto';
import type { BlobName } from '@worktrack/domain';
import { QuotaExhausted } from '../shared/faults.js';
import type { BlobReferences } from './blob-references.js';
import type { BlobStore, StoreId } from './blob-store.js';

/** The store that a database has recorded as its own. */
export interface StoreTie {
  readonly storeId: StoreId;
  /** `false` in a copy of that database: a restored dump, or a database created from it as a template. */
  readonly isOfThisDatabase: boolean;
}

/** The record in a database of its store. Abstract class rather than interface: it is also the injection token. */
export abstract class StoreTies {
  abstract find(): Promise<StoreTie | undefined>;
  /** Records a store, unless one is recorded already. Returns the recorded one. */
  abstract begin(storeId: StoreId): Promise<StoreId>;
  /** Replaces the recorded store. */
  abstract replace(storeId: StoreId): Promise<void>;
}

/** The store of attachments and the database, as the ownership check sees them. */
export interface StoreAndDatabase {
  readonly store: BlobStore;
  readonly ties: StoreTies;
  readonly references: BlobReferences;
}

/** The result of the ownership check of a store. `reason` is one sentence for the operator. */
export type StoreCheck = { readonly isOurs: true } | { readonly isOurs: false; readonly reason: string };

const OURS: StoreCheck = { isOurs: true };
const notOurs = (reason: string): StoreCheck => ({ isOurs: false, reason });

/**
 * Checks whether the store belongs to the database. Ties the two when this cannot lose data: when both are empty, or, in an installation
 * from before stores had ids, when the two agree about the blobs. Every other case needs a decision of the operator (`adoptStore`).
 */
export async function checkStore(place: StoreAndDatabase): Promise<StoreCheck> {
  const { store, ties } = place;
  const [tie, storeId] = await Promise.all([ties.find(), store.id()]);
  if (tie && !tie.isOfThisDatabase) {
    return notOurs('The database was copied or moved, and the store of attachments belongs to another database.');
  }
  if (storeId !== undefined) {
    return storeId === tie?.storeId ? OURS : notOurs('The store of attachments belongs to another database.');
  }
  const sample = await sampleOf(store);
  if (tie && sample.names.length > 0) return notOurs('The store of attachments has lost its id, or is another store.');
  if (!(await agree(place, sample))) {
    return notOurs('The store of attachments has no id, and does not hold what the database needs.');
  }
  // Write to the database first: if two databases race for a new store, the second one finds the id of the first in the store.
  const remembered = tie?.storeId ?? (await ties.begin(randomUUID()));
  const given = await store.giveId(remembered);
  return given === remembered ? OURS : notOurs('The store of attachments belongs to another database.');
}

/** The number of blobs of each side that are looked up on the other side. Names are random, so the sample is random. */
const SAMPLE = 1_000;

interface Sample {
  readonly names: readonly BlobName[];
  /** `true` when the sample contains all blobs of the store. */
  readonly isAll: boolean;
}

async function sampleOf(store: BlobStore): Promise<Sample> {
  const names: BlobName[] = [];
  for await (const blobs of store.all()) {
    names.push(...blobs.map(({ name }) => name));
    if (names.length >= SAMPLE) return { names: names.slice(0, SAMPLE), isAll: false };
  }
  return { names, isAll: true };
}

/** True when the database knows every blob of the sample, and the store has the sampled blobs that the database needs. */
async function agree({ store, references }: StoreAndDatabase, { names, isAll }: Sample): Promise<boolean> {
  if ((await references.unknown(names)).length > 0) return false;
  const listed = new Set(names);
  for (const name of await references.some(SAMPLE)) {
    if (!listed.has(name) && (isAll || !(await store.has(name)))) return false;
  }
  return true;
}

/** The result of `adoptStore`. */
export interface Adoption {
  readonly storeId: StoreId;
  /** The number of complete blobs in the store. */
  readonly blobs: number;
  /** The number of blobs without a live attachment. */
  readonly unneeded: number;
  /** The number of live attachments without a blob in the store. */
  readonly missing: number;
}

/**
 * Ties the store to the database, whatever either has recorded: both get a new id, which locks out any other database that used the store.
 * Moves needed blobs back out of the trash.
 */
export async function adoptStore({ store, ties, references }: StoreAndDatabase): Promise<Adoption> {
  const storeId = randomUUID();
  await ties.replace(storeId);
  await store.replaceId(storeId);
  for await (const trashed of store.trashed()) {
    for (const name of await needed(references, trashed)) await store.putBack(name);
  }
  let [blobs, unneeded] = [0, 0];
  for await (const some of store.all()) {
    blobs += some.length;
    unneeded += some.length - (await needed(references, some)).length;
  }
  return { storeId, blobs, unneeded, missing: Math.max(0, (await references.count()) - (blobs - unneeded)) };
}

async function needed(references: BlobReferences, blobs: readonly { readonly name: BlobName }[]): Promise<BlobName[]> {
  const names = blobs.map(({ name }) => name);
  const unused = new Set(await references.unused(names));
  return names.filter((name) => !unused.has(name));
}

/** Seconds after which a client should retry. Not longer: many clients give up. */
const TRY_AGAIN_AFTER = 30;

/** Milliseconds for which a check result is valid: a change by a task of administration takes effect within a second. */
const CHECK_VALID_FOR = 1_000;

/** Guards a store that can belong to another database: check it before each write or removal there. */
export class StoreOwnership {
  private latest: { readonly result: Promise<StoreCheck>; until: number } | undefined;
  private reported: string | undefined;

  /** @param report is called once for each reason when the store turns out to belong to another database */
  constructor(
    private readonly place: StoreAndDatabase,
    private readonly report: (reason: string) => void,
  ) {}

  /** Returns a check result that is at most a second old. */
  check(): Promise<StoreCheck> {
    if (this.latest && performance.now() < this.latest.until) return this.latest.result;
    const latest = { result: checkStore(this.place), until: Infinity };
    this.latest = latest;
    latest.result.then(
      (check) => {
        latest.until = performance.now() + CHECK_VALID_FOR;
        this.reportOnce(check);
      },
      () => {
        latest.until = 0;
      },
    );
    return latest.result;
  }

  async isOurs(): Promise<boolean> {
    return (await this.check()).isOurs;
  }

  /**
   * Throws `QuotaExhausted` when the store belongs to another database. Writes work again after the operator of this server has run
   * `blobs:adopt`.
   */
  async assertOurs(): Promise<void> {
    if (await this.isOurs()) return;
    throw new QuotaExhausted(
      'Files cannot be uploaded until the operator of this server has checked where they are kept.',
      TRY_AGAIN_AFTER,
    );
  }

  private reportOnce(check: StoreCheck): void {
    const reason = check.isOurs ? undefined : check.reason;
    if (reason !== undefined && reason !== this.reported) this.report(reason);
    this.reported = reason;
  }
}
