import type { BlobName } from '@worktrack/domain';
import type { BlobReferences } from './blob-references.js';
import type { BlobStore } from './blob-store.js';
import { StoreOwnership, adoptStore, checkStore, type StoreTie, type StoreTies } from './store-ownership.js';

interface Given {
  /** The id of the store. */
  storeId?: string;
  tie?: StoreTie;
  blobs?: readonly string[];
  trash?: readonly string[];
  /** The blobs of live attachments, and of deleted ones. */
  live?: readonly string[];
  deleted?: readonly string[];
}

const own = (storeId: string): StoreTie => ({ storeId, isOfThisDatabase: true });

/** A store and a database in memory. */
function place(given: Given) {
  const state = { storeId: given.storeId, tie: given.tie, writes: 0, checks: 0 };
  const blobs = new Set(given.blobs);
  const trash = new Set(given.trash);
  const { live = [], deleted = [] } = given;
  const dated = (names: Iterable<string>) =>
    (async function* () {
      const all = [...names].map((name) => ({ name: name as unknown as BlobName, since: new Date() }));
      for (let at = 0; at < all.length; at += 400) yield await Promise.resolve(all.slice(at, at + 400));
    })();
  const store = {
    id: () => {
      state.checks += 1;
      return Promise.resolve(state.storeId);
    },
    giveId: (id: string) => {
      state.writes += 1;
      return Promise.resolve((state.storeId ??= id));
    },
    replaceId: (id: string) => {
      state.storeId = id;
      return Promise.resolve();
    },
    all: () => dated(blobs),
    trashed: () => dated(trash),
    has: (name: string) => Promise.resolve(blobs.has(name)),
    putBack: (name: string) => {
      if (trash.delete(name)) blobs.add(name);
      return Promise.resolve();
    },
  } as unknown as BlobStore;
  const ties: StoreTies = {
    find: () => Promise.resolve(state.tie),
    begin: (id) => {
      state.writes += 1;
      state.tie ??= own(id);
      return Promise.resolve(state.tie.storeId);
    },
    replace: (id) => {
      state.tie = own(id);
      return Promise.resolve();
    },
  };
  const references = {
    unused: (names: readonly string[]) => Promise.resolve(names.filter((name) => !live.includes(name))),
    unknown: (names: readonly string[]) =>
      Promise.resolve(names.filter((name) => !live.includes(name) && !deleted.includes(name))),
    some: (most: number) => Promise.resolve(live.slice(0, most)),
    count: () => Promise.resolve(live.length),
  } as unknown as BlobReferences;
  return { state, blobs, trash, place: { store, ties, references } };
}

const many = Array.from({ length: 1_500 }, (_, n) => `b${n}`);

describe('A store belongs to a database', () => {
  it.each<[string, Given]>([
    ['both are new', {}],
    ['both remember the same id', { storeId: 'a', tie: own('a'), blobs: ['x'] }],
    ['the database remembers a store that lost its id before it kept anything', { tie: own('a') }],
    ['neither has an id, and each knows the blobs of the other', { blobs: ['x', 'y'], live: ['x'], deleted: ['y'] }],
    ['neither has an id, and each knows a thousand blobs of the other', { blobs: many, live: many }],
  ])('when %s', async (_what, given) => {
    const { state, place: checked } = place(given);
    expect(await checkStore(checked)).toEqual({ isOurs: true });
    expect(state.storeId).toBeDefined();
    expect(state.tie?.storeId).toBe(state.storeId);
    expect(await checkStore(checked)).toEqual({ isOurs: true });
  });

  it.each<[string, Given]>([
    ['they remember different ids', { storeId: 'a', tie: own('b') }],
    ['only the store has an id', { storeId: 'a' }],
    ['only the store has an id, and both know its blobs', { storeId: 'a', blobs: ['x'], live: ['x'] }],
    ['the database is a copy', { storeId: 'a', tie: { storeId: 'a', isOfThisDatabase: false }, blobs: ['x'] }],
    ['the database is a copy, and the store is new', { tie: { storeId: 'a', isOfThisDatabase: false } }],
    ['the store has lost its id', { tie: own('a'), blobs: ['x'], live: ['x'] }],
    ['the store has lost everything', { tie: own('a'), live: ['x'] }],
    [
      'neither has an id, and the store holds a blob that the database does not know',
      { blobs: ['x', 'y'], live: ['x'] },
    ],
    ['neither has an id, and the database knows no blob', { blobs: ['x'] }],
    ['neither has an id, and the store lacks a blob', { blobs: ['x'], live: ['x', 'y'] }],
    ['neither has an id, and the store is empty', { live: ['x'] }],
    ['neither has an id, and a large store lacks a blob', { blobs: many.slice(10), live: many }],
  ])('and not when %s: nothing is written then', async (_what, given) => {
    const { state, place: checked } = place(given);
    expect(await checkStore(checked)).toEqual({ isOurs: false, reason: expect.stringMatching(/^The .+\.$/) });
    expect([state.storeId, state.tie, state.writes]).toEqual([given.storeId, given.tie, 0]);
  });

  it('and to no other that comes to the new store at the same moment', async () => {
    const { place: checked } = place({});
    jest.spyOn(checked.store, 'giveId').mockResolvedValue('of another');
    expect(await checkStore(checked)).toMatchObject({ isOurs: false });
  });
});

describe('Adopting a store', () => {
  it('gives both a new id, brings back what is needed, and counts', async () => {
    const given = {
      storeId: 'a',
      tie: own('b'),
      blobs: ['x', 'y', 'z'],
      trash: ['t', 'u'],
      live: ['x', 't', 'm', 'n'],
    };
    const { state, blobs, trash, place: adopted } = place(given);
    const adoption = await adoptStore(adopted);
    expect(adoption).toEqual({ storeId: expect.any(String), blobs: 4, unneeded: 2, missing: 2 });
    expect(['a', 'b']).not.toContain(adoption.storeId);
    expect([state.storeId, state.tie]).toEqual([adoption.storeId, own(adoption.storeId)]);
    expect([[...blobs].sort(), [...trash]]).toEqual([['t', 'x', 'y', 'z'], ['u']]);
    expect(await checkStore(adopted)).toEqual({ isOurs: true });
  });
});

describe('The guard of a store', () => {
  it('reports each reason once, refuses uploads meanwhile, and checks again after a second', async () => {
    jest.useFakeTimers();
    try {
      const { state, place: guarded } = place({ storeId: 'a', tie: own('b') });
      const reported: string[] = [];
      const guard = new StoreOwnership(guarded, (reason) => reported.push(reason));
      for (let n = 0; n < 5; n += 1) {
        await expect(guard.assertOurs()).rejects.toMatchObject({ retryAfterSeconds: 30 });
      }
      expect([reported.length, state.checks]).toEqual([1, 1]);
      jest.advanceTimersByTime(1_001);
      await expect(guard.assertOurs()).rejects.toMatchObject({ retryAfterSeconds: 30 });
      expect([reported.length, state.checks]).toEqual([1, 2]);
      state.tie = own('a');
      jest.advanceTimersByTime(1_001);
      await guard.assertOurs();
      expect(reported).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('does not keep a failed check', async () => {
    const { place: guarded } = place({});
    const find = jest.spyOn(guarded.ties, 'find').mockRejectedValue(new Error('Gone.'));
    const guard = new StoreOwnership(guarded, () => undefined);
    await expect(guard.isOurs()).rejects.toThrow('Gone.');
    find.mockResolvedValue(undefined);
    expect(await guard.isOurs()).toBe(true);
  });
});
