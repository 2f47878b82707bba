import { createLabel, createWorkItem, type ProjectScope } from '@worktrack/application';
import { Color, LabelName, WorkItem, type LabelId, type WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { allPages } from '../../test/pages.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

describe('The repository of labels', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let scope: ProjectScope;
  let item: WorkItemId;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
  });

  beforeEach(async () => {
    scope = await world.project(await world.organization(), await world.user());
    item = (await ports.unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT))).id;
  });

  afterAll(() => database.drop());

  const name = (text: string) => LabelName.parse(text)!;
  const find = (reference: { id?: LabelId; name?: LabelName }, where = scope) =>
    ports.unitOfWork.run((tx) => tx.labels.find(where, reference, item));

  it('keeps every member', async () => {
    const made = await ports.unitOfWork.run((tx) =>
      createLabel(tx, scope, { name: name('Zoë’s 😀'), color: '#a1b2c3' as Color }),
    );
    expect(made).toEqual({ id: made.id, name: 'zoë’s 😀', color: '#a1b2c3', createdAt: made.createdAt });
    expect(made.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await ports.labelViews.one(scope, made.id)).toEqual(made);
  });

  it('finds the id first, then the name, and says whether the item has it', async () => {
    const one = await world.label(scope, 'one');
    const namesake = await world.label(scope, one);
    expect(await find({ id: one })).toEqual({ id: one, attached: false, labelsOnItem: 0 });
    expect(await find({ id: one, name: name(one) })).toEqual({ id: one, attached: false, labelsOnItem: 0 });
    expect(await find({ name: name(one) })).toEqual({ id: namesake, attached: false, labelsOnItem: 0 });
    expect(await find({ id: item as string as LabelId, name: name('ONE') })).toEqual({
      id: one,
      attached: false,
      labelsOnItem: 0,
    });
    expect(await find({ id: item as string as LabelId, name: name('two') })).toBeUndefined();
    expect(await find({})).toBeUndefined();
  });

  it('finds no label of another Project or Organization', async () => {
    const foreign = await world.project(scope.organizationId, scope.actorId);
    const label = await world.label(foreign, 'foreign');
    for (const where of [scope, { ...foreign, organizationId: await world.organization() }]) {
      expect(await find({ id: label, name: name('foreign') }, where)).toBeUndefined();
      await expect(ports.labelViews.one(where, label)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await allPages(10, (request) => ports.labelViews.page(where, request))).toEqual([]);
    }
  });

  it('writes what an item has from what is recorded of it', async () => {
    const label = await world.label(scope, 'bug');
    const change = (decide: (item: WorkItem, now: Date) => void) =>
      ports.unitOfWork.run(async (tx) => {
        const found = (await tx.workItems.find(scope, [item])).get(item)!;
        decide(found, await tx.instant());
        tx.workItems.save(found);
      });
    const labels = async () => (await ports.workItemViews.one(scope, item)).labels.map(({ id }) => id);

    await change((found, now) => {
      found.attach({ id: label, attached: false, labelsOnItem: 0 }, scope.actorId, now);
    });
    expect(await labels()).toEqual([label]);
    await change((found, now) => {
      found.detach({ id: label, attached: true }, scope.actorId, now);
    });
    expect(await labels()).toEqual([]);
  });

  it('stores the labels of an item that comes with a past', async () => {
    const [kept, dropped] = [await world.label(scope, 'kept'), await world.label(scope, 'dropped')];
    const past = new Date('2026-03-02T09:00:00.000Z');
    const { organizationId, projectId, projectKey, actorId } = scope;
    const id = crypto.randomUUID() as string as WorkItemId;
    const imported = WorkItem.create(
      {
        id,
        organizationId,
        projectId,
        projectKey,
        number: 2,
        title: 'Old',
        description: null,
        type: 'task',
        status: 'backlog',
        priority: 'medium',
        assigneeId: null,
        sprintId: null,
        parentId: null,
        storyPoints: null,
        dueDate: null,
      },
      actorId,
      past,
    );
    for (const label of [kept, dropped])
      imported.attach({ id: label, attached: false, labelsOnItem: 0 }, actorId, past);
    imported.detach({ id: dropped, attached: true }, actorId, past);
    await ports.administration.run((tx) => tx.imports.add([imported]));
    const shown = await ports.workItemViews.one(scope, id);
    expect({ revision: shown.revision, labels: shown.labels.map((label) => label.id) }).toEqual({
      revision: 4,
      labels: [kept],
    });
  });
});
