import { randomUUID } from 'node:crypto';
import {
  bulkCreation,
  bulkUpdate,
  createWorkItem,
  runBulk,
  type CheckedOperation,
  type OrganizationScope,
  type ProjectScope,
  type WorkItemView,
} from '@worktrack/application';
import { Color, Project, WorkItem, WorkItemKey, type ExpectedRevision, type ProjectId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { Interleavings } from '../../test/interleavings.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

jest.setTimeout(60_000);

describe('A bulk request', () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let world: World;
  let scope: OrganizationScope;
  let web: ProjectScope;
  let ham: ProjectScope;
  const exchanges: (readonly string[])[] = [];

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    const [acme, ada] = [await world.organization(), await world.user()];
    scope = world.scope(acme, ada);
    [web, ham] = [await world.project(acme, ada), await world.project(acme, ada)];
    ports = await database.ports({ observe: (names) => exchanges.push(names) });
  });

  afterAll(() => database.drop());

  const create = (project: ProjectScope): Promise<WorkItemView> =>
    ports.unitOfWork.run((tx) => createWorkItem(tx, project, CONTENT));

  const targetOf = ({ key }: WorkItemView, expected: ExpectedRevision) => {
    const workItemKey = WorkItemKey.parse(key);
    return { projectKey: workItemKey?.projectKey, workItemKey, expected };
  };
  const rename = (item: WorkItemView, title: string, expected: ExpectedRevision = '*'): CheckedOperation =>
    bulkUpdate(targetOf(item, expected), { changes: { title }, references: {}, namesStatus: false });

  const titleOf = async ({ id }: WorkItemView) =>
    (await database.sql<{ title: string }>('select title from work_items where id = $1', [id]))[0]?.title;

  it('takes a savepoint only for an operation that reads, never one within another', async () => {
    const item = await create(web);
    // Reads its parent, and is refused.
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
    let released = 0;
    for (const name of exchanges.flat()) {
      if (name === 'savepoint') {
        taken += 1;
        open += 1;
      }
      if (name === 'release') {
        open -= 1;
        released += 1;
      }
      expect(open).toBeLessThanOrEqual(1);
    }
    expect([taken, released, open]).toEqual([10, 10, 0]);
  });

  it('of fifty takes as many round trips as one of one: all are checked on locked rows, and written together', async () => {
    const items: WorkItemView[] = [];
    for (let n = 0; n < 50; n += 1) items.push(await create(n % 2 === 0 ? web : ham));
    const begun = async (operations: readonly CheckedOperation[]) => {
      exchanges.length = 0;
      const outcomes = await ports.unitOfWork.run((tx) => runBulk(tx, scope, operations));
      expect(outcomes.filter((outcome) => 'refusal' in outcome)).toHaveLength(10);
      return exchanges.map(([first]) => first);
    };
    const stale = items.map((item, n) => rename(item, `Title ${n}`, n % 5 === 0 ? 7 : 1));
    expect(await begun(stale)).toEqual([
      'begin',
      'work-item.find-many-across',
      'work_items.update-many',
      'change-queue.tell',
    ]);
    expect(exchanges[2]).toEqual([
      'work_items.update-many',
      'work-item-texts.write-many',
      'work-item-history.record',
      'work-item-view.many',
    ]);

    const refused = { refusal: stale[0] as never };
    const made = items.map((_, n) =>
      n % 5 === 0 ? refused : bulkCreation((n % 2 === 0 ? web : ham).projectKey, CONTENT),
    );
    expect(await begun(made)).toEqual([
      'begin',
      'project.find-to-add-to',
      'project.find-to-add-to',
      'project-counter.take',
      'project-counter.take',
      'work_items.insert-many',
      'change-queue.tell',
    ]);
  });

  it('that breaks on a fault leaves nothing of what went before', async () => {
    const item = await create(web);
    const fault: CheckedOperation = {
      projectKey: web.projectKey,
      creates: true,
      references: {},
      perform: () => Promise.reject(new Error('Out of order.')),
    };
    const broken = ports.unitOfWork.run((tx) => runBulk(tx, scope, [rename(item, 'Never'), fault]));
    await expect(broken).rejects.toThrow('Out of order.');
    expect(await titleOf(item)).toBe(CONTENT.title);
  });

  it('refuses the operation that a constraint refused, and performs all others once', async () => {
    const [one, two] = [await create(web), await create(ham)];
    const taken: CheckedOperation = {
      projectKey: web.projectKey,
      creates: true,
      references: {},
      perform: async (tx, project) => {
        const facts = {
          organizationId: project.organizationId,
          id: randomUUID() as ProjectId,
          key: project.projectKey,
        };
        tx.projects.add(
          Project.create({ ...facts, name: 'x', description: null, color: Color.default }, await tx.instant()),
        );
        return one.id;
      },
    };
    const outcomes = await ports.unitOfWork.run((tx) =>
      runBulk(tx, scope, [rename(one, 'First'), taken, rename(two, 'Second'), taken]),
    );
    expect(outcomes).toMatchObject([
      { workItem: { title: 'First', revision: 2 } },
      { refusal: { code: 'CONFLICT' } },
      { workItem: { title: 'Second', revision: 2 } },
      { refusal: { code: 'CONFLICT' } },
    ]);
    for (const { id } of [one, two]) {
      const history = await database.sql('select from work_item_history where work_item_id = $1', [id]);
      expect(history).toHaveLength(2);
    }
  });

  it('that breaks on a statement leaves nothing of what went before or after', async () => {
    const [one, two] = [await create(web), await create(web)];
    const impossible: CheckedOperation = {
      projectKey: web.projectKey,
      creates: true,
      references: {},
      perform: async (tx, project) => {
        const { organizationId, projectId, projectKey } = project;
        const references = { assigneeId: null, sprintId: null, parentId: null };
        const facts = {
          ...CONTENT,
          ...references,
          organizationId,
          projectId,
          projectKey,
          id: one.id,
          number: 1_000_000,
        };
        tx.workItems.add(WorkItem.create(facts, project.actorId, await tx.instant()));
        return one.id;
      },
    };
    const broken = ports.unitOfWork.run((tx) => runBulk(tx, scope, [rename(one, 'A'), impossible, rename(two, 'B')]));
    await expect(broken).rejects.toMatchObject({ code: '23505' });
    expect([await titleOf(one), await titleOf(two)]).toEqual([CONTENT.title, CONTENT.title]);
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
        check: async (outcomes) => {
          expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
          expect(await titleOf(one)).toBe(await titleOf(two));
        },
      };
    });
    await interleavings.close();
  });
});
