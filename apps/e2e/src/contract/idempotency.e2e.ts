import { type Answer, type Conditions, freshKey, Raw } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import {
  givenComment,
  givenLabel,
  givenProject,
  givenSprint,
  givenWorkItem,
  moved,
  unusedProjectKey,
} from '../kit/given.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('idempotency');
const { owner } = world;
const facts = new Facts(world.databaseUrl);

/** Sends one prepared mutation. Equal mutations may be written differently. */
type Send = (conditions: Conditions) => Promise<Answer>;

const post =
  (path: string, body: unknown): Send =>
  (conditions) =>
    owner.post(path, body, conditions);
const patch =
  (path: string, body: unknown): Send =>
  (conditions) =>
    owner.patch(path, body, conditions);

const bulkOf = (operation: object): object => ({ operations: [operation] });

let project: any;
let path: string;
let sprintId: string;
let parent: any;
beforeAll(async () => {
  project = await givenProject(owner, world.org());
  path = world.project(project.key);
  sprintId = await facts.sprint(project.id, 'A Sprint');
  parent = await givenWorkItem(owner, path, { title: 'Parent' });
});

describe('A repeated request', () => {
  const { id, publicId } = world.user('member');
  const create = (members: object): Send => post(`${path}/work-items`, members);
  const full = (): object => ({
    title: 'Full',
    description: null,
    type: 'task',
    status: 'backlog',
    priority: 'medium',
    assigneeId: null,
    sprintId: null,
    parentId: null,
    storyPoints: null,
    dueDate: null,
  });

  const equals: Record<string, () => [Send, Send] | Promise<[Send, Send]>> = {
    'the same bytes': () => [create({ title: 'Same' }), create({ title: 'Same' })],
    'another order of the members': () => [
      create({ title: 'Order', type: 'bug', storyPoints: 1 }),
      create({ storyPoints: 1, type: 'bug', title: 'Order' }),
    ],
    'other white space': () => [
      create({ title: 'Space' }),
      post(`${path}/work-items`, new Raw(' {\n "title" : "Space" }\n')),
    ],
    'other escapes': () => [
      create({ title: 'Escape' }),
      post(`${path}/work-items`, new Raw('{"\\u0074itle":"Esc\\u0061pe"}')),
    ],
    'another media type parameter': () => [
      create({ title: 'Type' }),
      post(`${path}/work-items`, new Raw('{"title":"Type"}', 'application/json; charset=utf-8')),
    ],
    'the defaults spelt out': () => [create({ title: 'Full' }), create(full())],
    'the other null assignee': () => [create({ title: 'Null' }), create({ title: 'Null', assigneePublicId: null })],
    'white space around the title': () => [create({ title: 'Trim' }), create({ title: '  Trim\u3000\n' })],
    'another spelling of a number': () => [
      create({ title: 'Number', storyPoints: 3 }),
      post(`${path}/work-items`, new Raw('{"title":"Number","storyPoints":30e-1}')),
    ],
    'the same instant with another offset and precision': () => [
      create({ title: 'Due', dueDate: '2027-05-01T00:00:00Z' }),
      create({ title: 'Due', dueDate: '2027-05-01T05:30:00.000999+05:30' }),
    ],
    'uuids in the other case': () => [
      create({ title: 'Case', assigneeId: id, sprintId, parentId: parent.id }),
      create({
        title: 'Case',
        assigneeId: id.toUpperCase(),
        sprintId: sprintId.toUpperCase(),
        parentId: parent.id.toUpperCase(),
      }),
    ],
    'a parent key in the other case': () => [
      create({ title: 'Parent', parentId: parent.key }),
      create({ title: 'Parent', parentId: parent.key.toLowerCase() }),
    ],
    'the path in the other case': () => [
      create({ title: 'Path' }),
      post(`${path.replace(project.key, project.key.toLowerCase())}/work-items`, { title: 'Path' }),
    ],
    'the path with escapes': () => [
      create({ title: 'Escaped' }),
      post(`${world.org()}/projects/${hexEscaped(project.key)}/work-items`, { title: 'Escaped' }),
    ],
    'a Project: key and colour in the other case, defaults spelt out': () => {
      const key = unusedProjectKey();
      return [
        post(`${world.org()}/projects`, { name: 'P', key, color: '#6366f1' }),
        post(`${world.org()}/projects`, { name: ' P ', key: key.toLowerCase(), color: '#6366F1', description: null }),
      ];
    },
    'a Project: the default colour left out and spelt out': () => [
      post(`${world.org()}/projects`, { name: 'Unkeyed' }),
      post(`${world.org()}/projects`, { name: 'Unkeyed', color: '#6366f1' }),
    ],
    'an update of a Project, with the path in the other case': async () => {
      const { key } = await givenProject(owner, world.org());
      const change = { name: 'Changed', color: '#ABCDEF' };
      return [
        patch(world.project(key), change),
        patch(world.project(key.toLowerCase()), { color: '#abcdef', name: 'Changed ' }),
      ];
    },
    'an update of a Work Item': async () => {
      const { key } = await givenWorkItem(owner, path);
      return [
        patch(world.item(key), { title: 'Changed', assigneePublicId: publicId, dueDate: '2027-05-01T00:00:00Z' }),
        patch(
          `${path.toLowerCase().replace(/.*\/projects/, `${world.org()}/projects`)}/work-items/${key.toLowerCase()}`,
          {
            dueDate: '2027-04-30T23:00:00-01:00',
            assigneePublicId: publicId,
            title: ' Changed',
          },
        ),
      ];
    },
    'a transition': async () => {
      const { key } = await givenWorkItem(owner, path);
      const send = post(`${world.item(key)}/transitions`, { targetStatus: 'done' });
      return [send, send];
    },
    'a deletion without a body, and with the default': async () => {
      const { key } = await givenWorkItem(owner, path);
      const remove = (body?: object) => (conditions: Conditions) => owner.delete(world.item(key), conditions, body);
      return [remove(), remove({ cascade: false })];
    },
    'a comment, white space around its words, its parent in the other case': async () => {
      const item = world.item(parent.key);
      const { id: parentCommentId } = await givenComment(owner, item);
      return [
        post(`${item}/comments`, { body: 'Once', parentCommentId }),
        post(`${item}/comments`, { body: ' Once\n', parentCommentId: parentCommentId.toUpperCase() }),
      ];
    },
    'a label of a Project: name and color in the other case, white space around the name': () => [
      post(`${path}/labels`, { name: 'new', color: '#aabbcc' }),
      post(`${path}/labels`, { name: ' NEW ', color: '#AABBCC' }),
    ],
    'a label of a Work Item: its name in the other case': async () => {
      await givenLabel(owner, path, 'bug');
      return [
        post(`${world.item(parent.key)}/labels`, { label: 'bug' }),
        post(`${world.item(parent.key)}/labels`, { label: ' BUG ' }),
      ];
    },
    'a Sprint: nulls spelt out, the same instant with another offset': () => [
      post(`${path}/sprints`, { name: 'One', startDate: '2027-05-01T00:00:00Z' }),
      post(`${path}/sprints`, { name: ' One', goal: null, endDate: null, startDate: '2027-05-01T02:00:00+02:00' }),
    ],
    'the completion of a Sprint, with its target in the other case': async () => {
      const there = world.project((await givenProject(owner, world.org())).key);
      const [one, next] = [await givenSprint(owner, there), await givenSprint(owner, there)];
      await moved(owner, `${there}/sprints/${one.id}`, 'active');
      const into = (targetSprintId: string): Send =>
        post(`${there}/sprints/${one.id}/transitions`, {
          targetState: 'done',
          completionAction: { mode: 'sprint', targetSprintId },
        });
      return [into(next.id), into(next.id.toUpperCase())];
    },
    'a bulk creation: keys in the other case, the defaults spelt out': () => [
      post(`${world.org()}/bulk-work-items`, bulkOf({ projectKey: project.key, title: 'Same' })),
      post(
        `${world.org()}/bulk-work-items`,
        bulkOf({ ...full(), projectKey: project.key.toLowerCase(), title: ' Same' }),
      ),
    ],
    'a bulk update: keys in the other case, white space around the title': async () => {
      const { key } = await givenWorkItem(owner, path);
      const one = { projectKey: project.key, workItemKey: key, revision: 1, changes: { title: 'One' } };
      const spelt = { projectKey: project.key.toLowerCase(), workItemKey: key.toLowerCase() };
      const update = (operation: object): Send => patch(`${world.org()}/bulk-work-items`, bulkOf(operation));
      return [update(one), update({ ...one, ...spelt, changes: { title: ' One ' } })];
    },
    'an archive, with white space in the empty object': async () => {
      const { key } = await givenProject(owner, world.org());
      return [post(`${world.project(key)}/archive`, {}), post(`${world.project(key)}/archive`, new Raw(' { } '))];
    },
  };

  it.each(Object.keys(equals))('is a replay: %s', async (name) => {
    const [send, again] = await equals[name]!();
    const conditions = { key: freshKey(), ifMatch: '*' };
    const first = await send(conditions);
    expect(first.status).toBeLessThan(300);
    expectReplay(await again(conditions), first);
    expectReplay(await send(conditions), first);
  });

  const differences: Record<string, () => [Send, Send] | Promise<[Send, Send]>> = {
    'another value': () => [create({ title: 'One' }), create({ title: 'Other' })],
    'a value in another case': () => [create({ title: 'One' }), create({ title: 'ONE' })],
    'one member more': () => [create({ title: 'More' }), create({ title: 'More', storyPoints: 0 })],
    'a default replaced': () => [create({ title: 'Default' }), create({ title: 'Default', priority: 'high' })],
    'an empty description for none': () => [create({ title: 'Empty' }), create({ title: 'Empty', description: '' })],
    'an instant one millisecond later': () => [
      create({ title: 'Due', dueDate: '2027-05-01T00:00:00Z' }),
      create({ title: 'Due', dueDate: '2027-05-01T00:00:00.001Z' }),
    ],
    'the same assignee by the other kind of id': () => [
      create({ title: 'Kind', assigneeId: id }),
      create({ title: 'Kind', assigneePublicId: publicId }),
    ],
    'the same parent by the other kind of reference': () => [
      create({ title: 'Kind', parentId: parent.key }),
      create({ title: 'Kind', parentId: parent.id }),
    ],
    'the same body for another Project': () => [
      create({ title: 'Where' }),
      post(`${world.project('HAM')}/work-items`, { title: 'Where' }),
    ],
    'another operation with the same body': async () => {
      const { key } = await givenProject(owner, world.org());
      return [post(`${world.project(key)}/archive`, {}), post(`${world.project(key)}/unarchive`, {})];
    },
    'another item with the same body': async () => {
      const one = await givenWorkItem(owner, path);
      const other = await givenWorkItem(owner, path);
      return [patch(world.item(one.key), { title: 'x' }), patch(world.item(other.key), { title: 'x' })];
    },
    'null for absent in an update': async () => {
      const { key } = await givenWorkItem(owner, path);
      return [patch(world.item(key), { title: 'x' }), patch(world.item(key), { title: 'x', description: null })];
    },
    'another If-Match': async () => {
      const { key } = await givenWorkItem(owner, path);
      const at =
        (ifMatch: string): Send =>
        (conditions) =>
          owner.patch(world.item(key), { title: 'x' }, { ...conditions, ifMatch });
      return [at('*'), at('"wi-1"')];
    },
  };

  it.each(Object.keys(differences))('is refused as reuse, without effect: %s', async (name) => {
    const [send, other] = await differences[name]!();
    const conditions = { key: freshKey(), ifMatch: '*' };
    const first = await send(conditions);
    expect(first.status).toBeLessThan(300);
    expectRefusal(await other(conditions), 'IDEMPOTENCY_KEY_REUSED');
    expectReplay(await send(conditions), first);
  });
});

