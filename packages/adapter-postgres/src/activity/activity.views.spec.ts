import { randomUUID } from 'node:crypto';
import {
  createWorkItem,
  transitionWorkItem,
  type ListActivity,
  type OrganizationScope,
  type ProjectScope,
} from '@worktrack/application';
import type { UserId, WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

const ALL = { limit: 200, cursor: undefined, since: undefined };

describe('The views of activity', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let ada: UserId;
  let acme: OrganizationScope;
  let scope: ProjectScope;
  let id: WorkItemId;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
  });

  beforeEach(async () => {
    ada = await world.user();
    acme = world.scope(await world.organization(), ada);
    await world.member(acme.organizationId, ada);
    scope = await world.project(acme.organizationId, ada);
    id = await create();
  });

  afterAll(() => database.drop());

  const create = async (where = scope): Promise<WorkItemId> =>
    (await ports.unitOfWork.run((tx) => createWorkItem(tx, where, CONTENT))).id;

  const ofItem = async (request: Partial<ListActivity> = {}, viewer = acme) =>
    (await ports.activityViews.ofWorkItem(viewer, scope, id, { ...ALL, ...request })).items;
  const ofProject = async (request: Partial<ListActivity> = {}, viewer = acme) =>
    (await ports.activityViews.ofProject(viewer, scope, { ...ALL, ...request })).items;

  /** Writes a row of history that no use case writes. */
  const record = (action: string, detail: object | null = null, at = new Date(Date.now() + 60_000)) =>
    database.sql(
      `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
       values ($1, $2, $3, $4, 1, $5, $6, $7, $8)`,
      [acme.organizationId, randomUUID(), scope.projectId, id, at, ada, action, detail],
    );

  it('show nothing recorded that no projection names: neither an unknown action nor an unknown member', async () => {
    await record('type_changed', { from: 'task', to: 'bug' });
    await record('story_points_changed', { from: null, to: 3 });
    await record('something_of_a_later_version', { secret: true });
    await record('status_changed', { from: 'todo', to: 'done', secret: true });
    await record('archived', { secret: true });
    const shown = (await ofItem()).map(({ action, detail }) => [action, detail]);
    expect(shown).toHaveLength(3);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['created', null],
        ['status_changed', { from: 'todo', to: 'done' }],
        ['archived', null],
      ]),
    );
    expect(JSON.stringify(await ofProject())).not.toContain('secret');
  });

  it('ask for references only where there are some', async () => {
    const asked: string[] = [];
    const observed = await database.ports({ observe: (names) => asked.push(...names) });
    await ports.unitOfWork.run((tx) =>
      transitionWorkItem(tx, scope, { workItemId: id, expected: 1, targetStatus: 'todo' }),
    );
    asked.length = 0;
    await observed.activityViews.ofWorkItem(acme, scope, id, ALL);
    expect(asked).toEqual(['activity-view.of-a-work-item.first']);
    await record('assigned', { from: null, to: ada });
    asked.length = 0;
    await observed.activityViews.ofProject(acme, scope, ALL);
    expect(asked).toEqual(['activity-view.of-a-project.first', 'activity.references']);
  });
});
