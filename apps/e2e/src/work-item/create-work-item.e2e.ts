import { freshKey } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { INSTANT, MEMBERS, membersOf, sorted, UUID } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('work-items');
const { owner } = world;
const facts = new Facts(world.databaseUrl);
const emoji = '😀';

let project: any;
let items: string;
beforeAll(async () => {
  project = await givenProject(owner, world.org());
  items = `${world.project(project.key)}/work-items`;
});

describe('createWorkItem', () => {
  it('scenario 13: takes a title, answers the whole item with its defaults', async () => {
    const answer = await world.member.post(items, { title: ' Write it down ' });
    expect(answer.status).toBe(201);
    expect(answer.headers.etag).toBe('"wi-1"');
    const { body } = answer;
    expect(membersOf(body)).toEqual(sorted(MEMBERS.workItem));
    const { id, name } = world.user('member');
    expect(body).toMatchObject({
      revision: 1,
      projectId: project.id,
      title: 'Write it down',
      description: null,
      type: 'task',
      status: 'backlog',
      priority: 'medium',
      assignee: null,
      reporter: { id, name },
      sprint: null,
      parent: null,
      labels: [],
      storyPoints: null,
      dueDate: null,
      archivedAt: null,
    });
    expect(membersOf(body.reporter)).toEqual(['id', 'name']);
    expect(body.id).toMatch(UUID);
    expect(body.createdAt).toMatch(INSTANT);
    expect(body.updatedAt).toBe(body.createdAt);
    expect((await world.member.get(world.item(body.key))).body).toEqual(body);
  });

  it('scenario 14: a repeat is a replay, another body is refused, a key is needed, and a failed try frees the key', async () => {
    const here = await givenProject(owner, world.org());
    const path = `${world.project(here.key)}/work-items`;
    const key = freshKey();
    const first = await owner.post(path, { title: 'Once' }, { key });
    expectReplay(await owner.post(path, { title: 'Once' }, { key }), first);
    expectRefusal(await owner.post(path, { title: 'Twice' }, { key }), 'IDEMPOTENCY_KEY_REUSED');
    expectRefusal(await owner.post(path, { title: 'Once' }, { key: null }), 'IDEMPOTENCY_KEY_REQUIRED');
    expect((await owner.get(path)).body.items).toHaveLength(1);

    const other = freshKey();
    expectRefusal(await owner.post(path, { title: '' }, { key: other }), 'VALIDATION_ERROR', 'title');
    const retried = await owner.post(path, { title: 'Twice' }, { key: other });
    expect(retried.status).toBe(201);
    expect(retried.headers['idempotency-replayed']).toBeUndefined();
  });

  it('scenario 15: refuses both kinds of assignee at once, and a member that nobody knows', async () => {
    const { id, publicId } = world.user('member');
    for (const both of [
      { assigneeId: id, assigneePublicId: publicId },
      { assigneeId: null, assigneePublicId: null },
      { assigneeId: null, assigneePublicId: publicId },
    ]) {
      expectRefusal(await owner.post(items, { title: 'x', ...both }), 'VALIDATION_ERROR');
    }
    const unknown = await owner.post(items, { title: 'x', surprise: 1 });
    expectRefusal(unknown, 'VALIDATION_ERROR', 'surprise');
    expect(unknown.body.error.fieldErrors).toEqual({ surprise: [expect.any(String)] });
  });

  it('counts the numbers of each Project up from 1', async () => {
    const { key } = await givenProject(owner, world.org());
    const made = [];
    for (let n = 0; n < 3; n += 1) made.push((await givenWorkItem(owner, world.project(key.toLowerCase()))).key);
    expect(made).toEqual([`${key}-1`, `${key}-2`, `${key}-3`]);
  });

  it('takes all members, of a Sprint whatever its state', async () => {
    const parent = await givenWorkItem(owner, world.project(project.key), { title: 'Parent', type: 'epic' });
    const sprintId = await facts.sprint(project.id, 'Past', 'done');
    const { id, publicId, name } = world.user('member');
    const body = await givenWorkItem(owner, world.project(project.key), {
      title: 'Everything',
      description: '# Markdown',
      type: 'bug',
      status: 'in_review',
      priority: 'urgent',
      assigneePublicId: publicId,
      sprintId: sprintId.toUpperCase(),
      parentId: parent.id.toUpperCase(),
      storyPoints: 8,
      dueDate: '2026-09-01T02:00:00+02:00',
    });
    expect(body).toMatchObject({
      title: 'Everything',
      description: '# Markdown',
      type: 'bug',
      status: 'in_review',
      priority: 'urgent',
      assignee: { id, name },
      sprint: { id: sprintId, name: 'Past', state: 'done' },
      parent: { id: parent.id, key: parent.key, title: 'Parent', type: 'epic', status: 'backlog', priority: 'medium' },
      storyPoints: 8,
      dueDate: '2026-09-01T00:00:00.000Z',
    });
    expect(membersOf(body.parent)).toEqual(sorted(MEMBERS.parent));
    expect(membersOf(body.sprint)).toEqual(['id', 'name', 'state']);
  });

  it('takes null for absent where a member may be null', async () => {
    const nothing = { description: null, sprintId: null, parentId: null, storyPoints: null, dueDate: null };
    for (const assignee of [{ assigneeId: null }, { assigneePublicId: null }]) {
      const body = await givenWorkItem(owner, world.project(project.key), { ...nothing, ...assignee });
      expect(body).toMatchObject({ description: null, sprint: null, parent: null, storyPoints: null, dueDate: null });
      expect(body.assignee).toBeNull();
    }
  });

  it.each([
    ['a title of 500 characters', { title: 'x'.repeat(500) }, {}],
    ['a title of 500 code points beyond the basic plane', { title: emoji.repeat(500) }, {}],
    ['a title measured after trimming', { title: `\u2003 ${'x'.repeat(500)} \n` }, { title: 'x'.repeat(500) }],
    ['an empty description', { description: '' }, {}],
    ['a description as it stands', { description: ' \n x \t' }, {}],
    ['a description of 64,000 code points', { description: emoji.repeat(64_000) }, {}],
    ['0 story points', { storyPoints: 0 }, {}],
    ['100,000 story points', { storyPoints: 100_000 }, {}],
  ])('accepts %s', async (_what, members, shown) => {
    expect(await givenWorkItem(owner, world.project(project.key), members)).toMatchObject({ ...members, ...shown });
  });

  it.each([
    ['no title', 'title', undefined],
    ['null for a title', 'title', null],
    ['an empty title', 'title', ''],
    ['a blank title', 'title', ' \t\r\n\u00a0\u2028'],
    ['a title of 501 characters', 'title', 'x'.repeat(501)],
    ['a title of 501 code points beyond the basic plane', 'title', emoji.repeat(501)],
    ['a number for a title', 'title', 1],
    ['an object for a title', 'title', { text: 'x' }],
    ['a title with U+0000', 'title', 'a\u0000'],
    ['a title with half a surrogate pair', 'title', '\udfff'],
    ['a description of 64,001 characters', 'description', 'x'.repeat(64_001)],
    ['a description of 64,001 code points beyond the basic plane', 'description', emoji.repeat(64_001)],
    ['a description with U+0000', 'description', 'a\u0000'],
    ['a description with half a surrogate pair', 'description', '\ud83d'],
    ['a list for a description', 'description', []],
    ['null for a type', 'type', null],
    ['a type in capitals', 'type', 'Task'],
    ['a type that does not exist', 'type', 'chore'],
    ['a type by inheritance', 'type', 'constructor'],
    ['null for a status', 'status', null],
    ['a status that does not exist', 'status', 'open'],
    ['null for a priority', 'priority', null],
    ['a number for a priority', 'priority', 1],
    ['a list with a priority', 'priority', ['high']],
    ['an e-mail for an assignee', 'assigneeId', 'member@work-items.example.test'],
    ['a public id for an assigneeId', 'assigneeId', 'usr_AAAAAAAAAAAAAAAAAAAAAA'],
    ['a uuid for an assigneePublicId', 'assigneePublicId', '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11'],
    ['a public id of a wrong length', 'assigneePublicId', 'usr_AAAAAAAAAAAAAAAAAAAAA'],
    ['a public id with a wrong end', 'assigneePublicId', 'usr_AAAAAAAAAAAAAAAAAAAAAB'],
    ['a number for an assignee', 'assigneeId', 7],
    ['a Sprint that is no uuid', 'sprintId', 'sprint-1'],
    ['an empty Sprint', 'sprintId', ''],
    ['a uuid in braces', 'sprintId', '{6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11}'],
    ['a uuid of version 9', 'sprintId', '6f1d6c58-3f8e-9b06-9c0a-9d2d3c9b8a11'],
    ['an empty parent', 'parentId', ''],
    ['a parent of 51 characters', 'parentId', 'W'.repeat(51)],
    ['a number for a parent', 'parentId', 1],
    ['-1 story points', 'storyPoints', -1],
    ['100,001 story points', 'storyPoints', 100_001],
    ['half a story point', 'storyPoints', 0.5],
    ['story points as a string', 'storyPoints', '5'],
    ['story points as a boolean', 'storyPoints', true],
    ['a number for a due date', 'dueDate', 1_788_220_800_000],
    ['an empty due date', 'dueDate', ''],
    ['a revision', 'revision', 1],
    ['a reporter', 'reporterId', null],
    ['labels', 'labels', []],
  ])('refuses %s', async (_what, member, value) => {
    const answer = await owner.post(items, { title: 'x', [member]: value });
    expectRefusal(answer, 'VALIDATION_ERROR', member);
    expect(answer.body.error.fieldErrors[member]).toEqual([expect.any(String)]);
  });
});