describe('A replay', () => {
  it('shows the stored answer, whatever has happened to the item since', async () => {
    const { key } = await givenWorkItem(owner, path);
    const conditions = { key: freshKey(), ifMatch: '"wi-1"' };
    const first = await owner.patch(world.item(key), { title: 'First' }, conditions);
    await owner.patch(world.item(key), { title: 'Second' });
    await owner.post(`${world.item(key)}/transitions`, { targetStatus: 'done' }, { ifMatch: '*' });
    expectReplay(await owner.patch(world.item(key), { title: 'First' }, conditions), first);
    expect((await owner.get(world.item(key))).body).toMatchObject({ title: 'Second', status: 'done', revision: 4 });
  });

  it('comes for a success that changed nothing, too', async () => {
    const { key, title } = await givenWorkItem(owner, path);
    const conditions = { key: freshKey(), ifMatch: '*' };
    const first = await owner.patch(world.item(key), { title }, conditions);
    await owner.patch(world.item(key), { title: 'Moved on' });
    expectReplay(await owner.patch(world.item(key), { title }, conditions), first);
  });

  it('comes for a creation in a Project that was archived since', async () => {
    const { key: projectKey } = await givenProject(owner, world.org());
    const conditions = { key: freshKey() };
    const first = await owner.post(`${world.project(projectKey)}/work-items`, { title: 'x' }, conditions);
    await owner.post(`${world.project(projectKey)}/archive`, {}, { ifMatch: '*' });
    expectReplay(await owner.post(`${world.project(projectKey)}/work-items`, { title: 'x' }, conditions), first);
  });

  it('comes through another token of the same user', async () => {
    const conditions = { key: freshKey() };
    const first = await owner.post(`${path}/work-items`, { title: 'Mine' }, conditions);
    expectReplay(await world.caller('owner again').post(`${path}/work-items`, { title: 'Mine' }, conditions), first);
  });

  it('carries the RateLimit headers of its own request', async () => {
    const conditions = { key: freshKey() };
    await owner.post(`${path}/work-items`, { title: 'x' }, conditions);
    const again = await owner.post(`${path}/work-items`, { title: 'x' }, conditions);
    expect(again.headers['ratelimit-limit']).toMatch(/^\d+$/);
  });
});

