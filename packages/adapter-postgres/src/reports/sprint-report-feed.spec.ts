import { randomUUID } from 'node:crypto';
import {
  createWorkItem,
  deleteWorkItem,
  transitionSprint,
  updateWorkItem,
  type ProjectScope,
} from '@worktrack/application';
import { WorkItem, sprintReport, type SprintId, type WorkItemId, type WorkItemStatus } from '@worktrack/domain';
import { CONTENT, FIELDS } from '../../test/content.js';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { World } from '../../test/world.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

describe('What a Sprint report is made of', () => {
  let database: TestDatabase;
  let world: World;
  let unitOfWork: Ports['unitOfWork'];
  let administration: Ports['administration'];
  let feed: Ports['sprintReportFeed'];
  let scope: ProjectScope;
  let sprint: SprintId;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ({ administration, unitOfWork, sprintReportFeed: feed } = await database.ports());
  });

  beforeEach(async () => {
    scope = await world.project(await world.organization(), await world.user());
    sprint = await world.sprint(scope);
  });

  afterAll(() => database.drop());

  const item = async (member: { status?: WorkItemStatus; storyPoints?: number; sprintId?: SprintId | null } = {}) => {
    const { status = 'todo', storyPoints = null, sprintId = sprint } = member;
    const references = { sprintId };
    return (await unitOfWork.run((tx) => createWorkItem(tx, scope, { ...CONTENT, status, storyPoints, references })))
      .id;
  };
  const update = (workItemId: WorkItemId, changes: object, references: { sprintId?: SprintId | null } = {}) =>
    unitOfWork.run((tx) =>
      updateWorkItem(tx, scope, { workItemId, expected: '*', changes, references, namesStatus: false }),
    );
  const remove = (workItemId: WorkItemId) =>
    unitOfWork.run((tx) => deleteWorkItem(tx, scope, { workItemId, expected: '*', cascade: false }));
  const move = (targetState: 'active' | 'done') =>
    unitOfWork.run((tx) =>
      transitionSprint(tx, scope, { sprintId: sprint, expected: '*', targetState, completion: { mode: 'backlog' } }),
    );
  const report = async () => sprintReport(await feed.facts(scope, sprint));
  /** Changes stored rows with triggers off, as no statement of the product can: simulates faults and data older than the ledger. */
  const tampered = (text: string, values: unknown[] = []) =>
    withClient(database.url, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(text, values);
    });

  it('is refused of a Sprint of another Project', async () => {
    const elsewhere = await world.project(scope.organizationId, scope.actorId);
    await expect(feed.facts(elsewhere, sprint)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('knows of a title what it was at the boundary, of what was deleted before it the last one', async () => {
    const [left, deleted, kept] = [await item(), await item(), await item({ status: 'done' })];
    await move('active');
    await update(left, { title: 'Renamed before it left' }, { sprintId: null });
    await update(left, { title: 'Renamed after it left' });
    await update(deleted, { title: 'Renamed before it went' });
    await remove(deleted);
    await update(kept, { title: 'Renamed in it' });
    const titles = async () =>
      Object.fromEntries((await feed.facts(scope, sprint)).items.map(({ id, title }) => [id, title]));
    const expected = {
      [left]: 'Renamed after it left',
      [deleted]: 'Renamed before it went',
      [kept]: 'Renamed in it',
    };
    expect(await titles()).toEqual(expected);
    await move('done');
    for (const id of [left, kept]) await update(id, { title: 'Renamed later' });
    expect(await titles()).toEqual(expected);
    // Without stored departures, as in older data, history is used.
    await tampered('delete from sprint_departures where sprint_id = $1', [sprint]);
    expect(await titles()).toEqual(expected);
  });

  it('leaves out rows that are written later with an instant before the end', async () => {
    const left = await item();
    await move('active');
    await update(left, {}, { sprintId: null });
    await move('done');
    const before = await report();
    await update(left, { title: 'Renamed later', storyPoints: 13 });
    await tampered(
      `update work_item_history set at = completed_at from sprints where work_item_id = $2 and sprints.id = $1 and at > completed_at`,
      [sprint, left],
    );
    expect(await report()).toEqual(before);
  });

  it('distinguishes a commitment to nothing from one that nobody recorded', async () => {
    await move('active');
    await item({ storyPoints: 5 });
    expect(await report()).toMatchObject({
      commitment: { available: true, itemCount: 0 },
      limitations: ['planned_end_missing'],
    });
    await move('done');
    expect(await report()).toMatchObject({ stable: true, commitment: { available: true, itemCount: 0 } });

    sprint = await world.sprint(scope);
    await item({ storyPoints: 5 });
    await move('active');
    await tampered('delete from sprint_commitments where sprint_id = $1', [sprint]);
    await move('done');
    expect(await report()).toMatchObject({
      stable: false,
      commitment: { available: false, itemCount: 0, points: 0 },
      burndown: { available: false },
      limitations: ['commitment_unavailable', 'planned_end_missing'],
    });
  });

  it.each([
    ['left before the start', 0, []],
    ['left while it was under way', 1, ['history_incomplete']],
    ['was deleted while it was under way', 2, ['history_incomplete']],
    ['was there at the end', 3, ['history_incomplete']],
  ] as const)('shows that an entry was never recorded, of an item that %s', async (_, when, words) => {
    const id = await item({ sprintId: when === 3 ? null : sprint });
    await item();
    if (when < 3) await tampered('delete from sprint_entries where work_item_id = $1', [id]);
    if (when === 0) await update(id, {}, { sprintId: null });
    await move('active');
    await tampered('delete from sprint_commitments where work_item_id = $1', [id]);
    if (when === 1) await update(id, {}, { sprintId: null });
    if (when === 2) await remove(id);
    if (when === 3) await tampered('update work_items set sprint_id = $2 where id = $1', [id, sprint]);
    expect((await report()).limitations).toEqual([...words, 'planned_end_missing']);
    await move('done');
    expect(await report()).toMatchObject({
      stable: words.length === 0,
      limitations: [...words, 'planned_end_missing'],
      burndown: { available: words.length === 0 },
    });
  });

  it('shows that what was committed has no episode', async () => {
    const id = await item();
    await move('active');
    await tampered('delete from sprint_entries where work_item_id = $1', [id]);
    expect((await report()).limitations).toEqual(['history_incomplete', 'planned_end_missing']);
  });

  it('is never before what was recorded, even after the clock was set back', async () => {
    const id = await item({ status: 'done' });
    await move('active');
    await tampered(`update sprint_entries set at = clock_timestamp() + interval '1 hour' where work_item_id = $1`, [
      id,
    ]);
    const { completion, reportEndAt } = await report();
    expect(completion.finalScope.itemCount).toBe(1);
    expect(reportEndAt!.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
  });

  it('is never before a change of an item that is recorded ahead of the clock', async () => {
    const id = await item({ storyPoints: 3 });
    await move('active');
    await tampered(`update work_item_history set at = clock_timestamp() + interval '1 hour' where work_item_id = $1`, [
      id,
    ]);
    await update(id, { storyPoints: 5 });
    const [past] = await database.sql<{ at: Date }>(
      `select at from work_item_history where work_item_id = $1 and action = 'story_points_changed'`,
      [id],
    );
    const { completion, reportEndAt } = await report();
    expect(completion.finalScope.points).toBe(5);
    expect(reportEndAt).toEqual(past?.at);
    expect(reportEndAt!.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
  });

  const importMany = async (count: number, sprintId: SprintId | null, first = 1) => {
    const { organizationId, projectId, projectKey, actorId } = scope;
    const content = { ...FIELDS, status: 'backlog', storyPoints: 1 } as const;
    const at = new Date();
    const many = Array.from({ length: count }, (_, index) => {
      const number = first + index;
      const id = randomUUID() as string as WorkItemId;
      const place = { id, organizationId, projectId, projectKey, number };
      return WorkItem.create({ ...content, ...place, assigneeId: null, parentId: null, sprintId }, actorId, at);
    });
    await administration.run((tx) => tx.imports.add(many));
    return many.map(({ record }) => record.id);
  };

  it('is at most 5,000 items, the first by key, and shows that there are more', async () => {
    await importMany(5_000, sprint);
    await move('active');
    expect(await report()).toMatchObject({
      commitment: { itemCount: 5_000, points: 5_000 },
      completion: { finalScope: { itemCount: 5_000 } },
      limitations: ['planned_end_missing'],
    });
    // The new item is the first by key, although it is imported last.
    await tampered('update work_items set number = 9000 where project_id = $1 and number = 1', [scope.projectId]);
    await importMany(1, sprint, 1);
    const capped = await report();
    expect(capped).toMatchObject({
      stable: false,
      commitment: { itemCount: 4_999, points: 4_999 },
      completion: { finalScope: { itemCount: 5_000 } },
      scopeChanges: { added: [{ key: `${scope.projectKey}-1` }] },
      limitations: ['rows_capped', 'planned_end_missing'],
    });
    expect(capped.completion.itemIds.finalScope).toHaveLength(5_000);
  }, 60_000);

  it('are not the items that had left before the start, nor those that came after the end', async () => {
    const early = await importMany(5_001, sprint);
    await tampered(
      'insert into sprint_exits (organization_id, episode_id, project_id, sprint_id, work_item_id, at, reason, status) select organization_id, id, project_id, sprint_id, work_item_id, at, $2, status from sprint_entries where sprint_id = $1',
      [sprint, 'update'],
    );
    await tampered('update work_items set sprint_id = null where sprint_id = $1', [sprint]);
    await move('active');
    await move('done');
    const before = await report();
    expect(before).toMatchObject({ stable: true, limitations: ['planned_end_missing'] });
    await importMany(5_001, sprint, early.length + 1);
    expect(await report()).toEqual(before);
  }, 60_000);
});
