import {
  archiveProject,
  createProject,
  createWorkItem,
  updateProject,
  type CreateProject,
  type OrganizationScope,
} from '@worktrack/application';
import { Color, Project, type ProjectId, type UserId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

const WEBSITE: CreateProject = { name: 'Website', key: undefined, description: null, color: Color.default };

describe('The repository of Projects', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Ports;
  let ada: UserId;
  let acme: OrganizationScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ada = await world.user();
    ports = await database.ports({ poolMax: 8 });
  });

  beforeEach(async () => {
    acme = world.scope(await world.organization(), ada);
  });

  afterAll(() => database.drop());

  const create = (facts: Partial<CreateProject> = {}) =>
    ports.unitOfWork.run((tx) => createProject(tx, acme, { ...WEBSITE, ...facts }));

  it('keeps every member', async () => {
    const made = await create({ name: 'Zoë’s', description: 'text', color: '#a1b2c3' as Color });
    expect(made).toEqual({
      id: made.id,
      organizationId: acme.organizationId,
      key: 'ZS',
      name: 'Zoë’s',
      description: 'text',
      color: '#a1b2c3',
      revision: 1,
      archivedAt: null,
      createdAt: made.createdAt,
      updatedAt: made.createdAt,
    });
    expect(made.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await ports.projectViews.one({ ...acme, projectId: made.id })).toEqual(made);
  });

  it('derives another key each for Projects of one name that are created at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => create({ name: 'Web' })));
    expect(made.map(({ key }) => key).sort()).toEqual(['WEB', 'WEB2', 'WEB3', 'WEB4', 'WEB5', 'WEB6', 'WEB7', 'WEB8']);
  });

  it('refuses a key that is taken, and gives the same key in another Organization', async () => {
    const key = 'WEB' as NonNullable<CreateProject['key']>;
    await create({ key });
    await expect(create({ key })).rejects.toMatchObject({ code: 'CONFLICT' });
    acme = world.scope(await world.organization(), ada);
    await expect(create({ key })).resolves.toMatchObject({ key: 'WEB' });
  });

  it('lets the constraint referee where nobody looked before', async () => {
    const made = await create();
    const { id, ...facts } = made;
    const rival = Project.create(
      { ...facts, id: crypto.randomUUID() as string as ProjectId, color: Color.default },
      new Date(),
    );
    const attempt = ports.unitOfWork.run((tx) => {
      tx.projects.add(rival);
      return Promise.resolve();
    });
    await expect(attempt).rejects.toMatchObject({ code: 'CONFLICT', message: 'The key is taken.' });
    expect(id).not.toBe(rival.record.id);
  });

  it('writes only over the revision that was loaded, and says when the row is not there', async () => {
    const made = await create();
    const scope = await world.project(acme.organizationId, ada);
    const project = await ports.unitOfWork.run((tx) => tx.projects.find({ ...scope, projectId: made.id }));
    await ports.unitOfWork.run((tx) =>
      updateProject(tx, { ...scope, projectId: made.id }, { expected: 1, changes: { name: 'A' } }),
    );
    const blind = (stale: Project) =>
      ports.unitOfWork.run((tx) => {
        stale.update({ name: 'From an old copy' }, new Date());
        tx.projects.save(stale);
        return Promise.resolve();
      });
    await expect(blind(project)).rejects.toMatchObject({
      code: 'REVISION_CONFLICT',
      more: { details: { expectedRevision: 1, currentRevision: 2 } },
    });
    const unknown = Project.restore({
      ...project.record,
      name: 'Unknown',
      id: scope.organizationId as string as ProjectId,
    });
    await expect(blind(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ports.projectViews.one({ ...scope, projectId: made.id })).toMatchObject({ name: 'A', revision: 2 });
  });

  it('finds no Project of another Organization', async () => {
    const scope = await world.project(acme.organizationId, ada);
    const foreign = { ...scope, organizationId: await world.organization() };
    const tries = [
      () => ports.unitOfWork.run((tx) => tx.projects.find(foreign)),
      () => ports.unitOfWork.run((tx) => tx.projects.findToAddTo(foreign)),
      () => ports.unitOfWork.run((tx) => tx.workItems.nextNumber(foreign)),
      () => ports.projectViews.one(foreign),
    ];
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('admits additions side by side, and lets an archiving wait for them', async () => {
    const scope = await world.project(acme.organizationId, ada);
    const order: string[] = [];
    let archived: Promise<unknown> | undefined;
    await ports.unitOfWork.run(async (tx) => {
      await tx.projects.findToAddTo(scope);
      // Another addition does not wait.
      await ports.unitOfWork.run((other) => createWorkItem(other, scope, CONTENT));
      archived = ports.unitOfWork.run((other) => archiveProject(other, scope, '*')).then(() => order.push('archived'));
      await database.untilSomebodyWaits();
      order.push('added');
    });
    await archived;
    expect(order).toEqual(['added', 'archived']);
  });
});
