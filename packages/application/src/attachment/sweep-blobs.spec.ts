import { Readable } from 'node:stream';
import type { BlobName } from '@worktrack/domain';
import type { Lease, Leases } from '../housekeeping/leases.js';
import type { BlobReferences } from './blob-references.js';
import { BlobStore, type DatedBlob } from './blob-store.js';
import type { StoreOwnership } from './store-ownership.js';
import { sweepBlobs, type SweepOptions } from './sweep-blobs.js';

const NOW = new Date('2026-03-02T12:00:00.000Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

/** A store in memory: blobs by name, each with its date. */
class MemoryStore extends BlobStore {
  readonly blobs = new Map<string, Date>();
  readonly trash = new Map<string, Date>();
  abandonedBefore: Date | undefined;
  removals = 0;
  /** Called right before each removal. */
  beforeRemoval: () => void = () => undefined;

  write = () => Promise.reject(new Error('Not here.'));
  read = () => Promise.resolve(Readable.from([]));
  remove = () => Promise.reject(new Error('Not here.'));
  put = () => Promise.reject(new Error('Not here.'));
  id = () => Promise.resolve(undefined);
  giveId = () => Promise.reject(new Error('Not here.'));
  replaceId = () => Promise.reject(new Error('Not here.'));
  has = (name: BlobName) => Promise.resolve(this.blobs.has(name));
  all = () => pages(this.blobs);
  trashed = () => pages(this.trash);
  moveToTrash = (name: BlobName) => this.moved(name, this.blobs, this.trash, NOW);
  putBack = (name: BlobName) => this.moved(name, this.trash, this.blobs, NOW);
  removeFromTrash = (name: BlobName) => this.moved(name, this.trash, new Map<string, Date>(), NOW);
  removeAbandoned = (instant: Date) => {
    this.abandonedBefore = instant;
    return Promise.resolve(2);
  };

  private moved(name: BlobName, from: Map<string, Date>, to: Map<string, Date>, at: Date): Promise<void> {
    this.beforeRemoval();
    this.removals += 1;
    if (from.delete(name)) to.set(name, at);
    return Promise.resolve();
  }
}

async function* pages(blobs: ReadonlyMap<string, Date>): AsyncGenerator<DatedBlob[]> {
  const all = [...blobs].map(([name, since]) => ({ name: name as unknown as BlobName, since }));
  for (let at = 0; at < all.length; at += 7) yield await Promise.resolve(all.slice(at, at + 7));
}

describe('Sweeping', () => {
  let store: MemoryStore;
  /** The blobs of live attachments, and those of deleted attachments with the instant of the deletion. */
  let live: Set<string>;
  let deleted: Map<string, Date>;
  let asked: (readonly string[])[];
  let ownership: { isOurs: boolean; asked: number };
  let lease: { free: boolean; lost: boolean; name?: string; renewals: number };

  beforeEach(() => {
    store = new MemoryStore();
    live = new Set();
    deleted = new Map();
    asked = [];
    ownership = { isOurs: true, asked: 0 };
    lease = { free: true, lost: false, renewals: 0 };
  });

  const references: BlobReferences = {
    unused: (names, deletedBefore) => {
      asked.push(names);
      const isRecent = (name: string) => deletedBefore !== undefined && deleted.get(name)! >= deletedBefore;
      return Promise.resolve(names.filter((name) => !live.has(name) && !isRecent(name)));
    },
    unknown: (names) => Promise.resolve(names),
    some: () => Promise.resolve([]),
    count: () => Promise.resolve(live.size),
    live: () => Promise.resolve([]),
  };

  const sweep = (options: Partial<SweepOptions> = {}) => {
    const check = () => {
      ownership.asked += 1;
      return Promise.resolve(ownership.isOurs ? { isOurs: true } : { isOurs: false, reason: 'Another one.' });
    };
    const guard = { check, isOurs: async () => (await check()).isOurs } as unknown as StoreOwnership;
    const leases: Leases = {
      hold: async <T>(name: string, _seconds: number, work: (held: Lease) => Promise<T>) => {
        lease.name = name;
        const renew = () => {
          lease.renewals += 1;
          return Promise.resolve(!lease.lost);
        };
        return lease.free ? work({ renew }) : undefined;
      },
    };
    return sweepBlobs({ store, references, ownership: guard, leases }, { trashDays: 7, now: NOW, ...options });
  };
  const fill = (count: number, hours: number, prefix = 'x') => {
    const names = Array.from({ length: count }, (_, n) => `${prefix}${n}`);
    for (const name of names) store.blobs.set(name, ago(hours));
    return names;
  };

  it('moves to the trash what is older than a day and no attachment needs, and nothing else', async () => {
    store.blobs.set('old', ago(24.1)).set('needed', ago(900)).set('young', ago(23.9)).set('deleted', ago(900));
    live.add('needed');
    deleted.set('deleted', ago(1));
    const counts = { blobs: 4, unneeded: 1, trashed: 1, restored: 0, deleted: 0, abandoned: 2 };
    expect(await sweep()).toEqual({ state: 'swept', ...counts });
    expect([...store.blobs.keys()]).toEqual(['needed', 'young', 'deleted']);
    expect([...store.trash]).toEqual([['old', NOW]]);
    expect(store.abandonedBefore).toEqual(ago(24));
    expect(lease.name).toBe('blobs');
  });

  it('deletes for good what was in the trash for as many days as it is kept, and puts back what is needed', async () => {
    store.trash
      .set('past', ago(24 * 7 + 1))
      .set('recent', ago(24 * 7 - 1))
      .set('needed', ago(24 * 30));
    live.add('needed');
    expect(await sweep()).toMatchObject({ restored: 1, deleted: 1, trashed: 0 });
    expect([...store.trash.keys()]).toEqual(['recent']);
    expect([...store.blobs.keys()]).toEqual(['needed']);
  });

  it('asks the database once more right before each removal', async () => {
    fill(3, 48);
    store.trash.set('past', ago(24 * 8)).set('recent', ago(1));
    await sweep();
    const single = asked.filter((names) => names.length === 1).map(([name]) => name);
    expect(single).toEqual(['past', 'x0', 'x1', 'x2']);
  });

  it('leaves what turns out to be needed in the meantime', async () => {
    const [first, second] = fill(2, 48);
    store.beforeRemoval = () => live.add(second!);
    expect(await sweep()).toMatchObject({ unneeded: 2, trashed: 1 });
    expect([[...store.blobs.keys()], [...store.trash.keys()]]).toEqual([[second], [first]]);
  });

  it.each([
    [20, 20, 'swept'],
    [21, 21, 'tooMany'],
    [300, 30, 'swept'],
    [300, 31, 'tooMany'],
  ])('of %i blobs, %i that nobody needs: %s', async (blobs, unneeded, state) => {
    for (const name of fill(blobs, 48).slice(unneeded)) live.add(name);
    expect(await sweep()).toMatchObject({ state, blobs, unneeded, trashed: state === 'swept' ? unneeded : 0 });
    expect(store.blobs.size).toBe(state === 'swept' ? blobs - unneeded : blobs);
    expect(await sweep({ force: true })).toMatchObject({ state: 'swept' });
    expect(store.blobs.size).toBe(blobs - unneeded);
  });

  it('touches nothing of a store that belongs to another database, forced or not', async () => {
    fill(3, 48);
    store.trash.set('past', ago(24 * 100));
    ownership.isOurs = false;
    expect(await sweep({ force: true })).toEqual({ state: 'notOurs', reason: 'Another one.' });
    expect([store.removals, store.abandonedBefore]).toEqual([0, undefined]);
  });

  it('does nothing while another process does it', async () => {
    fill(3, 48);
    lease.free = false;
    expect(await sweep()).toEqual({ state: 'busy' });
    expect([store.removals, store.abandonedBefore]).toEqual([0, undefined]);
  });

  it.each([
    [
      'it is stopped',
      (stop: AbortController) => {
        stop.abort();
      },
      1,
    ],
    ['the store is adopted by another database', () => (ownership.isOurs = false), 1],
    ['its lease was lost', () => (lease.lost = true), 100],
  ])('ends when %s', async (_what, happen, most) => {
    fill(300, 48);
    const stop = new AbortController();
    store.beforeRemoval = () => {
      happen(stop);
    };
    await sweep({ force: true, signal: stop.signal });
    expect(store.removals).toBeGreaterThan(0);
    expect(store.removals).toBeLessThanOrEqual(most);
  });
});
