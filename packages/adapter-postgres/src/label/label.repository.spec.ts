import { createLabel } from '@worktrack/application';
import { Color, LabelName, WorkItem, type LabelId, type WorkItemId } from '@worktrack/domain';
import { allPages } from '../../test/pages.js';
import { projectSuite } from '../../test/suite.js';

describe('The repository of labels', () => {
  const suite = projectSuite();
  let item: WorkItemId;

  beforeEach(async () => {
    item = await suite.createItem();
  });

  const name = (text: string) => LabelName.parse(text)!;
  const find = (reference: { id?: LabelId; name?: LabelName }, where = suite.scope) =>
    suite.run((tx) => tx.labels.find(where, reference, item));

  it('keeps every member', async () => {
    const made = await suite.run((tx) =>
      createLabel(tx, suite.scope, { name: name('Zoë’s 😀'), color: '#a1b2c3' as Color }),
    );
    expect(made).toEqual({ id: made.id, name: 'zoë’s 😀', color: '#a1b2c3', createdAt: made.createdAt });
    expect(made.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await suite.ports.labelViews.one(suite.scope, made.id)).toEqual(made);
  });

  it('finds the id first, then the name, and says whether the item has it', async () => {
    const one = await suite.world.label(suite.scope, 'one');
    const namesake = await suite.world.label(suite.scope, one);
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
    const foreign = await suite.world.project(suite.scope.organizationId, suite.scope.actorId);
    const label = await suite.world.label(foreign, 'foreign');
    for (const where of [suite.scope, { ...foreign, organizationId: await suite.world.organization() }]) {
      expect(await find({ id: label, name: name('foreign') }, where)).toBeUndefined();
      await expect(suite.ports.labelViews.one(where, label)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await allPages(10, (request) => suite.ports.labelViews.page(where, request))).toEqual([]);
    }
  });

  it('writes what an item has from what is recorded of it', async () => {
    const label = await suite.world.label(suite.scope, 'bug');
    const change = (decide: (item: WorkItem, now: Date) => void) =>
      suite.run(async (tx) => {
        const found = (await tx.workItems.find(suite.scope, [item])).get(item)!;
        decide(found, await tx.instant());
        tx.workItems.save(found);
      });
    const labels = async () => (await suite.ports.workItemViews.one(suite.scope, item)).labels.map(({ id }) => id);

    await change((found, now) => {
      found.attach({ id: label, attached: false, labelsOnItem: 0 }, suite.scope.actorId, now);
    });
    expect(await labels()).toEqual([label]);
    await change((found, now) => {
      found.detach({ id: label, attached: true }, suite.scope.actorId, now);
    });
    expect(await labels()).toEqual([]);
  });

  it('stores the labels of an item that comes with a past', async () => {
    const [kept, dropped] = [
      await suite.world.label(suite.scope, 'kept'),
      await suite.world.label(suite.scope, 'dropped'),
    ];
    const past = new Date('2026-03-02T09:00:00.000Z');
    const { organizationId, projectId, projectKey, actorId } = suite.scope;
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
    await suite.ports.administration.run((tx) => tx.imports.add([imported]));
    const shown = await suite.ports.workItemViews.one(suite.scope, id);
    expect({ revision: shown.revision, labels: shown.labels.map((label) => label.id) }).toEqual({
      revision: 4,
      labels: [kept],
    });
  });
});
