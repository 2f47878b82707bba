import {
  createWorkItem,
  transitionWorkItem,
  updateWorkItem,
  type ProjectScope,
  type Transaction,
  type WorkItemView,
} from '@worktrack/application';
import type { OrganizationId, UserId, WorkItem, WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { codesOf, inTurn, type Attempt } from '../../test/races.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

describe('The repository of Work Items', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Ports;
  let acme: OrganizationId;
  let ada: UserId;
  let scope: ProjectScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ada = await world.user();
    acme = await world.organization();
    await world.member(acme, ada, 'owner');
    scope = await world.project(acme, ada, 'WEB');
    ports = await database.ports({ poolMax: 10 });
  });

  afterAll(() => database.drop());

  const create = (content: Partial<typeof CONTENT> = {}): Promise<WorkItemView> =>
    ports.unitOfWork.run((tx) => createWorkItem(tx, scope, { ...CONTENT, ...content }));

  const load = (id: WorkItemId, { unitOfWork } = ports) =>
    unitOfWork.run(async (tx) => (await tx.workItems.find(scope, [id])).get(id));

  const historyOf = (id: WorkItemId) =>
    database.sql<{ revision: number; action: string; at: Date; id: string }>(
      'select revision, action, at, id from work_item_history where work_item_id = $1 order by sequence',
      [id],
    );

  it('writes only over the revision that was loaded, and leaves no history of a write that missed', async () => {
    const made = await create();
    const stale = await load(made.id);
    await ports.unitOfWork.run((tx) =>
      transitionWorkItem(tx, scope, { workItemId: made.id, expected: 1, targetStatus: 'todo' }),
    );
    const blind = (item: WorkItem, thenRead: boolean) =>
      ports.unitOfWork.run(async (tx) => {
        item.update({ title: 'From an old copy' }, ada, new Date());
        tx.workItems.save(item);
        if (thenRead) await tx.workItemViews.one(scope, made.id).catch(() => undefined);
      });
    // It was not locked: a fault, because each use case saves what it has locked. The code is that of a division by zero.
    const fault = { code: '22012' };
    await expect(blind(stale!, true)).rejects.toMatchObject(fault);
    await expect(blind(stale!, false)).rejects.toMatchObject(fault);
    expect(await historyOf(made.id)).toHaveLength(2);
  });

  it('dates the changes of one item strictly later each, in the order of their commits, under eight writers', async () => {
    const made = await create();
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let round = 0; round < 10; round += 1) {
          await ports.unitOfWork.run((tx) =>
            updateWorkItem(tx, scope, {
              workItemId: made.id,
              expected: '*',
              changes: { title: `Writer ${writer}, round ${round}` },
              references: {},
              namesStatus: false,
            }),
          );
        }
      }),
    );
    const history = await historyOf(made.id);
    expect(history.map(({ revision }) => revision)).toEqual(Array.from({ length: 81 }, (_, index) => index + 1));
    for (const [index, { at }] of history.entries()) {
      if (index > 0) expect(at.getTime()).toBeGreaterThan(history[index - 1]!.at.getTime());
    }
    expect((await load(made.id))?.record.updatedAt).toEqual(history.at(-1)?.at);
  });

  it('dates a change after all that is recorded, even when the clock has gone back', async () => {
    const made = await create();
    const future = new Date(Date.now() + 3_600_000);
    await database.sql(
      `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, action)
       values ($1, $2, $3, $4, 1, $5, 'description_changed')`,
      [acme, crypto.randomUUID(), scope.projectId, made.id, future],
    );
    const moved = await ports.unitOfWork.run((tx) =>
      transitionWorkItem(tx, scope, { workItemId: made.id, expected: '*', targetStatus: 'todo' }),
    );
    expect(moved.updatedAt).toBe(new Date(future.getTime() + 1).toISOString());
  });

  it('returns one instant per transaction, and takes no lock after it', async () => {
    const made = await create();
    await ports.unitOfWork.run(async (tx) => {
      await tx.workItems.find(scope, [made.id]);
      const first = await tx.instant();
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await tx.instant()).toEqual(first);
      await expect(tx.workItems.find(scope, [made.id])).rejects.toThrow('after the instant');
      await expect(tx.projects.findToAddTo(scope)).rejects.toThrow('after the instant');
    });
  });

  it('gives the history of one request identifiers that rise in the order it is recorded', async () => {
    const made = await create();
    await ports.unitOfWork.run((tx) =>
      updateWorkItem(tx, scope, {
        workItemId: made.id,
        expected: 1,
        changes: { title: 'a', description: 'b', type: 'bug', priority: 'low', storyPoints: 1, dueDate: new Date() },
        references: { assignee: { kind: 'id', id: ada } },
        namesStatus: false,
      }),
    );
    const [, ...changes] = await historyOf(made.id);
    expect(changes.map(({ action }) => action)).toEqual([
      'title_changed',
      'description_changed',
      'priority_changed',
      'assigned',
      'due_date_changed',
      'type_changed',
      'story_points_changed',
    ]);
    expect(new Set(changes.map(({ at }) => at.getTime())).size).toBe(1);
    const ids = changes.map(({ id }) => id);
    expect([...ids].sort()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('refuses a revision that goes back, or up by two, from any statement', async () => {
    const made = await create();
    for (const revision of ['revision + 2', 'revision - 1', '0']) {
      await expect(
        database.sql(`update work_items set revision = ${revision} where id = $1`, [made.id]),
      ).rejects.toMatchObject({ code: '23514' });
    }
    await database.sql('update work_items set revision = revision + 1 where id = $1', [made.id]);
  });

  it('locks in the order of ids: requests that name the same items never wait in a circle', async () => {
    const items = await Promise.all(Array.from({ length: 6 }, () => create()));
    let begun = 0;
    const rounds = Array.from({ length: 20 }, async (_, round) => {
      const ids = items.map(({ id }) => id);
      if (round % 2 === 1) ids.reverse();
      await ports.unitOfWork.run((tx) => {
        begun += 1;
        return tx.workItems.find(scope, ids);
      });
    });
    await Promise.all(rounds);
    // A request that met a deadlock would have started again.
    expect(begun).toBe(20);
  });

  type Find = (tx: Transaction, ids: readonly WorkItemId[]) => Promise<ReadonlyMap<WorkItemId, WorkItem>>;
  it.each<[string, Find]>([
    ['with its view', (tx, [id]) => tx.workItems.findWithView(scope, id!)],
    ['with others of its Project', (tx, ids) => tx.workItems.find(scope, ids)],
    ['alone in its Organization', (tx, [id]) => tx.workItems.findAcross(scope, [id!])],
    ['with one other of its Organization', (tx, ids) => tx.workItems.findAcross(scope, ids.slice(0, 2))],
    ['with two others of its Organization', (tx, ids) => tx.workItems.findAcross(scope, ids)],
  ])('is held until the request that found it has ended: %s', async (_how, find) => {
    const [one, ...others] = [await create(), await create(), await create()];
    const ids = [one.id, ...others.map(({ id }) => id)];
    const retitle =
      (title: string): Attempt<unknown> =>
      async (tx) => {
        const item = (await find(tx, ids)).get(one.id)!;
        item.update({ title }, ada, await tx.instant());
        tx.workItems.save(item);
      };
    const outcomes = await inTurn(database, ports.unitOfWork, retitle('First'), retitle('Second'));
    expect(codesOf(outcomes)).toEqual(['done', 'done']);
    expect((await load(one.id))?.record).toMatchObject({ title: 'Second', revision: 3 });
  });

  it('refuses at the database what points into another Project', async () => {
    const made = await create();
    const other = await world.project(acme, ada);
    const foreignSprint = await world.sprint(other);
    const foreignParent = await ports.unitOfWork.run((tx) => createWorkItem(tx, other, CONTENT));
    for (const [column, id] of [
      ['sprint_id', foreignSprint],
      ['parent_id', foreignParent.id],
    ]) {
      await expect(
        database.sql(`update work_items set ${column} = $1, revision = revision + 1 where id = $2`, [id, made.id]),
      ).rejects.toMatchObject({ code: '23503' });
    }
  });
});