describe('A reference in a body', () => {
  const nowhere = '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11';
  const inProject = (): string => world.project(project.key);
  const made: Record<'other' | 'foreign' | 'deleted' | 'archived', any> & { otherSprint: string } = {
    other: undefined,
    foreign: undefined,
    deleted: undefined,
    archived: undefined,
    otherSprint: '',
  };

  beforeAll(async () => {
    const elsewhere = await givenProject(owner, world.org());
    const abroad = await givenProject(world.stranger, world.org('foreign'));
    made.other = await givenWorkItem(owner, world.project(elsewhere.key));
    made.foreign = await givenWorkItem(world.stranger, world.project(abroad.key, 'foreign'));
    made.deleted = await givenWorkItem(owner, inProject());
    await facts.deleteWorkItem(made.deleted.id);
    made.archived = await givenWorkItem(owner, inProject());
    await facts.archiveWorkItem(made.archived.id);
    made.otherSprint = await facts.sprint(elsewhere.id, 'Elsewhere');
  });

  it.each<[what: string, member: string, value: () => string]>([
    ['a user who does not exist', 'assigneeId', () => nowhere],
    ['the nil uuid as a user', 'assigneeId', () => '00000000-0000-0000-0000-000000000000'],
    ['a user of another Organization', 'assigneeId', () => world.user('stranger').id],
    ['a public id of another Organization', 'assigneePublicId', () => world.user('stranger').publicId],
    ['a public id that does not exist', 'assigneePublicId', () => 'usr_AAAAAAAAAAAAAAAAAAAAAA'],
    ['a Sprint that does not exist', 'sprintId', () => nowhere],
    ['a Sprint of another Project', 'sprintId', () => made.otherSprint],
    ['a parent that does not exist', 'parentId', () => nowhere],
    ['a parent number that does not exist', 'parentId', () => `${project.key}-99999`],
    ['a parent number beyond all integers', 'parentId', () => `${project.key}-99999999999999999999`],
    ['a parent of another Project, by key', 'parentId', () => made.other.key],
    ['a parent of another Project, by uuid', 'parentId', () => made.other.id],
    ['a parent of another Organization', 'parentId', () => made.foreign.id],
    ['a deleted parent, by key', 'parentId', () => made.deleted.key],
    ['a deleted parent, by uuid', 'parentId', () => made.deleted.id],
    ['an archived parent', 'parentId', () => made.archived.key],
    ['a parent with a leading zero', 'parentId', () => `${project.key}-01`],
    ['a parent that is neither key nor uuid', 'parentId', () => 'somewhere'],
  ])('may not be %s, on create and on update', async (_what, member, value) => {
    const body = { [member]: value() };
    expectRefusal(await owner.post(items, { title: 'x', ...body }), 'VALIDATION_ERROR', member);
    const { key } = await givenWorkItem(owner, inProject());
    expectRefusal(await owner.patch(world.item(key), body), 'VALIDATION_ERROR', member);
    expect((await owner.get(world.item(key))).body.revision).toBe(1);
  });
});
