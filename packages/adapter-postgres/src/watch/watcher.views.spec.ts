import { createComment, createWorkItem, updateWatcher, type ProjectScope } from '@worktrack/application';
import type { UserId, WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { Explaining } from '../../test/plan.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { PostgresWatcherViews } from './watcher.views.js';

describe('The watch of a member', () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let scope: ProjectScope;
  let item: WorkItemId;

  beforeAll(async () => {
    database = await TestDatabase.create();
    ports = await database.ports();
    const world = new World(database);
    const ada = await world.user();
    const acme = await world.organization();
    await world.member(acme, ada, 'owner');
    scope = await world.project(acme, ada, 'WEB');
  });

  beforeEach(async () => {
    const assigned = { ...CONTENT, references: { assignee: { kind: 'id', id: scope.actorId } } } as const;
    item = (await ports.unitOfWork.run((tx) => createWorkItem(tx, scope, assigned))).id;
    const comment = { workItemId: item, body: 'Why?', parentCommentId: null };
    await ports.unitOfWork.run((tx) => createComment(tx, scope, comment));
  });

  afterAll(() => database.drop());

  it('follows from the part that the member takes', async () => {
    expect(await ports.watcherViews.own(scope, item)).toEqual({
      workItemId: item,
      watched: true,
      manualWatch: false,
      assigneeOrigin: true,
      muted: false,
      assigned: true,
    });
  });

  it('is not of a membership that has ended: whoever returns begins with none', async () => {
    await ports.unitOfWork.run((tx) => updateWatcher(tx, scope, { workItemId: item, action: 'mute' }));
    await database.sql('update work_items set assignee_id = null where id = $1', [item]);
    await database.sql('update memberships set created_at = clock_timestamp() where user_id = $1', [scope.actorId]);
    await ports.unitOfWork.run((tx) => {
      tx.watches.endAll(scope.organizationId, scope.actorId);
      return Promise.resolve();
    });
    expect(await ports.watcherViews.own(scope, item)).toMatchObject({ watched: false, muted: false });
    const stranger = { ...scope, actorId: '10000000-0000-4000-8000-000000000000' as UserId } as ProjectScope;
    await expect(ports.watcherViews.own(stranger, item)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is found with few reads on a Work Item with 20,000 comments and assignments of others', async () => {
    const other = await new World(database).user();
    const { organizationId, projectId } = scope;
    const keys = [organizationId, projectId, item, other];
    await database.sql(
      `insert into comments (organization_id, id, project_id, work_item_id, author_id, body, created_at, updated_at)
       select $1, gen_random_uuid(), $2, $3, $4, 'Why?', now(), now() from generate_series(1, 20000)`,
      keys,
    );
    await database.sql(
      `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
       select $1, gen_random_uuid(), $2, $3, n, now(), $4::uuid, 'assigned', jsonb_build_object('from', null, 'to', $4::uuid)
       from generate_series(2, 20001) n`,
      keys,
    );
    await database.sql('analyze comments, work_item_history');
    const reader = new Explaining((await database.open()).connections, database);
    await new PostgresWatcherViews(reader).own(scope, item);
    const [plan] = await reader.plans();
    expect(plan?.buffers).toBeLessThan(60);
  });
});
