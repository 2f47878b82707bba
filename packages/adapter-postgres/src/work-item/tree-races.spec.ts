import { randomUUID } from 'node:crypto';
import type { ProjectScope, Transaction, UnitOfWork } from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import { Pool } from 'pg';
import { Interleavings } from '../../test/interleavings.js';
import { codesOf, type Attempt, type Outcomes } from '../../test/races.js';
import { TestDatabase } from '../../test/test-database.js';
import { actsOn, type Acts } from '../../test/tree-acts.js';
import { World } from '../../test/world.js';
import { verifyRecords } from '../owner-tasks.js';

jest.setTimeout(120_000);

/** The rules that the set-up breaks: it inserts items as rows, without their creation and without texts for the search. */
const BROKEN_BY_SET_UP = [
  'every Work Item has the change that created it',
  'every Work Item that is not deleted has a row for the search of texts',
];

/** Each item with its parent at the beginning of a round. */
type Tree = Readonly<Record<string, string | null>>;

/** The state of an item after the race. */
interface Item {
  readonly name: string;
  readonly parent: string | null;
  readonly revision: number;
  readonly archived: boolean;
  readonly deleted: boolean;
  readonly recorded: readonly string[];
}

interface Race {
  readonly name: string;
  readonly tree: Tree;
  readonly archived?: readonly string[];
  readonly works: (acts: Acts) => readonly [Attempt<unknown>, Attempt<unknown>];
}

/** Makes a tree of that many items, each below the one before. */
const chain = (letter: string, length: number): Tree =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [`${letter}${index + 1}`, index === 0 ? null : `${letter}${index}`]),
  );

const RACES: readonly Race[] = [
  {
    name: 'A under B and B under A',
    tree: { A: null, B: null },
    works: ({ move }) => [move('A', 'B'), move('B', 'A')],
  },
  {
    name: 'A under a child of B and B under a child of A, which meet in no row',
    tree: { A: null, a: 'A', B: null, b: 'B' },
    works: ({ move }) => [move('A', 'b'), move('B', 'a')],
  },
  {
    name: 'two moves that would make one chain of eleven, and meet in no row',
    tree: { ...chain('A', 3), ...chain('B', 5), ...chain('C', 3) },
    works: ({ move }) => [move('C1', 'B5'), move('B1', 'A3')],
  },
  {
    name: 'setting a parent and deleting it',
    tree: { A: null, P: null },
    works: ({ move, remove }) => [move('A', 'P'), remove('P')],
  },
  {
    name: 'setting a parent and deleting it with all that is below',
    tree: { A: null, a: 'A', P: null },
    works: ({ move, remove }) => [move('A', 'P'), remove('P', true)],
  },
  {
    name: 'creating a child and deleting its parent',
    tree: { P: null },
    works: ({ create, remove }) => [create('P'), remove('P')],
  },
  {
    name: 'creating a child deep down and deleting the whole tree',
    tree: { P: null, Q: 'P', R: 'Q' },
    works: ({ create, remove }) => [create('R'), remove('P', true)],
  },
  {
    name: 'moving into a tree and deleting it',
    tree: { P: null, Q: 'P', A: null, a: 'A' },
    works: ({ move, remove }) => [move('A', 'Q'), remove('P', true)],
  },
  {
    name: 'moving out of a tree and deleting it',
    tree: { P: null, Q: 'P', A: 'Q', a: 'A' },
    works: ({ move, remove }) => [move('A', null), remove('P', true)],
  },
  {
    name: 'taking the only child away and deleting without cascade',
    tree: { P: null, A: 'P' },
    works: ({ move, remove }) => [move('A', null), remove('P')],
  },
  {
    name: 'deleting a tree and a part of it',
    tree: { P: null, Q: 'P', R: 'Q' },
    works: ({ remove }) => [remove('P', true), remove('Q', true)],
  },
  {
    name: 'changing an item and deleting the tree it is in',
    tree: { P: null, Q: 'P' },
    works: ({ patch, remove }) => [patch('Q'), remove('P', true)],
  },
  {
    name: 'archiving an item and deleting the tree it is in',
    tree: { P: null, Q: 'P' },
    works: ({ archive, remove }) => [archive('Q'), remove('P', true)],
  },
  {
    name: 'archiving and changing',
    tree: { A: null },
    works: ({ archive, patch }) => [archive('A'), patch('A')],
  },
  {
    name: 'archiving a parent and setting it',
    tree: { A: null, P: null },
    works: ({ archive, move }) => [archive('P'), move('A', 'P')],
  },
  {
    name: 'archiving and deleting',
    tree: { A: null },
    works: ({ archive, remove }) => [archive('A'), remove('A')],
  },
  {
    name: 'unarchiving and deleting',
    tree: { A: null },
    archived: ['A'],
    works: ({ unarchive, remove }) => [unarchive('A'), remove('A')],
  },
];

