import { createWorkItem, type ProjectScope } from '@worktrack/application';
import type { LabelId, ProjectKey, SprintId } from '@worktrack/domain';
import { CONTENT } from '../testing/content.js';
import { TestDatabase } from '../testing/test-database.js';
import { World } from '../testing/world.js';

describe('What a path names', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let web: ProjectScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
    web = await world.project(await world.organization(), await world.user(), 'WEB');
  });

  afterAll(() => database.drop());

  const find = (key: string, workItemNumber?: number, organization = web.organizationId) =>
    ports.pathResources.find(organization, { projectKey: key as ProjectKey, workItemNumber });

  it('is a Project, by its key in this Organization', async () => {
    const project = { id: web.projectId, key: 'WEB' };
    expect(await find('WEB')).toEqual({ project, workItem: undefined });
    expect(await find('OTHER')).toBeUndefined();
    expect(await find('WEB', undefined, await world.organization())).toBeUndefined();
  });

  it('is a Work Item of it, by its number, deleted or not', async () => {
    const item = await ports.unitOfWork.run((tx) => createWorkItem(tx, web, CONTENT));
    expect((await find('WEB', 1))?.workItem).toEqual({ id: item.id, deleted: false });
    await database.sql('update work_items set deleted_at = now() where id = $1', [item.id]);
    expect((await find('WEB', 1))?.workItem).toEqual({ id: item.id, deleted: true });
    expect((await find('WEB', 9_999_999_999))?.workItem).toBeUndefined();
    await world.project(web.organizationId, web.actorId, 'APP');
    expect((await find('APP', 1))?.workItem).toBeUndefined();
  });

  it('is a label of the Project, by its id first, then by its name', async () => {
    const one = await world.label(web, 'one');
    const namesake = await world.label(web, one);
    const foreign = await world.label(await world.project(web.organizationId, web.actorId), 'foreign');
    const label = async (name: string, id?: LabelId) => {
      const child = { kind: 'label', id, name } as const;
      const found = await ports.pathResources.find(web.organizationId, { projectKey: web.projectKey, child });
      return found?.child;
    };
    expect(await label('one')).toEqual({ id: one, deleted: false, ownerId: null });
    expect(await label(one, one)).toMatchObject({ id: one });
    expect(await label(one)).toMatchObject({ id: namesake });
    expect(await label('one', foreign)).toMatchObject({ id: one });
    expect(await label('foreign', foreign)).toBeUndefined();
  });

  it('is a Sprint of the Project, by its id', async () => {
    const own = await world.sprint(web);
    const foreign = await world.sprint(await world.project(web.organizationId, web.actorId));
    const sprint = async (id: SprintId) => {
      const child = { kind: 'sprint', id } as const;
      return (await ports.pathResources.find(web.organizationId, { projectKey: web.projectKey, child }))?.child;
    };
    expect(await sprint(own)).toEqual({ id: own, deleted: false, ownerId: null });
    expect(await sprint(foreign)).toBeUndefined();
  });
});
