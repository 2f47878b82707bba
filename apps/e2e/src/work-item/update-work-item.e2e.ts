import { Facts } from '../kit/facts.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { taskResult } from '../kit/task.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('work-items');
const { owner, member } = world;
const facts = new Facts(world.databaseUrl);

let project: any;
let here: string;
beforeAll(async () => {
  project = await givenProject(owner, world.org());
  here = world.project(project.key);
});

describe('updateWorkItem', () => {
  it('scenario 16: changes without a key, raises the revision once, and takes the same again as no change', async () => {
    const item = await givenWorkItem(owner, here, { description: 'To go' });
    const change = { title: 'Changed', description: null };
    const first = await member.patch(world.item(item.key), change, { ifMatch: '"wi-1"', key: null });
    expect({ status: first.status, etag: first.headers.etag }).toEqual({ status: 200, etag: '"wi-2"' });
    expect(first.body).toEqual({
      ...item,
      title: 'Changed',
      description: null,
      revision: 2,
      updatedAt: first.body.updatedAt,
    });
    expect(first.body.updatedAt > item.updatedAt).toBe(true);

    const again = await member.patch(world.item(item.key), change, { ifMatch: '"wi-2"', key: null });
    expect({ status: again.status, etag: again.headers.etag }).toEqual({ status: 200, etag: '"wi-2"' });
    expect(again.body).toEqual(first.body);
  });

  it('scenario 17: a stale tag is 412 with the current revision, none is 428, * is the last write', async () => {
    const { key } = await givenWorkItem(owner, here);
    const path = world.item(key);
    await owner.patch(path, { title: 'Second' });
    const stale = await owner.patch(path, { title: 'Late' }, { ifMatch: '"wi-1"' });
    expectRefusal(stale, 'REVISION_CONFLICT');
    expect(stale.body.error.details).toEqual({ expectedRevision: 1, currentRevision: 2 });
    expectRefusal(await owner.patch(path, { title: 'Late' }, { ifMatch: null }), 'PRECONDITION_REQUIRED');
    const last = await owner.patch(path, { title: 'Last' }, { ifMatch: '*' });
    expect(last.body).toMatchObject({ title: 'Last', revision: 3 });
    for (const ifMatch of ['wi-3', 'W/"wi-3"', '"wi-3", "wi-4"', '"wi-0"']) {
      expectRefusal(await owner.patch(path, { title: 'Never' }, { ifMatch }), 'VALIDATION_ERROR', 'If-Match');
    }
  });

  it('scenario 19: either null unassigns, a status asks for a transition', async () => {
    for (const unassigned of [{ assigneeId: null }, { assigneePublicId: null }]) {
      const { key } = await givenWorkItem(owner, here, { assigneeId: world.user('member').id });
      const { status, body } = await owner.patch(world.item(key), unassigned);
      expect({ status, assignee: body.assignee, revision: body.revision }).toEqual({
        status: 200,
        assignee: null,
        revision: 2,
      });
    }
    const { key } = await givenWorkItem(owner, here);
    expectRefusal(await owner.patch(world.item(key), { status: 'done' }), 'WORK_ITEM_STATUS_REQUIRES_TRANSITION');
  });

  it.each([['done'], ['backlog'], ['nonsense'], [null], [5], [{}]])(
    'asks for a transition when status is %j, and applies nothing else',
    async (status) => {
      const { key } = await givenWorkItem(owner, here);
      const answer = await owner.patch(world.item(key), { title: 'Not applied', status });
      expectRefusal(answer, 'WORK_ITEM_STATUS_REQUIRES_TRANSITION');
      expect((await owner.get(world.item(key))).body).toMatchObject({ title: 'An item', revision: 1 });
    },
  );

  it('counts one revision for all members of a request', async () => {
    const parent = await givenWorkItem(owner, here);
    const sprintId = await facts.sprint(project.id, 'Now', 'active');
    const { key } = await givenWorkItem(owner, here);
    const { id, publicId, name } = world.user('colleague');
    const change = {
      title: 'New',
      description: 'New',
      type: 'feature',
      priority: 'low',
      assigneePublicId: publicId,
      sprintId,
      parentId: parent.key,
      storyPoints: 3,
      dueDate: '2027-01-01T00:00:00Z',
    };
    const { body } = await owner.patch(world.item(key), change);
    expect(membersOf(body)).toEqual(sorted(MEMBERS.workItem));
    expect(body).toMatchObject({
      title: 'New',
      description: 'New',
      type: 'feature',
      priority: 'low',
      assignee: { id, name },
      sprint: { id: sprintId, name: 'Now', state: 'active' },
      parent: { id: parent.id, key: parent.key },
      storyPoints: 3,
      dueDate: '2027-01-01T00:00:00.000Z',
      revision: 2,
    });
    const cleared = {
      description: null,
      assigneeId: null,
      sprintId: null,
      parentId: null,
      storyPoints: null,
      dueDate: null,
    };
    const { body: empty } = await owner.patch(world.item(key), cleared);
    expect(empty).toMatchObject({
      description: null,
      assignee: null,
      sprint: null,
      parent: null,
      storyPoints: null,
      dueDate: null,
      title: 'New',
      type: 'feature',
      revision: 3,
    });
  });

  it.each([
    ['the title with white space around it', { title: ' Same\n' }],
    ['the same type, priority and points', { type: 'bug', priority: 'high', storyPoints: 5.0 }],
    ['the same instant with another offset', { dueDate: '2027-01-01T02:30:00.0000+02:30' }],
    ['an instant that differs below the millisecond', { dueDate: '2027-01-01T00:00:00.000999Z' }],
    ['null where nothing is', { description: null, assigneeId: null, sprintId: null, parentId: null }],
  ])('takes %s as no change', async (_what, change) => {
    const item = await givenWorkItem(owner, here, {
      title: 'Same',
      type: 'bug',
      priority: 'high',
      storyPoints: 5,
      dueDate: '2027-01-01T00:00:00Z',
    });
    const answer = await owner.patch(world.item(item.key), change, { ifMatch: '"wi-1"' });
    expect({ status: answer.status, etag: answer.headers.etag }).toEqual({ status: 200, etag: '"wi-1"' });
    expect(answer.body).toEqual(item);
  });

  it('takes null and an empty description as different', async () => {
    const { key } = await givenWorkItem(owner, here, { description: '' });
    expect((await owner.patch(world.item(key), { description: null })).body).toMatchObject({
      description: null,
      revision: 2,
    });
  });

  it('accepts a reference that is there already, even where it could not be set anew', async () => {
    const parent = await givenWorkItem(owner, here);
    const former = world.user('traveller');
    const item = await givenWorkItem(owner, here, { parentId: parent.key, assigneeId: former.id });
    await facts.archiveWorkItem(parent.id);
    await taskResult(['member:remove', '--org', world.slug, '--email', former.email], world);

    for (const same of [{ parentId: parent.key }, { parentId: parent.id }, { assigneeId: former.id }]) {
      const answer = await owner.patch(world.item(item.key), same);
      expect({ status: answer.status, revision: answer.body.revision }).toEqual({ status: 200, revision: 1 });
    }
    const another = await givenWorkItem(owner, here);
    expectRefusal(await owner.patch(world.item(another.key), { parentId: parent.key }), 'VALIDATION_ERROR', 'parentId');
    const assign = await owner.patch(world.item(another.key), { assigneeId: former.id });
    expectRefusal(assign, 'VALIDATION_ERROR', 'assigneeId');
  });

  it('shows labels by name and today’s title of the parent', async () => {
    const parent = await givenWorkItem(owner, here, { title: 'Before' });
    const { key, id } = await givenWorkItem(owner, here, { parentId: parent.key });
    for (const name of ['beta', 'alpha', 'Zulu'.toLowerCase()]) await facts.label(id, name);
    await owner.patch(world.item(parent.key), { title: 'After' });
    const { body } = await owner.get(world.item(key));
    expect(body.labels.map(({ name }: any) => name)).toEqual(['alpha', 'beta', 'zulu']);
    expect(membersOf(body.labels[0])).toEqual(['color', 'id', 'name']);
    expect(body.parent.title).toBe('After');
    expect(body.revision).toBe(1);
  });

  describe('refuses', () => {
    let path: string;
    beforeAll(async () => {
      path = world.item((await givenWorkItem(owner, here)).key);
    });
    afterAll(async () => {
      expect((await owner.get(path)).body.revision).toBe(1);
    });

    it.each([
      ['an empty object', {}, 'body'],
      ['null for a title', { title: null }, 'title'],
      ['a blank title', { title: '\u3000' }, 'title'],
      ['a title of 501 characters', { title: 'x'.repeat(501) }, 'title'],
      ['a description of 64,001 characters', { description: 'x'.repeat(64_001) }, 'description'],
      ['null for a type', { type: null }, 'type'],
      ['null for a priority', { priority: null }, 'priority'],
      ['a priority that does not exist', { priority: 'medium ' }, 'priority'],
      ['story points beyond 100,000', { storyPoints: 100_001 }, 'storyPoints'],
      ['story points below 0', { storyPoints: -1 }, 'storyPoints'],
      ['a malformed Sprint', { sprintId: 'x' }, 'sprintId'],
      ['a parent of 51 characters', { parentId: 'W'.repeat(51) }, 'parentId'],
      ['a day for a due date', { dueDate: '2026-09-01' }, 'dueDate'],
      ['a member that nobody knows', { surprise: null }, 'surprise'],
      ['a protected member', { key: 'WEB-9' }, 'key'],
      ['the Project', { projectId: null }, 'projectId'],
      ['the instant of archiving', { archivedAt: null }, 'archivedAt'],
    ])('%s', async (_what, body, field) => {
      expectRefusal(await owner.patch(path, body), 'VALIDATION_ERROR', field);
    });

    it.each([
      [{ assigneeId: null, assigneePublicId: null }],
      [{ title: 'x', assigneeId: null, assigneePublicId: null }],
    ])('both kinds of assignee at once: %j', async (body) => {
      expectRefusal(await owner.patch(path, body), 'VALIDATION_ERROR');
    });
  });
});
