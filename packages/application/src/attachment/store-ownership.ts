import { randomUUID } from 'node:crypto';
import type { BlobName } from '@worktrack/domain';
import { QuotaExhausted } from '../faults.js';
import type { BlobReferences } from './blob-references.js';
import type { BlobStore, StoreId } from './blob-store.js';

/** The store that a database remembers as its own. */
export interface StoreTie {
  readonly storeId: StoreId;
  /** `false` in a copy of the database that was tied: a dump that was restored, or a database made from it as a template. */
  readonly isOfThisDatabase: boolean;
}

/** The memory of a database for its store. Abstract class rather than interface: it is also the injection token. */
export abstract class StoreTies {
  abstract find(): Promise<StoreTie | undefined>;
  /** Remembers a store, unless one is remembered already. Answers the one that is remembered then. */
  abstract begin(storeId: StoreId): Promise<StoreId>;
  /** Remembers a store in place of the one that is remembered. */
  abstract replace(storeId: StoreId): Promise<void>;
}

/** Where the store of attachments is looked at and tied. */
export interface StoreAndDatabase {
  readonly store: BlobStore;
  readonly ties: StoreTies;
  readonly references: BlobReferences;
}

/** The verdict on whether a store belongs to a database. `reason` is one sentence for the operator. */
export type StoreJudgement = { readonly isOurs: true } | { readonly isOurs: false; readonly reason: string };

const OURS: StoreJudgement = { isOurs: true };
const notOurs = (reason: string): StoreJudgement => ({ isOurs: false, reason });

/**
 * Judges whether the store belongs to the database, and ties the two where nothing can be lost by it: where neither keeps anything
 * yet, and in an installation from before stores had ids, when the two agree about the blobs. Everything else is the operator's to
 * decide (`adoptStore`).
 */
export async function judgeStore(place: StoreAndDatabase): Promise<StoreJudgement> {
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
  // The database first: of two databases that meet at a new store, the second finds the id of the first there.
  const remembered = tie?.storeId ?? (await ties.begin(randomUUID()));
  const given = await store.giveId(remembered);
  return given === remembered ? OURS : notOurs('The store of attachments belongs to another database.');
}

/** How many blobs of each side are looked for on the other. Their names are random: so is the choice. */
const SAMPLE = 1_000;

interface Sample {
  readonly names: readonly BlobName[];
  /** `true` when these are all blobs of the store. */
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

/** Tells whether the database knows every blob of the sample, and the store has the blobs that the database needs. */
async function agree({ store, references }: StoreAndDatabase, { names, isAll }: Sample): Promise<boolean> {
  if ((await references.unknown(names)).length > 0) return false;
  const listed = new Set(names);
  for (const name of await references.some(SAMPLE)) {
    if (!listed.has(name) && (isAll || !(await store.has(name)))) return false;
  }
  return true;
}

/** Counts of what `adoptStore` found in the store. */
export interface Adoption {
  readonly storeId: StoreId;
  /** How many complete blobs the store holds. */
  readonly blobs: number;
  /** How many of them no live attachment refers to. */
  readonly unneeded: number;
  /** How many live attachments have no blob there. */
  readonly missing: number;
}

/**
 * Ties the store to the database, whatever either remembers: both take a new id, so that any other database that had the store is
 * shut out. Blobs that are needed come back out of the trash.
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

/** Seconds after which a client tries again: many give up when they are told to wait longer. */
const TRY_AGAIN_AFTER = 30;

/** Milliseconds for which a judgement holds: what a task of administration changes is honoured within a second. */
const JUDGED_FOR = 1_000;

/** Guards a store that may belong to another database: asked before anything is written there or removed. */
export class StoreOwnership {
  private latest: { readonly judgement: Promise<StoreJudgement>; until: number } | undefined;
  private told: string | undefined;

  /** @param tell is told the reason, once for each, when the store turns out to belong to another database */
  constructor(
    private readonly place: StoreAndDatabase,
    private readonly tell: (reason: string) => void,
  ) {}

  /** A judgement that is at most a second old. */
  judge(): Promise<StoreJudgement> {
    if (this.latest && performance.now() < this.latest.until) return this.latest.judgement;
    const judging = { judgement: judgeStore(this.place), until: Infinity };
    this.latest = judging;
    judging.judgement.then(
      (judgement) => {
        judging.until = performance.now() + JUDGED_FOR;
        this.tellOnce(judgement);
      },
      () => {
        judging.until = 0;
      },
    );
    return judging.judgement;
  }

  async isOurs(): Promise<boolean> {
    return (await this.judge()).isOurs;
  }

  /** Throws `QuotaExhausted` when nothing may be written: it goes well again when the operator of this server has run `blobs:adopt`. */
  async assertOurs(): Promise<void> {
    if (await this.isOurs()) return;
    throw new QuotaExhausted(
      'Files cannot be uploaded until the operator of this server has checked where they are kept.',
      TRY_AGAIN_AFTER,
    );
  }

  private tellOnce(judgement: StoreJudgement): void {
    const reason = judgement.isOurs ? undefined : judgement.reason;
    if (reason !== undefined && reason !== this.told) this.tell(reason);
    this.told = reason;
  }
}
