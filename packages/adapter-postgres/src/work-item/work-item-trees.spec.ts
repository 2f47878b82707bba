import {
  archiveWorkItem,
  createWorkItem,
  deleteWorkItem,
  updateWorkItem,
  type ProjectScope,
  type WorkItemReference,
} from '@worktrack/application';
import type { OrganizationId, UserId, WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

const byId = (id: WorkItemId): WorkItemReference => ({ kind: 'id', id });

describe('The tree of a Project', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Ports;
  let acme: OrganizationId;
  let ada: UserId;
  let scope: ProjectScope;
  const exchanges: string[][] = [];

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ada = await world.user();
    acme = await world.organization();
    await world.member(acme, ada, 'owner');
    ports = await database.ports({ observe: (names) => exchanges.push([...names]) });
  });

  beforeEach(async () => {
    scope = await world.project(acme, ada);
  });

  afterAll(() => database.drop());

  const under = async (parent?: WorkItemId, within = scope): Promise<WorkItemId> => {
    const references = parent ? { parent: byId(parent) } : {};
    return (await ports.unitOfWork.run((tx) => createWorkItem(tx, within, { ...CONTENT, references }))).id;
  };

  /** Makes a chain of that many items, from a top-level one down. */
  const chain = async (length: number): Promise<[WorkItemId, ...WorkItemId[]]> => {
    const items: [WorkItemId, ...WorkItemId[]] = [await under()];
    while (items.length < length) items.push(await under(items.at(-1)));
    return items;
  };

  const find = (reference: WorkItemReference, child: WorkItemId, within = scope) =>
    ports.unitOfWork.run((tx) => tx.trees.findParent(within, reference, child));

  const move = (workItemId: WorkItemId, parent: WorkItemReference | null) =>
    ports.unitOfWork.run((tx) =>
      updateWorkItem(tx, scope, {
        workItemId,
        expected: '*',
        changes: {},
        references: { parent },
        namesStatus: false,
      }),
    );

  const remove = (workItemId: WorkItemId, cascade = false) =>
    ports.unitOfWork.run((tx) => deleteWorkItem(tx, scope, { workItemId, expected: '*', cascade }));

  it('comes to an end even where a chain is longer than it may be, or goes round', async () => {
    const long = await chain(10);
    const below = await under();
    await database.sql('update work_items set parent_id = $1, revision = revision + 1 where id = $2', [
      long.at(-1),
      below,
    ]);
    expect(await find(byId(below), long[0])).toMatchObject({ depth: 10, heightOfChild: 11 });

    await database.sql('update work_items set parent_id = $1, revision = revision + 1 where id = $2', [below, long[0]]);
    expect(await find(byId(below), await under())).toMatchObject({ depth: 10, heightOfChild: 1 });
    const round = await ports.unitOfWork.run((tx) => tx.trees.lockDescendants(scope, below));
    expect(round).toBe(long.length);
  });

  it('loses a whole tree at once: archived items too, each by one revision and one entry, in one statement', async () => {
    const top = await under();
    const kept = await under();
    const children = await Promise.all([under(top), under(top), under(top)]);
    const grandchild = await under(children[0]);
    const early = await under(children[1]);
    await remove(early);
    await ports.unitOfWork.run((tx) => archiveWorkItem(tx, scope, { workItemId: grandchild, expected: 1 }));

    exchanges.length = 0;
    const deleted = await remove(top, true);
    expect(exchanges.map((names) => names.join(' + '))).toEqual([
      'begin + work-item-tree.hold + work-item-sets.plan + work-item-sets.discard-plans + work-item-tree.lock-descendants',
      'work-item.find + instant.with-set.tree',
      'work_items.update-or-fail + work-item-history.record-one + work-item-history.record-many.descendants + ' +
        'sprint-ledger.leave-many.descendants + change-queue.tell-many.descendants + work-item-tree.delete + change-queue.tell',
      'commit',
    ]);
    expect(deleted).toEqual({ id: top, revision: 2, descendants: 4 });
    const gone = [top, ...[...children, grandchild].sort()].map((id) => ({ id, revision: id === grandchild ? 3 : 2 }));

    const rows = await database.sql<{ id: WorkItemId; revision: number; deleted: Date | null; updated: Date }>(
      'select id, revision, deleted_at as deleted, updated_at as updated from work_items where project_id = $1',
      [scope.projectId],
    );
    for (const { id, revision } of gone) {
      const row = rows.find((each) => each.id === id);
      expect(row).toMatchObject({ revision, updated: row?.deleted });
      expect(row?.deleted).toBeInstanceOf(Date);
    }
    expect(rows.find(({ id }) => id === kept)).toMatchObject({ revision: 1, deleted: null });
    expect(new Set(rows.filter(({ id }) => id !== early).map(({ deleted }) => deleted?.getTime())).size).toBe(2);

    const history = await database.sql<{ item: WorkItemId; revision: number; actor: UserId; at: Date }>(
      `select work_item_id as item, revision, actor_id as actor, at from work_item_history
       where project_id = $1 and action = 'work_item_deleted' and work_item_id <> $2 order by at, id`,
      [scope.projectId, early],
    );
    expect(history.map(({ item, revision }) => ({ id: item, revision }))).toEqual(gone);
    const [{ at } = { at: undefined }] = history;
    for (const entry of history) expect(entry).toMatchObject({ actor: ada, at });
  });

  it('loses thousands of items within the limits of a statement', async () => {
    const top = await under();
    await database.sql(
      `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, description, type, status,
         priority, parent_id, created_at, updated_at)
       select $1, gen_random_uuid(), $2, $3, 100 + number, 1, 'One of many', repeat('x', 2000), 'task', 'backlog', 'low', $4,
         now(), now()
       from generate_series(1, 5000) as number`,
      [acme, scope.projectId, scope.projectKey, top],
    );
    expect(await remove(top, true)).toMatchObject({ descendants: 5_000 });
    const [left] = await database.sql<{ live: number; recorded: number }>(
      `select (select count(*)::int from work_items where project_id = $1 and deleted_at is null) as live,
         (select count(*)::int from work_item_history where project_id = $1 and action = 'work_item_deleted') as recorded`,
      [scope.projectId],
    );
    expect(left).toEqual({ live: 0, recorded: 5001 });
  });

  it('keeps one at a time who changes or deletes, and nobody else', async () => {
    const [top, child] = (await chain(2)) as [WorkItemId, WorkItemId];
    const elsewhere = await world.project(acme, ada);
    const order: string[] = [];
    let waiting: Promise<unknown> | undefined;
    await ports.unitOfWork.run(async (tx) => {
      await tx.trees.hasDescendants(scope, top);
      // Neither other changes in the Project nor the tree of another Project have to wait.
      await under();
      await under(await under(undefined, elsewhere), elsewhere);
      await ports.unitOfWork.run((other) =>
        updateWorkItem(other, scope, {
          workItemId: child,
          expected: '*',
          changes: { title: 'Other' },
          references: {},
          namesStatus: false,
        }),
      );
      waiting = move(child, null).then(() => order.push('cleared'));
      await database.untilSomebodyWaits();
      order.push('held');
    });
    await waiting;
    expect(order).toEqual(['held', 'cleared']);
  });
});