describe('A key', () => {
  it('belongs to its user: another user’s same key is independent', async () => {
    const conditions = { key: freshKey() };
    const mine = await owner.post(`${path}/work-items`, { title: 'Same' }, conditions);
    const theirs = await world.member.post(`${path}/work-items`, { title: 'Same' }, conditions);
    expect({ status: theirs.status, replayed: theirs.headers['idempotency-replayed'] }).toEqual({
      status: 201,
      replayed: undefined,
    });
    expect(theirs.body.key).not.toBe(mine.body.key);
  });

  it('belongs to its user across Organizations', async () => {
    const traveller = world.caller('traveller');
    const conditions = { key: freshKey() };
    const body = { title: 'Here or there' };
    const first = await traveller.post(`${world.project('WEB')}/work-items`, body, conditions);
    expect(first.status).toBe(201);
    const there = await traveller.post(`${world.project('WEB', 'foreign')}/work-items`, body, conditions);
    expectRefusal(there, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('differs by case', async () => {
    const key = `case-${freshKey()}`;
    const first = await owner.post(`${path}/work-items`, { title: 'x' }, { key });
    const second = await owner.post(`${path}/work-items`, { title: 'y' }, { key: key.toUpperCase() });
    expect([first.status, second.status]).toEqual([201, 201]);
  });

  it.each<[why: string, refused: (key: string) => Promise<Answer>, code: string]>([
    ['a shape', (key) => owner.post(`${path}/work-items`, { title: '' }, { key }), 'VALIDATION_ERROR'],
    [
      'a reference',
      (key) => owner.post(`${path}/work-items`, { title: 'x', parentId: 'WEB-99999' }, { key }),
      'VALIDATION_ERROR',
    ],
    [
      'a taken Project key',
      (key) => owner.post(`${world.org()}/projects`, { name: 'x', key: 'WEB' }, { key }),
      'CONFLICT',
    ],
    ['a path', (key) => owner.post(`${world.project('NONE')}/work-items`, { title: 'x' }, { key }), 'NOT_FOUND'],
    [
      'a stale tag',
      (key) => owner.patch(world.item(parent.key), { title: 'x' }, { key, ifMatch: '"wi-99"' }),
      'REVISION_CONFLICT',
    ],
    [
      'an illegal move',
      (key) => owner.post(`${world.item(parent.key)}/transitions`, { targetStatus: 'x' }, { key, ifMatch: '*' }),
      'INVALID_STATUS_TRANSITION',
    ],
  ])('is free again after a refusal of %s, also for another request', async (_why, refused, code) => {
    const key = freshKey();
    expectRefusal(await refused(key), code);
    expectRefusal(await refused(key), code);
    const other = await owner.post(`${path}/work-items`, { title: 'Another request' }, { key });
    expect({ status: other.status, replayed: other.headers['idempotency-replayed'] }).toEqual({
      status: 201,
      replayed: undefined,
    });
  });

  it('is free again after 24 hours, and not before', async () => {
    const key = freshKey();
    const send = (): Promise<Answer> => owner.post(`${path}/work-items`, { title: 'Daily' }, { key });
    const first = await send();
    await facts.ageIdempotencyRecord(key, 23.9);
    expectReplay(await send(), first);
    await facts.ageIdempotencyRecord(key, 24.1);
    const second = await send();
    expect({ status: second.status, replayed: second.headers['idempotency-replayed'] }).toEqual({
      status: 201,
      replayed: undefined,
    });
    expect(second.body.key).not.toBe(first.body.key);
    expectReplay(await send(), second);
  });

  it('of an update that could do without one is honoured all the same', async () => {
    const { key } = await givenWorkItem(owner, path);
    const conditions = { key: freshKey(), ifMatch: '"wi-1"' };
    const first = await owner.patch(world.item(key), { title: 'Keyed' }, conditions);
    expectReplay(await owner.patch(world.item(key), { title: 'Keyed' }, conditions), first);
    const without = { ...conditions, key: null };
    expectRefusal(await owner.patch(world.item(key), { title: 'Keyed' }, without), 'REVISION_CONFLICT');
  });
});

function hexEscaped(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
