import {
  bulkCreation,
  bulkUpdate,
  createWorkItem,
  refuse,
  runBulk,
  type JudgedOperation,
  type OrganizationScope,
  type ProjectScope,
  type Transaction,
  type WorkItemView,
} from '@worktrack/application';
import { WorkItemKey } from '@worktrack/domain';
import { CONTENT } from '../testing/content.js';
import { Interleavings } from '../testing/interleavings.js';
import { TestDatabase } from '../testing/test-database.js';
import { World } from '../testing/world.js';

jest.setTimeout(60_000);

describe('A bulk request', () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let scope: OrganizationScope;
  let web: ProjectScope;
  let ham: ProjectScope;
  const exchanges: (readonly string[])[] = [];

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    const [acme, ada] = [await world.organization(), await world.user()];
    scope = world.scope(acme, ada);
    [web, ham] = [await world.project(acme, ada), await world.project(acme, ada)];
    ports = await database.ports({ observe: (names) => exchanges.push(names) });
  });

  afterAll(() => database.drop());

  const create = (project: ProjectScope): Promise<WorkItemView> =>
    ports.unitOfWork.run((tx) => createWorkItem(tx, project, CONTENT));

  const rename = ({ key }: WorkItemView, title: string): JudgedOperation => {
    const workItemKey = WorkItemKey.parse(key);
    const target = { projectKey: workItemKey?.projectKey, workItemKey, expected: '*' } as const;
    return bulkUpdate(target, { changes: { title }, references: {}, namesStatus: false });
  };

  const titleOf = async ({ id }: WorkItemView) =>
    (await database.sql<{ title: string }>('select title from work_items where id = $1', [id]))[0]?.title;

  it('takes at the most one savepoint an operation, never one within another', async () => {
    const item = await create(web);
    const bad = {
      ...CONTENT,
      references: { parent: { kind: 'id', id: item.id } as const, sprintId: item.id as never },
    };
    const operations = Array.from({ length: 50 }, (_, n) =>
      n % 5 === 0
        ? bulkCreation(web.projectKey, bad)
        : n % 5 === 1
          ? rename(item, `Title ${n}`)
          : bulkCreation(ham.projectKey, CONTENT),
    );
    exchanges.length = 0;
    const outcomes = await ports.unitOfWork.run((tx) => runBulk(tx, scope, operations));
    expect(outcomes.filter((outcome) => 'refusal' in outcome)).toHaveLength(10);
    let open = 0;
    let taken = 0;
    for (const name of exchanges.flat()) {
      if (name === 'savepoint') {
        taken += 1;
        open += 1;
      }
      if (name === 'release') open -= 1;
      expect(open).toBeLessThanOrEqual(1);
    }
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(50);
  });

  it('that breaks on a fault leaves nothing of what went before', async () => {
    const item = await create(web);
    const fault: JudgedOperation = {
      projectKey: web.projectKey,
      creates: true,
      references: {},
      perform: () => Promise.reject(new Error('Out of order.')),
    };
    const broken = ports.unitOfWork.run((tx) => runBulk(tx, scope, [rename(item, 'Never'), fault]));
    await expect(broken).rejects.toThrow('Out of order.');
    expect(await titleOf(item)).toBe(CONTENT.title);
  });

  it('undoes what a refused operation has written, and goes on', async () => {
    const item = await create(web);
    const halfDone: JudgedOperation = {
      projectKey: web.projectKey,
      creates: true,
      references: {},
      perform: async (tx: Transaction, project) => {
        // The view sends what was written.
        await createWorkItem(tx, project, { ...CONTENT, title: 'Half done' });
        return refuse('CONFLICT');
      },
    };
    const outcomes = await ports.unitOfWork.run((tx) => runBulk(tx, scope, [halfDone, rename(item, 'After')]));
    expect(outcomes).toMatchObject([{ refusal: { code: 'CONFLICT' } }, { workItem: { title: 'After' } }]);
    expect(await database.sql(`select from work_items where title = 'Half done'`)).toEqual([]);
    expect(await titleOf(item)).toBe('After');
  });

  it('and another in the opposite order end as if one came after the other, in every interleaving', async () => {
    const interleavings = await Interleavings.open(database);
    await interleavings.each(async () => {
      const [one, two] = [await create(web), await create(ham)];
      return {
        works: [
          (tx) => runBulk(tx, scope, [rename(one, 'First'), rename(two, 'First')]),
          (tx) => runBulk(tx, scope, [rename(two, 'Second'), rename(one, 'Second')]),
        ],
        judge: async (outcomes) => {
          expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
          expect(await titleOf(one)).toBe(await titleOf(two));
        },
      };
    });
    await interleavings.close();
  });
});
