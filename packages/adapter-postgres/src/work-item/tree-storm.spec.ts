import { createWorkItem, type ProjectScope, type Transaction } from '@worktrack/application';
import { LONGEST_CHAIN, type WorkItemId } from '@worktrack/domain';
import { DatabaseError } from 'pg';
import { CONTENT } from '../../test/content.js';
import { codesOf, type Attempt } from '../../test/races.js';
import { randomNumbers, seed } from '../../test/random-numbers.js';
import { TestDatabase } from '../../test/test-database.js';
import { actsOn } from '../../test/tree-acts.js';
import { World } from '../../test/world.js';
import { verifyRecords } from '../owner-tasks.js';

jest.setTimeout(60_000);

const LOCK_TIMEOUT = '55P03';
const WORKERS = 8;
const ACTS_EACH = 60;

describe(`Eight who change one tree as they please (SEED=${seed})`, () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await TestDatabase.create();
  });

  // After all races of the tests the records keep their rules.
  afterAll(async () => {
    const { violations } = await verifyRecords(database.url);
    await database.drop();
    expect(violations).toEqual([]);
  });

  it('meet no deadlock and no refusal but the rules’, and leave a forest', async () => {
    const world = new World(database);
    const scope: ProjectScope = await world.project(await world.organization(), await world.user());
    const { unitOfWork } = await database.ports({ poolMax: WORKERS });
    const create = (parent?: WorkItemId) =>
      unitOfWork.run((tx) => {
        const references = parent ? { parent: { kind: 'id', id: parent } as const } : {};
        return createWorkItem(tx, scope, { ...CONTENT, references });
      });

    // Use few items, so that requests meet, in three chains of five, so that many moves would make a chain too long.
    const items = new Map<string, WorkItemId>();
    for (let chain = 0; chain < 3; chain += 1) {
      let above: WorkItemId | undefined;
      for (let level = 0; level < 5; level += 1) {
        above = (await create(above)).id;
        items.set(`${chain}.${level}`, above);
      }
    }
    const names = [...items.keys()];
    const acts = actsOn(scope, (name) => items.get(name)!);

    let run = 0;
    let begun = 0;
    const databaseErrors: (string | undefined)[] = [];
    const codes = new Set<string>();
    const worker = async (index: number) => {
      const random = randomNumbers(seed + index);
      const any = () => names[Math.floor(random() * names.length)]!;
      const anything = (): Attempt<unknown> => {
        const dice = random();
        if (dice < 0.75) return acts.move(any(), any());
        if (dice < 0.88) return acts.move(any(), null);
        if (dice < 0.9) return acts.create(any());
        if (dice < 0.92) return acts.patch(any());
        if (dice < 0.94) return acts.archive(any());
        if (dice < 0.985) return acts.unarchive(any());
        return acts.remove(any(), random() < 0.3);
      };
      for (let done = 0; done < ACTS_EACH; done += 1) {
        const work = anything();
        run += 1;
        const attempt = unitOfWork.run((tx: Transaction) => {
          begun += 1;
          return work(tx).catch((error: unknown) => {
            if (error instanceof DatabaseError) databaseErrors.push(error.code);
            throw error;
          });
        });
        const [outcome] = await Promise.allSettled([attempt]);
        for (const code of codesOf([outcome, outcome])) codes.add(code);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, (_, index) => worker(index)));

    // On a busy machine a lock may take longer than its limit; that attempt, and no other, is repeated.
    expect(databaseErrors.filter((code) => code !== LOCK_TIMEOUT)).toEqual([]);
    expect(begun).toBe(run + databaseErrors.length);
    const allowed = ['NOT_FOUND', 'VALIDATION_ERROR', 'WORK_ITEM_ARCHIVED', 'WORK_ITEM_HAS_CHILDREN', 'done'];
    expect([...codes].filter((code) => !allowed.includes(code))).toEqual([]);
    expect([...codes]).toEqual(expect.arrayContaining(['VALIDATION_ERROR', 'done']));

    const [left] = await database.sql(
      `with recursive chain (id, depth) as (
         select id, 1 from work_items where parent_id is null and deleted_at is null
         union all
         select below.id, chain.depth + 1 from chain join work_items below on below.parent_id = chain.id
         where below.deleted_at is null
       )
       select (select coalesce(max(depth), 0) <= $1 from chain) as short,
         -- A circle, or a live item under a deleted one, is never reached from the top.
         (select count(*)::int from work_items where deleted_at is null and id not in (select id from chain)) as lost,
         (select count(*)::int from work_items item where revision <>
           (select count(distinct revision) from work_item_history where work_item_id = item.id)) as unexplained,
         (select count(*)::int from work_items item where (deleted_at is null) =
           exists (select from work_item_history where work_item_id = item.id and action = 'work_item_deleted')) as untold`,
      [LONGEST_CHAIN],
    );
    expect(left).toEqual({ short: true, lost: 0, unexplained: 0, untold: 0 });
  });
});
