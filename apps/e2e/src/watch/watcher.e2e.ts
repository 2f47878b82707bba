import { freshKey } from '../kit/client.js';
import { givenComment, givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('watchers');
const { owner, admin, member } = world;

let at: string;
let id: string;

beforeAll(async () => {
  const { key } = await givenProject(owner, world.org());
  at = world.project(key);
});

/** A fresh Work Item that the owner reported; gives the address of the watches of its callers. */
async function givenItem(fields: object = {}): Promise<string> {
  const item = await givenWorkItem(owner, at, fields);
  id = item.id;
  return world.item(item.key);
}

const UNWATCHED = { watched: false, manualWatch: false, assigneeOrigin: false, muted: false, assigned: false };
const stateOf = async (client: typeof owner, item: string) => {
  const { status, body } = await client.get(`${item}/watcher`);
  expect([status, body.workItemId]).toEqual([200, id]);
  const { workItemId: _id, ...state } = body;
  return state;
};
const act = (client: typeof owner, item: string, action: string, conditions = {}) =>
  client.post(`${item}/watcher`, { action }, conditions);

describe('getWorkItemWatcher', () => {
  it('shows the own state of the caller alone', async () => {
    const item = await givenItem();
    expect(membersOf((await owner.get(`${item}/watcher`)).body)).toEqual(sorted(MEMBERS.watcher));
    expect(await stateOf(owner, item)).toEqual({ ...UNWATCHED, watched: true });
    expect(await stateOf(member, item)).toEqual(UNWATCHED);
    await act(admin, item, 'watch');
    expect(await stateOf(member, item)).toEqual(UNWATCHED);
  });

  it('is right directly after an assignment, which stays a reason to watch when it ends', async () => {
    const item = await givenItem({ assigneePublicId: world.user('member').publicId });
    const assigned = { ...UNWATCHED, watched: true, assigneeOrigin: true, assigned: true };
    expect(await stateOf(member, item)).toEqual(assigned);
    await owner.patch(item, { assigneePublicId: world.user('admin').publicId }, { ifMatch: '*' });
    expect(await stateOf(member, item)).toEqual({ ...assigned, assigned: false });
    expect(await stateOf(admin, item)).toEqual(assigned);
  });

  it('is right directly after a comment, also when that is deleted', async () => {
    const item = await givenItem();
    const comment = await givenComment(member, item);
    expect(await stateOf(member, item)).toEqual({ ...UNWATCHED, watched: true });
    await member.delete(`${item}/comments/${comment.id}`);
    expect((await stateOf(member, item)).watched).toBe(true);
  });

  it('remembers that somebody watches no more, until the next assignment', async () => {
    const item = await givenItem({ assigneePublicId: world.user('member').publicId });
    expect((await act(member, item, 'unwatch')).body).toMatchObject({ watched: false, assigned: true });
    await givenComment(member, item);
    await owner.patch(item, { title: 'Another title' }, { ifMatch: '*' });
    expect((await stateOf(member, item)).watched).toBe(false);
    await owner.patch(item, { assigneePublicId: null }, { ifMatch: '*' });
    expect((await stateOf(member, item)).watched).toBe(false);
    await owner.patch(item, { assigneePublicId: world.user('member').publicId }, { ifMatch: '*' });
    expect(await stateOf(member, item)).toMatchObject({ watched: true, manualWatch: false, assigneeOrigin: true });
  });
});

describe('updateWorkItemWatcher', () => {
  it('follows the sequence of the public client: get, watch, replay, mute, unmute, unwatch', async () => {
    const item = await givenItem();
    expect(await stateOf(member, item)).toEqual(UNWATCHED);
    const conditions = { key: freshKey() };
    const watched = await act(member, item, 'watch', conditions);
    expect([watched.status, watched.body]).toEqual([
      200,
      { workItemId: id, ...UNWATCHED, watched: true, manualWatch: true },
    ]);
    expectReplay(await act(member, item, 'watch', conditions), watched);
    expectRefusal(await act(member, item, 'mute', conditions), 'IDEMPOTENCY_KEY_REUSED');
    expect((await act(member, item, 'mute')).body).toMatchObject({ watched: true, manualWatch: true, muted: true });
    expect((await act(member, item, 'unmute')).body).toMatchObject({ watched: true, manualWatch: true, muted: false });
    expect((await act(member, item, 'unwatch')).body).toEqual({ workItemId: id, ...UNWATCHED });
    expect(await stateOf(member, item)).toEqual(UNWATCHED);
  });

  it('leaves the Work Item, its revision and its activity as they are, and takes no If-Match', async () => {
    const item = await givenItem();
    const before = await owner.get(item);
    const activity = await owner.get(`${item}/activity`);
    for (const action of ['watch', 'mute', 'unmute', 'unwatch']) {
      expect((await act(owner, item, action)).status).toBe(200);
    }
    const after = await owner.get(item);
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag]);
    expect((await owner.get(`${item}/activity`)).body).toEqual(activity.body);
  });

  it('is possible on an archived Work Item', async () => {
    const item = await givenItem();
    await admin.post(`${item}/archive`, {}, { ifMatch: '*' });
    expect((await act(member, item, 'watch')).body).toMatchObject({ watched: true });
    expect((await act(member, item, 'unwatch')).body).toMatchObject({ watched: false });
  });

  it('names the member of a body that it does not understand', async () => {
    const item = await givenItem();
    for (const body of [{}, { action: 'follow' }, { action: null }, { action: ['watch'] }]) {
      const refused = await member.post(`${item}/watcher`, body);
      expectRefusal(refused, 'VALIDATION_ERROR');
      expect(Object.keys(refused.body.error.fieldErrors)).toEqual(['action']);
    }
    expect(await stateOf(member, item)).toEqual(UNWATCHED);
  });

  it('gives 20 changes by one person at the same time one after the other', async () => {
    const item = await givenItem();
    const actions = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'watch' : 'mute'));
    const answers = await Promise.all(actions.map((action) => act(member, item, action)));
    expect(answers.map(({ status }) => status)).toEqual(actions.map(() => 200));
    expect(await stateOf(member, item)).toMatchObject({ watched: true, manualWatch: true, muted: true });
  });
});
