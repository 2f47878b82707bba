import { type Answer, freshKey } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('history');
const { owner, member } = world;
const facts = new Facts(world.databaseUrl);

let project: any;
let path: string;
beforeAll(async () => {
  project = await givenProject(owner, world.org());
  path = world.project(project.key);
});

/** Expects exactly one audit row for this request. */
async function expectAudited(answer: Answer, operation: string, person: 'owner' | 'member'): Promise<void> {
  const rows = await facts.audit(answer.headers['x-request-id']);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    operation,
    organization: project.organizationId,
    actor: world.user(person).id,
    token: world.token(person).credentialId,
  });
}

describe('The history of a Work Item', () => {
  it('begins with its creation and all values it began with', async () => {
    const parent = await givenWorkItem(owner, path);
    const sprintId = await facts.sprint(project.id, 'S');
    const answer = await member.post(`${path}/work-items`, {
      title: 'Whole',
      type: 'bug',
      status: 'todo',
      priority: 'high',
      assigneeId: world.user('colleague').id,
      sprintId,
      parentId: parent.key,
      storyPoints: 5,
      dueDate: '2027-01-01T00:00:00Z',
    });
    const rows = await facts.history(answer.body.id);
    expect(rows).toHaveLength(1);
    const [created] = rows;
    expect(created).toMatchObject({ action: 'created', revision: 1, actor: world.user('member').id });
    expect(created!.at.toISOString()).toBe(answer.body.createdAt);
    expect(created!.detail).toEqual({
      initial: {
        title: 'Whole',
        type: 'bug',
        status: 'todo',
        priority: 'high',
        assignee: world.user('colleague').id,
        sprint: sprintId,
        parent: parent.id,
        storyPoints: 5,
        dueDate: '2027-01-01T00:00:00.000Z',
      },
    });
    await expectAudited(answer, 'createWorkItem', 'member');
  });

  it('says nothing of what changed nothing, of replays and of refusals', async () => {
    const { key, id, title } = await givenWorkItem(owner, path);
    const conditions = { key: freshKey(), ifMatch: '*' };
    await owner.patch(world.item(key), { title: 'Once' }, conditions);
    const before = await facts.history(id);

    await owner.patch(world.item(key), { title: 'Once' });
    await owner.patch(world.item(key), { title: 'Once' }, conditions);
    await owner.patch(world.item(key), { title }, { ifMatch: '"wi-1"' });
    await owner.patch(world.item(key), { title, status: 'done' });
    await owner.post(`${world.item(key)}/transitions`, { targetStatus: 'backlog' }, { ifMatch: '*' });
    expect(await facts.history(id)).toEqual(before);
  });
});

describe('The audit trail', () => {
  it('has one row for every successful mutation of a Project', async () => {
    const created = await owner.post(`${world.org()}/projects`, { name: 'Audited' });
    await expectAudited(created, 'createProject', 'owner');
    const target = world.project(created.body.key);
    await expectAudited(await owner.patch(target, { name: 'Changed' }), 'updateProject', 'owner');
    await expectAudited(await owner.post(`${target}/archive`, {}, { ifMatch: '*' }), 'archiveProject', 'owner');
    await expectAudited(await owner.post(`${target}/unarchive`, {}, { ifMatch: '*' }), 'unarchiveProject', 'owner');
  });

  it('has one row for a success that changed nothing', async () => {
    const { key, title } = await givenWorkItem(owner, path);
    await expectAudited(await owner.patch(world.item(key), { title }), 'updateWorkItem', 'owner');
  });

  it('has none for a replay, a refusal or a read', async () => {
    const { key } = await givenWorkItem(owner, path);
    const conditions = { key: freshKey(), ifMatch: '"wi-1"' };
    await owner.patch(world.item(key), { title: 'Once' }, conditions);
    for (const answer of [
      await owner.patch(world.item(key), { title: 'Once' }, conditions),
      await owner.patch(world.item(key), { title: 'Twice' }, conditions),
      await owner.patch(world.item(key), { title: '' }),
      await owner.patch(world.item(key), { title: 'Stale' }, { ifMatch: '"wi-1"' }),
      await member.patch(path, { name: 'Forbidden' }),
      await owner.get(world.item(key)),
    ]) {
      expect(await facts.audit(answer.headers['x-request-id'])).toEqual([]);
    }
  });
});

describe('What is append-only', () => {
  it.each(['work_item_history', 'audit_log'])('cannot be rewritten in %s by the application', async (table) => {
    const column = table === 'audit_log' ? 'operation' : 'action';
    const INSUFFICIENT_PRIVILEGE = '42501';
    for (const sql of [
      `update ${table} set ${column} = 'x'`,
      `delete from ${table}`,
      `truncate ${table}`,
      `drop table ${table}`,
      `alter table ${table} disable trigger all`,
      `create rule nothing as on insert to ${table} do instead nothing`,
    ]) {
      expect({ sql, refused: await facts.asApplication(sql) }).toEqual({ sql, refused: INSUFFICIENT_PRIVILEGE });
    }
    expect(await facts.asApplication(`select 1 from ${table} limit 1`)).toBeUndefined();
  });

  it('cannot be reached by making somebody else', async () => {
    expect(await facts.asApplication(`create role intruder superuser`)).toBe('42501');
  });
});