describe('Two who change one tree at the same time', () => {
  let database: TestDatabase;
  let world: World;
  let observer: Pool;
  let unitOfWork: UnitOfWork;
  let interleavings: Interleavings;
  let scope: ProjectScope;
  let numbers = 1_000_000;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    // Keep these connections open for set-up and checks: there are thousands of rounds.
    observer = new Pool({ connectionString: database.url, max: 4 });
    ({ unitOfWork } = await database.ports({ poolMax: 8 }));
    interleavings = await Interleavings.open(database);
  });

  afterAll(async () => {
    await interleavings.close();
    await observer.end();
    const { violations } = await verifyRecords(database.url);
    await database.drop();
    // After all races the records keep the other rules: no circle, no long chain, nothing under or behind a deletion.
    expect(violations.filter(({ says }) => !BROKEN_BY_SET_UP.includes(says))).toEqual([]);
  });

  /** Creates the items of one round. Returns its requests, and a function that reads the outcome. */
  const given = async ({ tree, archived = [], works }: Race) => {
    const names = Object.keys(tree);
    const ids = new Map(names.map((name) => [name, randomUUID() as string as WorkItemId]));
    const idOf = (name: string) => ids.get(name)!;
    numbers += names.length;
    await observer.query(
      `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
         parent_id, archived_at, created_at, updated_at)
       select $1, id, $2, $3, $4 - ordinality, 1, title, 'task', 'backlog', 'low', parent, case when archived then now() end,
         now(), now()
       from unnest($5::uuid[], $6::uuid[], $7::text[], $8::boolean[]) with ordinality as item (id, parent, title, archived)`,
      [
        scope.organizationId,
        scope.projectId,
        scope.projectKey,
        numbers,
        names.map(idOf),
        Object.values(tree).map((parent) => parent && idOf(parent)),
        names,
        names.map((name) => archived.includes(name)),
      ],
    );

    let begun = 0;
    const counted = (work: Attempt<unknown>) => (tx: Transaction) => {
      begun += 1;
      return work(tx);
    };
    const [first, second] = works(actsOn(scope, idOf));

    const outcomeOf = async (outcomes: Outcomes<unknown>): Promise<string> => {
      const { rows: items } = await observer.query<Item>(
        `select item.title as name, item.revision, parent.title as parent,
           item.archived_at is not null as archived, item.deleted_at is not null as deleted,
           array(
             select action from work_item_history where organization_id = $1 and work_item_id = item.id order by sequence
           ) as recorded
         from work_items item left join work_items parent on parent.organization_id = $1 and parent.id = item.parent_id
         where item.organization_id = $1 and (item.id = any($2::uuid[]) or item.parent_id = any($2::uuid[]))
         order by item.title`,
        [scope.organizationId, [...ids.values()]],
      );
      const deleted = items.filter((item) => item.deleted).map(({ name }) => name);
      const orphans = items.filter((item) => !item.deleted && deleted.includes(item.parent ?? ''));
      expect(orphans).toEqual([]);
      // A request that met a deadlock would have started again.
      expect(begun).toBe(2);
      return JSON.stringify([codesOf(outcomes), items]);
    };
    return { works: [counted(first), counted(second)] as const, outcomeOf };
  };

  /** Runs both requests one after the other, in either order, and returns the outcomes. */
  const serialOutcomes = async (race: Race): Promise<Set<string>> => {
    const outcomes = new Set<string>();
    for (const secondFirst of [false, true]) {
      const { works, outcomeOf } = await given(race);
      const [first, second] = secondFirst ? [works[1], works[0]] : works;
      const [earlier] = await Promise.allSettled([unitOfWork.run(first)]);
      const [later] = await Promise.allSettled([unitOfWork.run(second)]);
      outcomes.add(await outcomeOf(secondFirst ? [later, earlier] : [earlier, later]));
    }
    return outcomes;
  };

  describe.each(RACES)('by $name', (race) => {
    let serial: Set<string>;
    beforeAll(async () => {
      const ada = await world.user();
      scope = await world.project(await world.organization(), ada);
      serial = await serialOutcomes(race);
    });

    const check = (outcome: string) => {
      expect([...serial]).toContain(outcome);
    };

    it('come to what one after the other would, in whatever order their steps follow each other', async () => {
      const met = new Set<string>();
      await interleavings.each(async () => {
        const { works, outcomeOf } = await given(race);
        return {
          works,
          check: async (outcomes) => {
            const outcome = await outcomeOf(outcomes);
            check(outcome);
            met.add(outcome);
          },
        };
      });
      // Either request was the first in some order of steps.
      expect(met).toEqual(serial);
    });
  });
});
