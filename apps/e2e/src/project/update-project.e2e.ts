import { created, givenComment, givenLink, givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { freshKey } from '../kit/client.js';
import { uploadOf } from '../kit/upload.js';
import { INSTANT } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('projects');
const { owner } = world;

describe('updateProject', () => {
  it('scenario 9: changes the name, raises the revision, and replays the same answer', async () => {
    const project = await givenProject(owner, world.org());
    const conditions = { ifMatch: '"project-1"', key: freshKey() };
    const first = await owner.patch(world.project(project.key), { name: 'Renamed' }, conditions);
    expect({ status: first.status, etag: first.headers.etag }).toEqual({ status: 200, etag: '"project-2"' });
    expect(first.body).toEqual({ ...project, name: 'Renamed', revision: 2, updatedAt: first.body.updatedAt });
    expect(first.body.updatedAt > project.updatedAt).toBe(true);
    expectReplay(await owner.patch(world.project(project.key), { name: 'Renamed' }, conditions), first);
    expect((await owner.get(world.project(project.key))).body.revision).toBe(2);
  });

  it('counts one revision for several members', async () => {
    const { key } = await givenProject(owner, world.org());
    const change = { name: ' New ', description: 'Why', color: '#ABCDEF' };
    const { body } = await owner.patch(world.project(key), change);
    expect(body).toMatchObject({ name: 'New', description: 'Why', color: '#abcdef', revision: 2 });
  });

  it('clears the description with null, and leaves what is absent', async () => {
    const { key } = await givenProject(owner, world.org(), { description: 'To go', color: '#000000' });
    const { body } = await owner.patch(world.project(key), { description: null });
    expect(body).toMatchObject({ description: null, color: '#000000', revision: 2 });
  });

  it.each([
    ['the same name', { name: 'Same' }],
    ['the same name with white space around it', { name: '  Same ' }],
    ['the same colour in capitals', { color: '#ABCDEF' }],
    ['the same of everything', { name: 'Same', description: 'As is', color: '#abcdef' }],
  ])('takes %s as no change', async (_what, change) => {
    const same = { name: 'Same', description: 'As is', color: '#abcdef' };
    const project = await givenProject(owner, world.org(), same);
    const answer = await owner.patch(world.project(project.key), change, { ifMatch: '"project-1"' });
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toBe('"project-1"');
    expect(answer.body).toEqual(project);
  });

  it('checks If-Match even where nothing would change', async () => {
    const { key, name } = await givenProject(owner, world.org());
    expectRefusal(await owner.patch(world.project(key), { name }, { ifMatch: '"project-2"' }), 'REVISION_CONFLICT');
  });

  describe('refuses', () => {
    let path: string;
    beforeAll(async () => {
      path = world.project((await givenProject(owner, world.org())).key);
    });
    afterAll(async () => {
      expect((await owner.get(path)).body.revision).toBe(1);
    });

    it.each([
      ['an empty object', {}, 'body'],
      ['the key', { key: 'NEW' }, 'key'],
      ['the key beside a name', { name: 'x', key: 'NEW' }, 'key'],
      ['no name', { name: null }, 'name'],
      ['a blank name', { name: ' ' }, 'name'],
      ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
      ['no colour', { color: null }, 'color'],
      ['a short colour', { color: '#fff' }, 'color'],
      ['a description of 10,001 characters', { description: 'x'.repeat(10_001) }, 'description'],
      ['a boolean for a description', { description: false }, 'description'],
      ['a member that nobody knows', { archivedAt: null }, 'archivedAt'],
    ])('%s', async (_what, body, field) => {
      expectRefusal(await owner.patch(path, body), 'VALIDATION_ERROR', field);
    });
  });
});

describe('An archived Project', () => {
  it('scenario 10: archives, refuses new Work Items, lets the present ones change, and archives again without effect', async () => {
    const { key } = await givenProject(owner, world.org());
    const item = await givenWorkItem(owner, world.project(key));
    const archived = await owner.post(`${world.project(key)}/archive`, {}, { ifMatch: '*' });
    expect(archived.status).toBe(200);
    expect(archived.body.archivedAt).toMatch(INSTANT);
    expect(archived.body.archivedAt).toBe(archived.body.updatedAt);
    expect(archived.body.revision).toBe(2);

    expectRefusal(await owner.post(`${world.project(key)}/work-items`, { title: 'Late' }), 'PROJECT_ARCHIVED');
    expect((await owner.patch(world.item(item.key), { title: 'Still mutable' })).status).toBe(200);
    const moved = await owner.post(`${world.item(item.key)}/transitions`, { targetStatus: 'todo' }, { ifMatch: '*' });
    expect(moved.status).toBe(200);
    expect((await owner.get(`${world.project(key)}/work-items`)).body.items).toHaveLength(1);

    const again = await owner.post(`${world.project(key)}/archive`, {}, { ifMatch: '"project-2"' });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(archived.body);
    expect(again.headers['idempotency-replayed']).toBeUndefined();
  });

  it('lets its Work Items be talked about, linked, and given and relieved of files', async () => {
    const { key } = await givenProject(owner, world.org());
    const [one, other] = [
      await givenWorkItem(owner, world.project(key)),
      await givenWorkItem(owner, world.project(key)),
    ];
    const path = world.item(one.key);
    await owner.post(`${world.project(key)}/archive`, {}, { ifMatch: '*' });
    const comment = await givenComment(owner, path);
    expect((await owner.patch(`${path}/comments/${String(comment.id)}`, { body: 'Changed' })).status).toBe(200);
    const link = await givenLink(owner, path, other.key);
    const file = await created(owner.post(`${path}/attachments`, uploadOf('x')));
    const parts = [`comments/${String(comment.id)}`, `links/${String(link.id)}`, `attachments/${String(file.id)}`];
    for (const part of parts) expect((await owner.delete(`${path}/${part}`)).status).toBe(204);
    expect((await owner.get(`${world.project(key)}/activity?limit=1`)).body.items[0].action).toBe('attachment_removed');
  });

  it('can still be changed and comes back with unarchive', async () => {
    const { key } = await givenProject(owner, world.org());
    const path = world.project(key);
    await owner.post(`${path}/archive`, {}, { ifMatch: '"project-1"' });
    const changed = await owner.patch(path, { name: 'Archived' }, { ifMatch: '"project-2"' });
    expect(changed.body).toMatchObject({ name: 'Archived', revision: 3 });
    const back = await owner.post(`${path}/unarchive`, {}, { ifMatch: '"project-3"' });
    expect({ ...back.body, etag: back.headers.etag }).toMatchObject({
      archivedAt: null,
      revision: 4,
      etag: '"project-4"',
    });
    const again = await owner.post(`${path}/unarchive`, {}, { ifMatch: '"project-4"' });
    expect(again.body).toEqual(back.body);
    await givenWorkItem(owner, path);
  });

  it.each(['archive', 'unarchive'])('%s is for admins, with a current tag and exactly {}', async (move) => {
    const { key } = await givenProject(owner, world.org());
    const target = `${world.project(key)}/${move}`;
    expectRefusal(await world.member.post(target, {}, { ifMatch: '*' }), 'FORBIDDEN');
    expectRefusal(await owner.post(target, {}), 'PRECONDITION_REQUIRED');
    expectRefusal(await owner.post(target, {}, { ifMatch: '"project-9"' }), 'REVISION_CONFLICT');
    expectRefusal(await owner.post(target, { reason: 'x' }, { ifMatch: '*' }), 'VALIDATION_ERROR', 'reason');
    expectRefusal(await owner.post(target, undefined, { ifMatch: '*' }), 'VALIDATION_ERROR', 'body');
    expectRefusal(await owner.post(target, [], { ifMatch: '*' }), 'VALIDATION_ERROR', 'body');
    expect((await world.admin.post(target, {}, { ifMatch: '*' })).status).toBe(200);
  });
});
