import { type Answer, freshKey } from '../kit/client.js';
import { created, givenComment, givenLabel, givenLink, givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { INSTANT, MEMBERS, membersOf, sorted } from '../kit/words.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const world = new World('archive');
const { owner, admin, member } = world;

let here: string;
beforeAll(async () => {
  here = world.project((await givenProject(owner, world.org())).key);
});

const archive = (key: string, ifMatch = '*') => admin.post(`${world.item(key)}/archive`, {}, { ifMatch });
const unarchive = (key: string, ifMatch = '*') => admin.post(`${world.item(key)}/unarchive`, {}, { ifMatch });

describe('archiveWorkItem', () => {
  it('scenario 31: answers the whole item with public users, and once more to the same key', async () => {
    const { id, publicId, name } = world.user('member');
    const item = await givenWorkItem(owner, here, { assigneeId: id, description: 'Kept', status: 'in_review' });
    const conditions = { key: freshKey(), ifMatch: '"wi-1"' };
    const send = () => admin.post(`${world.item(item.key)}/archive`, {}, conditions);
    const answer = await send();
    expect({ status: answer.status, etag: answer.headers.etag }).toEqual({ status: 200, etag: '"wi-2"' });
    expect(membersOf(answer.body)).toEqual(sorted(MEMBERS.workItem));
    expect(answer.body.archivedAt).toMatch(INSTANT);
    expect(answer.body).toEqual({
      ...item,
      assignee: { publicId, name },
      reporter: { publicId: world.user('owner').publicId, name: world.user('owner').name },
      revision: 2,
      archivedAt: answer.body.updatedAt,
      updatedAt: answer.body.updatedAt,
    });
    expect(answer.body.updatedAt > item.updatedAt).toBe(true);
    expectReplay(await send(), answer);
  });

  it('scenario 31: leaves the item readable, and every change of it refused until it is back', async () => {
    const item = await givenWorkItem(owner, here, { status: 'todo' });
    const path = world.item(item.key);
    await archive(item.key);

    const { status, body } = await member.get(path);
    expect({ status, assignee: body.assignee, reporter: Object.keys(body.reporter).sort() }).toEqual({
      status: 200,
      assignee: null,
      reporter: ['id', 'name'],
    });
    expect((await member.get(`${path}/transitions`)).body.transitions).toEqual([]);
    expectRefusal(await owner.patch(path, { title: 'No' }), 'WORK_ITEM_ARCHIVED');
    expectRefusal(await owner.patch(path, { title: item.title }), 'WORK_ITEM_ARCHIVED');
    expectRefusal(await owner.patch(path, { status: 'done' }), 'WORK_ITEM_ARCHIVED');
    expectRefusal(
      await owner.post(`${path}/transitions`, { targetStatus: 'done' }, { ifMatch: '*' }),
      'WORK_ITEM_ARCHIVED',
    );
    for (const cascade of [true, false]) {
      expectRefusal(await owner.delete(path, {}, { cascade }), 'WORK_ITEM_ARCHIVED');
    }
    expect((await member.get(path)).body).toEqual(body);

    const back = await unarchive(item.key, '"wi-2"');
    expect({ status: back.status, etag: back.headers.etag }).toEqual({ status: 200, etag: '"wi-3"' });
    expect(back.body).toMatchObject({ archivedAt: null, status: 'todo', revision: 3 });
    expect((await owner.patch(path, { title: 'Yes' })).body.revision).toBe(4);
  });

  it('scenario 31: as a whole', async () => {
    const project = world.project((await givenProject(owner, world.org())).key);
    const [item, other] = [await givenWorkItem(owner, project), await givenWorkItem(owner, project)];
    const path = world.item(item.key);
    const comment = await givenComment(owner, path);
    const link = await givenLink(owner, path, other.key);
    const label = await givenLabel(owner, project, 'attached');
    await givenLabel(owner, project, 'free');
    await owner.post(`${path}/labels`, { label: 'attached' }, { ifMatch: '*' });
    const attachment = await created(owner.post(`${path}/attachments`, uploadOf('x')));

    const answer = await owner.post(`${path}/archive`, {}, { ifMatch: '"wi-2"' });
    expect({ status: answer.status, etag: answer.headers.etag }).toEqual({ status: 200, etag: '"wi-3"' });
    expect(answer.body).toMatchObject({ archivedAt: answer.body.updatedAt, labels: [{ id: label.id }] });
    const { publicId, name } = world.user('owner');
    expect(answer.body.reporter).toEqual({ publicId, name });
    const activity = (await owner.get(`${path}/activity`)).body;

    const last = { ifMatch: '*' };
    const changes: Record<string, () => Promise<Answer>> = {
      updateWorkItem: () => owner.patch(path, { title: 'No' }),
      transitionWorkItem: () => owner.post(`${path}/transitions`, { targetStatus: 'done' }, last),
      createWorkItemComment: () => owner.post(`${path}/comments`, { body: 'No' }),
      replyToComment: () => owner.post(`${path}/comments`, { body: 'No', parentCommentId: comment.id }),
      updateWorkItemComment: () => owner.patch(`${path}/comments/${String(comment.id)}`, { body: 'No' }),
      deleteWorkItemComment: () => owner.delete(`${path}/comments/${String(comment.id)}`),
      createWorkItemLabelAssignment: () => owner.post(`${path}/labels`, { label: 'free' }, last),
      deleteWorkItemLabelAssignment: () => owner.delete(`${path}/labels/attached`),
      createWorkItemLink: () => owner.post(`${path}/links`, { relation: 'relates', targetKey: other.key }),
      deleteWorkItemLink: () => owner.delete(`${path}/links/${String(link.id)}`),
      createWorkItemAttachment: () => owner.post(`${path}/attachments`, uploadOf('No')),
      deleteWorkItemAttachment: () => owner.delete(`${path}/attachments/${String(attachment.id)}`),
      deleteWorkItem: () => owner.delete(path, {}, { cascade: true }),
    };
    const refused: Record<string, string> = {};
    for (const [what, change] of Object.entries(changes)) refused[what] = (await change()).body?.error?.code;
    expect(refused).toEqual(Object.fromEntries(Object.keys(changes).map((what) => [what, 'WORK_ITEM_ARCHIVED'])));

    expect((await owner.get(path)).body).toMatchObject({ revision: 3, status: 'backlog', title: item.title });
    expect((await owner.get(`${path}/activity`)).body).toEqual(activity);
    for (const [part, id] of Object.entries({ comments: comment.id, links: link.id, attachments: attachment.id })) {
      expect((await owner.get(`${path}/${part}`)).body.items).toMatchObject([{ id }]);
    }
    const listed = async (query: string) =>
      (await owner.get(`${project}/work-items${query}`)).body.items.map(({ key }: any) => key);
    expect(await listed('')).toEqual([other.key]);
    expect(await listed('?scope=all')).toEqual([other.key]);
    expect(await listed('?archived=true')).toEqual([item.key]);

    const back = await unarchive(item.key, '"wi-3"');
    expect({ status: back.status, archivedAt: back.body.archivedAt }).toEqual({ status: 200, archivedAt: null });
    expect((await listed('')).sort()).toEqual([item.key, other.key].sort());
    for (const { status } of [
      await owner.post(`${path}/comments`, { body: 'Yes' }),
      await owner.delete(`${path}/links/${String(link.id)}`),
      await owner.delete(`${path}/attachments/${String(attachment.id)}`),
    ]) {
      expect(status).toBeLessThan(300);
    }
  });

  it('takes the item out of the collection of its Project, and gives it back', async () => {
    const project = world.project((await givenProject(owner, world.org())).key);
    const { key } = await givenWorkItem(owner, project);
    const listed = async () => (await member.get(`${project}/work-items`)).body.items.map((one: any) => one.key);
    await archive(key);
    expect(await listed()).toEqual([]);
    await unarchive(key);
    expect(await listed()).toEqual([key]);
  });

  it('leaves what is below it as it is', async () => {
    const parent = await givenWorkItem(owner, here);
    const child = await givenWorkItem(owner, here, { parentId: parent.key });
    await archive(parent.key);
    const { body } = await owner.patch(world.item(child.key), { title: 'Still open' });
    expect(body).toMatchObject({ archivedAt: null, revision: 2, parent: { key: parent.key } });
  });

  it('repeated, changes nothing, though If-Match is checked all the same', async () => {
    const item = await givenWorkItem(owner, here);
    const first = await archive(item.key);
    const again = await archive(item.key, '"wi-2"');
    expect({ status: again.status, etag: again.headers.etag }).toEqual({ status: 200, etag: '"wi-2"' });
    expect(again.body).toEqual(first.body);
    expectRefusal(await archive(item.key, '"wi-1"'), 'REVISION_CONFLICT');

    const back = await unarchive(item.key);
    const still = await unarchive(item.key, '"wi-3"');
    expect({ status: still.status, etag: still.headers.etag }).toEqual({ status: 200, etag: '"wi-3"' });
    expect(still.body).toEqual(back.body);
    expectRefusal(await unarchive(item.key, '"wi-1"'), 'REVISION_CONFLICT');
  });

  it.each(['archive', 'unarchive'])('%s takes exactly {}', async (verb) => {
    const { key } = await givenWorkItem(owner, here);
    const path = `${world.item(key)}/${verb}`;
    expectRefusal(await owner.post(path, undefined, { ifMatch: '*' }), 'VALIDATION_ERROR', 'body');
    expectRefusal(await owner.post(path, [], { ifMatch: '*' }), 'VALIDATION_ERROR', 'body');
    expectRefusal(await owner.post(path, { cascade: true }, { ifMatch: '*' }), 'VALIDATION_ERROR', 'cascade');
    expectRefusal(await owner.post(path, {}), 'PRECONDITION_REQUIRED');
  });
});
