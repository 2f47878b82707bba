import { randomUUID } from 'node:crypto';
import {
  createWorkItem,
  transitionWorkItem,
  updateWorkItem,
  type ListActivity,
  type OrganizationScope,
  type ProjectScope,
} from '@worktrack/application';
import type { UserId, WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { allPages } from '../../test/pages.js';
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

  it('show a Work Item of another Project to a caller who sees that Project, and null to others', async () => {
    const elsewhere = await world.project(acme.organizationId, ada, 'ELSE');
    const other = await create(elsewhere);
    await record('parent_changed', { from: null, to: other });
    const detail = async (onlyProjects: OrganizationScope['onlyProjects']) => {
      const viewer = { ...acme, onlyProjects };
      const details = [(await ofItem({}, viewer)).at(-1)?.detail, (await ofProject({}, viewer))[0]?.detail];
      expect(details[0]).toEqual(details[1]);
      return details[0];
    };
    const shown = { from: null, to: { id: other, key: 'ELSE-1', title: CONTENT.title } };
    const redacted = { from: null, to: null };
    expect(await detail(undefined)).toEqual(shown);
    expect(await detail(new Set([scope.projectId, elsewhere.projectId]))).toEqual(shown);
    expect(await detail(new Set([scope.projectId]))).toEqual(redacted);
    await database.sql('update work_items set deleted_at = now() where id = $1', [other]);
    expect(await detail(undefined)).toEqual(redacted);
  });

  it('show nothing of another Organization, whatever is recorded', async () => {
    const foreign = await world.project(await world.organization(), ada);
    const [item, sprint, label] = [
      await create(foreign),
      await world.sprint(foreign),
      await world.label(foreign, 'foreign'),
    ];
    await record('parent_changed', { from: item, to: null }, new Date('2090-01-01T00:00:00Z'));
    await record('sprint_changed', { from: sprint, to: null }, new Date('2090-01-01T00:00:01Z'));
    await record('label_added', { label }, new Date('2090-01-01T00:00:02Z'));
    expect((await ofItem()).slice(1).map(({ detail }) => detail)).toEqual([
      { from: null, to: null },
      { from: null, to: null },
      { label: null },
    ]);
  });

  it('show the deletion of a Work Item in its Project, and not to a request that found the item before', async () => {
    await record('work_item_deleted');
    expect((await ofItem()).map(({ action }) => action)).toEqual(['created']);
    expect((await ofProject()).map(({ action }) => action)).toEqual(['work_item_deleted', 'created']);
  });

  it('show no Work Item under another Project or Organization', async () => {
    const elsewhere = await world.project(acme.organizationId, ada);
    const foreign = { ...scope, organizationId: await world.organization() };
    for (const other of [elsewhere, foreign]) {
      expect((await ports.activityViews.ofWorkItem(acme, other, id, ALL)).items).toEqual([]);
      expect((await ports.activityViews.ofProject(acme, other, ALL)).items).toEqual([]);
    }
  });

  it('begin behind the later one of cursor and since, either way round', async () => {
    for (let second = 0; second < 6; second += 1) {
      await record('description_changed', null, new Date(`2090-01-01T00:00:0${second}Z`));
    }
    const at = (second: number) => new Date(`2090-01-01T00:00:0${second}Z`);
    const all = await ofItem();
    const { page } = await ports.activityViews.ofWorkItem(acme, scope, id, { ...ALL, limit: 4 });
    const cursor = page.nextCursor!;
    expect(await ofItem({ cursor })).toEqual(all.slice(4));
    expect(await ofItem({ cursor, since: at(0) })).toEqual(all.slice(4));
    expect(await ofItem({ cursor, since: at(2) })).toEqual(all.slice(4));
    expect(await ofItem({ cursor, since: at(4) })).toEqual(all.slice(6));
    expect(await ofItem({ since: at(4) })).toEqual(all.slice(6));

    const newestFirst = await ofProject();
    const project = await ports.activityViews.ofProject(acme, scope, { ...ALL, limit: 2 });
    const behind = project.page.nextCursor!;
    expect(await ofProject({ cursor: behind })).toEqual(newestFirst.slice(2));
    expect(await ofProject({ cursor: behind, since: at(2) })).toEqual(newestFirst.slice(2, 3));
    expect(await ofProject({ cursor: behind, since: at(5) })).toEqual([]);
  });

  it.each([1, 2, 7])('show entries of one instant in the order of recording, in pages of %i', async (limit) => {
    await ports.unitOfWork.run((tx) =>
      updateWorkItem(tx, scope, {
        workItemId: id,
        expected: 1,
        changes: { title: 'a', description: 'b', priority: 'low', dueDate: new Date('2027-01-01T00:00:00Z') },
        references: { assignee: { kind: 'id', id: ada } },
        namesStatus: false,
      }),
    );
    const expected = [
      'created',
      'title_changed',
      'description_changed',
      'priority_changed',
      'assigned',
      'due_date_changed',
    ];
    const items = await allPages(limit, (request) =>
      ports.activityViews.ofWorkItem(acme, scope, id, { ...request, since: undefined }),
    );
    expect(items.map(({ action }) => action)).toEqual(expected);
    const feed = await allPages(limit, (request) =>
      ports.activityViews.ofProject(acme, scope, { ...request, since: undefined }),
    );
    expect(feed.map(({ action }) => action)).toEqual(expected.reverse());
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
