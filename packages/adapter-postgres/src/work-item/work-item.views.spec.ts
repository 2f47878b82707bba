import { createWorkItem, type ProjectScope, type WorkItemView } from '@worktrack/application';
import type { LabelId, UserId } from '@worktrack/domain';
import { CONTENT, EVERY_ITEM } from '../../test/content.js';
import { allPages } from '../../test/pages.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

describe('The views of Work Items', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Ports;
  let ada: UserId;
  let scope: ProjectScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
  });

  beforeEach(async () => {
    ada = await world.user();
    const acme = await world.organization();
    await world.member(acme, ada);
    scope = await world.project(acme, ada);
  });

  afterAll(() => database.drop());

  const create = (content: Partial<typeof CONTENT> = {}): Promise<WorkItemView> =>
    ports.unitOfWork.run((tx) => createWorkItem(tx, scope, { ...CONTENT, ...content }));

  const first = async () =>
    (await ports.workItemViews.page(scope, { ...EVERY_ITEM, limit: 50, cursor: undefined })).items;

  it('show the item with all it points at', async () => {
    const parent = await create({ title: 'Launch', type: 'epic', status: 'todo', priority: 'high' });
    const sprintId = await world.sprint(scope, 'Sprint 1', 'active');
    const made = await create({
      description: 'text',
      dueDate: new Date('2027-01-02T03:04:05.678Z'),
      storyPoints: 5,
      references: { assignee: { kind: 'id', id: ada }, sprintId, parent: { kind: 'id', id: parent.id } },
    });
    const labels: { id: LabelId; name: string; color: string }[] = [];
    // By code points: 😀 is behind Ａ, though its first UTF-16 unit is less.
    for (const name of ['zeta', 'alpha', 'Éclair', '😀', 'Ａ']) {
      const id = await world.label(scope, name);
      labels.push({ id, name, color: '#112233' });
      await database.sql(
        'insert into work_item_labels (organization_id, project_id, work_item_id, label_id) values ($1, $2, $3, $4)',
        [scope.organizationId, scope.projectId, made.id, id],
      );
    }
    const shared = {
      id: made.id,
      key: `${scope.projectKey}-2`,
      revision: 1,
      title: CONTENT.title,
      type: 'task',
      status: 'backlog',
      priority: 'medium',
      assignee: { id: ada, name: 'Ada' },
      sprint: { id: sprintId, name: 'Sprint 1', state: 'active' },
      storyPoints: 5,
      dueDate: '2027-01-02T03:04:05.678Z',
      archivedAt: null,
      createdAt: made.createdAt,
      updatedAt: made.createdAt,
    };
    expect(await ports.workItemViews.one(scope, made.id)).toEqual({
      ...shared,
      projectId: scope.projectId,
      description: 'text',
      reporter: { id: ada, name: 'Ada' },
      parent: {
        id: parent.id,
        key: `${scope.projectKey}-1`,
        title: 'Launch',
        type: 'epic',
        status: 'todo',
        priority: 'high',
      },
      labels: [1, 0, 2, 4, 3].map((at) => labels[at]),
    });
    const [summary] = await first();
    expect(summary).toEqual({ ...shared, parentId: parent.id });
  });

  it('show nothing of what it does not point at', async () => {
    const made = await create();
    expect(made).toMatchObject({ assignee: null, sprint: null, parent: null, labels: [], dueDate: null });
    expect((await first())[0]).toMatchObject({ assignee: null, sprint: null, parentId: null });
  });

  it('show nobody where an account was removed', async () => {
    const made = await create({ references: { assignee: { kind: 'id', id: ada } } });
    await database.sql('update users set removed_at = now(), email = null where id = $1', [ada]);
    expect(await ports.workItemViews.one(scope, made.id)).toMatchObject({ assignee: null, reporter: null });
    expect((await first())[0]).toMatchObject({ assignee: null });
  });

  it('show no deleted item, whether it is asked for, listed or pointed at', async () => {
    const parent = await create();
    const child = await create({ references: { parent: { kind: 'id', id: parent.id } } });
    await database.sql('update work_items set deleted_at = now() where id = $1', [parent.id]);
    await expect(ports.workItemViews.one(scope, parent.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await first()).map(({ id }) => id)).toEqual([child.id]);
    expect((await ports.workItemViews.one(scope, child.id)).parent).toBeNull();
  });

  it('show no item of another Project or Organization', async () => {
    const made = await create();
    const elsewhere = await world.project(scope.organizationId, ada);
    const foreign = { ...scope, organizationId: await world.organization() };
    for (const other of [elsewhere, foreign]) {
      await expect(ports.workItemViews.one(other, made.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      const page = await ports.workItemViews.page(other, { ...EVERY_ITEM, limit: 10, cursor: undefined });
      expect(page).toEqual({ items: [], page: { limit: 10, hasMore: false, nextCursor: null } });
    }
  });

  it('leave archived items out of the list, and show them when they are asked for', async () => {
    const made = await create();
    await database.sql(`update work_items set archived_at = '2026-03-02T09:00:00.010Z' where id = $1`, [made.id]);
    expect(await first()).toEqual([]);
    expect((await ports.workItemViews.one(scope, made.id)).archivedAt).toBe('2026-03-02T09:00:00.010Z');
  });

  describe('in pages', () => {
    /** Creates fifteen items, nine of them in one millisecond, the numbers 9 and 10 among these. */
    beforeEach(async () => {
      for (let count = 0; count < 15; count += 1) await create();
      await database.sql(
        `update work_items set updated_at = '2026-03-02T09:00:00.000Z'::timestamptz
           + case when number between 4 and 12 then interval '5 ms' else number * interval '1 ms' end
         where project_id = $1`,
        [scope.projectId],
      );
    });

    const numbersOf = (items: readonly { key: string }[]) => items.map(({ key }) => Number(key.split('-')[1]));

    it.each([1, 2, 7, 15, 200])('of %i show each once, last updated first, then by number', async (limit) => {
      const shown = await allPages(limit, (request) => ports.workItemViews.page(scope, { ...EVERY_ITEM, ...request }));
      expect(numbersOf(shown)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    });

    it('repeat nothing when items vanish in between, and may be read again', async () => {
      const { items, page } = await ports.workItemViews.page(scope, { ...EVERY_ITEM, limit: 6, cursor: undefined });
      expect(numbersOf(items)).toEqual([15, 14, 13, 12, 11, 10]);
      await database.sql('update work_items set deleted_at = now() where project_id = $1 and number in (14, 10, 9)', [
        scope.projectId,
      ]);
      for (let time = 0; time < 2; time += 1) {
        const next = await ports.workItemViews.page(scope, { ...EVERY_ITEM, limit: 6, cursor: page.nextCursor! });
        expect(numbersOf(next.items)).toEqual([8, 7, 6, 5, 4, 3]);
      }
    });

    it('refuse the cursor of another Project or collection, and one that was edited', async () => {
      const { nextCursor } = (await ports.workItemViews.page(scope, { ...EVERY_ITEM, limit: 1, cursor: undefined }))
        .page;
      const elsewhere = await world.project(scope.organizationId, ada);
      const edited = `A${nextCursor!.slice(1)}`;
      const tries = [
        () => ports.workItemViews.page(elsewhere, { ...EVERY_ITEM, limit: 1, cursor: nextCursor! }),
        () =>
          ports.workItemViews.page(scope, { ...EVERY_ITEM, limit: 1, cursor: edited === nextCursor ? 'x' : edited }),
        () =>
          ports.projectViews.page(world.scope(scope.organizationId, ada), {
            limit: 1,
            cursor: nextCursor!,
            archived: false,
          }),
      ];
      for (const attempt of tries) {
        await expect(attempt()).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
      }
    });
  });
});
