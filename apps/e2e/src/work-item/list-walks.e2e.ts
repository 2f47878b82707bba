import type { Caller } from '../kit/client.js';
import { Facts, type FilledWorkItem } from '../kit/facts.js';
import { walk } from '../kit/paging.js';
import { Chance, seed } from '../kit/random.js';
import { isDeep } from '../kit/tier.js';
import { PRIORITIES, STATUSES } from '../kit/words.js';
import { World } from '../kit/world.js';
import { inOrder } from './expected-list.js';
import { ItemList } from './item-list.js';

const world = new World('list-walks');
const { owner, admin, member } = world;
const facts = new Facts(world.databaseUrl);
const chance = new Chance(seed);

const SORTS = ['updated', 'dueDate', 'priority', 'rank'];
const MINUTES = 60_000;

/** Few of each, so that most rows are equal in nearly all that they are ordered by. */
const UPDATES = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2026-01-02T00:00:00.000Z'];
const DUE_DATES = [null, null, '2019-12-31T00:00:00.000Z', '2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'];

/** Makes a list of that many items with many ties. Returns the items without the archived ones. */
async function givenTies(count: number): Promise<{ list: ItemList; items: any[] }> {
  const list = await ItemList.of(world);
  const items: FilledWorkItem[] = Array.from({ length: count }, (_, n) => ({
    number: n + 1,
    title: `Item ${n + 1}`,
    status: chance.of(STATUSES),
    priority: chance.of(PRIORITIES),
    dueDate: chance.of(DUE_DATES),
    archivedAt: chance.once(20) ? UPDATES[0]! : null,
    updatedAt: chance.of(UPDATES),
  }));
  await facts.fill(list.project.id, items);
  const live = items.filter(({ archivedAt }) => archivedAt === null);
  return { list, items: live.map((item) => ({ ...item, key: `${list.project.key}-${item.number}` })) };
}

const keysInOrder = (items: readonly any[], sort: string): string[] =>
  inOrder(items, sort, new Date().toISOString()).map(({ key }) => key);

async function keysOfWalk(caller: Caller, list: ItemList, sort: string, limit: number): Promise<string[]> {
  const rows = await walk(caller, `${list.path}/work-items?sort=${sort}&fields=id&limit=${limit}`);
  return rows.map(({ key }) => key);
}

/** In the deep tier these take minutes: single steps over 1,000, writers among 3,000. */
const [, TOUCHED] = isDeep ? [1_000, 3_000, 5_000] : [120, 600, 800];

describe('A walk', () => {
  it.each(SORTS)(
    'while others rename, archive, unarchive and delete: nothing twice, an end, and all else once in order: %s',
    async (sort) => {
      const { list, items } = await givenTies(TOUCHED);
      const isTouched = ({ number }: any): boolean => number % 4 === 0;
      const writers = new Writers(items.filter(isTouched).map(({ key }) => key));
      const writing = writers.start();
      const walks = await Promise.all(
        [7, 7, 200, 200].map((limit, n) => keysOfWalk(n % 2 === 0 ? owner : member, list, sort, limit)),
      ).finally(() => {
        writers.stop();
      });
      await writing;

      const untouched = items.filter((item) => !isTouched(item));
      const kept = new Set(untouched.map(({ key }) => key));
      for (const shown of walks) {
        expect(new Set(shown).size).toBe(shown.length);
        expect(
          sameTexts(
            shown.filter((key) => kept.has(key)),
            keysInOrder(untouched, sort),
          ),
        ).toBe(true);
      }
      expect(Math.min(...Object.values(writers.done))).toBeGreaterThan(0);
    },
    4 * MINUTES,
  );
});

const sameTexts = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join();

/** Four who change items of their own without a pause. */
class Writers {
  readonly done = { renamed: 0, archived: 0, unarchived: 0, deleted: 0 };
  private going = true;

  constructor(private readonly keys: readonly string[]) {}

  stop(): void {
    this.going = false;
  }

  /** Changes items until `stop` is called and each kind of change was made. */
  async start(): Promise<void> {
    await Promise.all([0, 1, 2, 3].map((writer) => this.write(this.keys.filter((_, n) => n % 4 === writer))));
  }

  private async write(own: string[]): Promise<void> {
    const archived = new Set<string>();
    while (own.length > 0 && (this.going || Object.values(this.done).includes(0))) {
      const key = chance.of(own);
      const path = world.item(key);
      if (archived.has(key)) {
        this.expectSuccess(await admin.post(`${path}/unarchive`, {}, { ifMatch: '*' }), 'unarchived');
        archived.delete(key);
      } else if (chance.once(3)) {
        this.expectSuccess(await admin.post(`${path}/archive`, {}, { ifMatch: '*' }), 'archived');
        archived.add(key);
      } else if (chance.once(5)) {
        this.expectSuccess(await owner.delete(path), 'deleted');
        own.splice(own.indexOf(key), 1);
      } else {
        this.expectSuccess(await member.patch(path, { title: `Renamed ${chance.below(1_000)}` }), 'renamed');
      }
    }
  }

  private expectSuccess({ status, text }: { status: number; text: string }, what: keyof Writers['done']): void {
    if (status !== 200 && status !== 204) throw new Error(`Nothing was ${what}: ${status} ${text}`);
    this.done[what] += 1;
  }
}
