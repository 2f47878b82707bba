import { untilKnown } from '../kit/changed-access.js';
import { Facts } from '../kit/facts.js';
import { givenComment, givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const world = new World('statistics');
const { owner, admin, stranger } = world;
const traveller = world.caller('traveller');
const facts = new Facts(world.databaseUrl);
const database = { databaseUrl: world.databaseUrl };
const NOTHING = { projects: 0, workItemsAssigned: 0, workItemsCreated: 0, workItemsCompleted: 0, comments: 0 };

const profile = (user: string): string => `/api/v1/users/${world.user(user).publicId}`;
const statsOf = async (user: string, viewer = owner): Promise<object> => (await viewer.get(profile(user))).body.stats;

/** `{proj}` of a fresh Project. */
const fresh = async (): Promise<string> => world.project((await givenProject(owner, world.org())).key);

describe('The statistics of a profile', () => {
  const { publicId: assigneePublicId, id: assigneeId } = world.user('admin');
  const assign = (key: string, id: string | null) => owner.patch(world.item(key), { assigneeId: id });

  it('count no Project for what is deleted, archived or taken back there', async () => {
    expect(await statsOf('admin')).toEqual(NOTHING);
    const [deleted, archived] = [
      await givenWorkItem(admin, await fresh(), { assigneePublicId, status: 'done' }),
      await givenWorkItem(admin, await fresh(), { assigneePublicId, status: 'done' }),
    ];
    for (const { key } of [deleted, archived]) await givenComment(admin, world.item(key));
    const discussed = world.item((await givenWorkItem(owner, await fresh())).key);
    const { id } = await givenComment(admin, discussed);
    expect(await statsOf('admin')).toEqual({
      projects: 3,
      workItemsAssigned: 2,
      workItemsCreated: 2,
      workItemsCompleted: 2,
      comments: 3,
    });
    await facts.deleteWorkItem(deleted.id);
    await facts.archiveWorkItem(archived.id);
    await admin.delete(`${discussed}/comments/${String(id)}`);
    expect(await statsOf('admin')).toEqual(NOTHING);
  });

  it('count each of the four ways by itself, as things are now, and a Project once for all of them', async () => {
    const here = await fresh();
    const before = await statsOf('admin');
    expect(before).toEqual(NOTHING);
    const created = await givenWorkItem(admin, here, { status: 'done' });
    expect(await statsOf('admin')).toEqual({ ...before, projects: 1, workItemsCreated: 1 });

    await assign(created.key, assigneeId);
    const completed = { ...before, projects: 1, workItemsCreated: 1, workItemsAssigned: 1, workItemsCompleted: 1 };
    expect(await statsOf('admin')).toEqual(completed);
    await owner.post(`${world.item(created.key)}/transitions`, { targetStatus: 'todo' }, { ifMatch: '*' });
    expect(await statsOf('admin')).toEqual({ ...completed, workItemsCompleted: 0 });
    await assign(created.key, null);
    expect(await statsOf('admin')).toEqual({ ...before, projects: 1, workItemsCreated: 1 });

    const other = await givenWorkItem(owner, here);
    const first = await givenComment(admin, world.item(other.key));
    await givenComment(admin, world.item(other.key), { parentCommentId: first.id });
    await givenComment(owner, world.item(other.key), { parentCommentId: first.id });
    expect(await statsOf('admin')).toEqual({ ...before, projects: 1, workItemsCreated: 1, comments: 2 });
  });
});

describe('What a viewer sees of somebody', () => {
  const slug = world.slug;
  const { email, id: assigneeId } = world.user('stranger');
  let left: any;

  beforeAll(async () => {
    await taskResult(['member:add', '--org', slug, '--email', email, '--role', 'member'], database);
    left = await givenWorkItem(owner, await fresh(), { title: 'Left behind', assigneeId });
    await taskResult(['member:remove', '--org', slug, '--email', email], database);
  });

  it('is all that the viewer may see, also where they are members no more', async () => {
    expect(await statsOf('stranger', traveller)).toEqual({ ...NOTHING, projects: 1, workItemsAssigned: 1 });
    const { sharedOrganizations } = (await traveller.get(profile('stranger'))).body;
    expect(sharedOrganizations.map(({ organization }: any) => organization.slug)).toEqual([`${slug}-foreign`]);
    const { items } = (await traveller.get(`${profile('stranger')}/work`)).body;
    expect(items.map(({ key }: any) => key)).toEqual([left.key]);
    const elsewhere = await traveller.get(`${profile('stranger')}/work?organization=${slug}`);
    expectRefusal(elsewhere, 'VALIDATION_ERROR', 'organization');
  });

  it('is for themselves what they may see now', async () => {
    expect(await statsOf('stranger', stranger)).toEqual(NOTHING);
    expect((await stranger.get(`${profile('stranger')}/work`)).body.items).toEqual([]);
    expectRefusal(await owner.get(profile('stranger')), 'NOT_FOUND');
  });
});

describe('Who leaves an Organization', () => {
  it('sees no more of what they had to do with there: neither their work nor its count', async () => {
    const { email, id: assigneeId } = world.user('traveller');
    const [home, abroad] = [world.project(), world.project('WEB', 'foreign')];
    const stays = await givenWorkItem(owner, home, { assigneeId });
    const goes = await givenWorkItem(stranger, abroad, { assigneeId });
    await givenComment(traveller, world.item(goes.key, 'foreign'));
    const surfaces = ['/api/v1/my/work', `${profile('traveller')}/work`];
    const shown = async (): Promise<string[][]> =>
      Promise.all(surfaces.map(async (target) => (await traveller.get(target)).body.items.map(({ id }: any) => id)));
    for (const ids of await shown()) expect(ids.sort()).toEqual([stays.id, goes.id].sort());
    const here = { ...NOTHING, projects: 1, workItemsAssigned: 1 };
    expect(await statsOf('traveller', traveller)).toEqual({ ...here, projects: 2, workItemsAssigned: 2, comments: 1 });

    await taskResult(['member:remove', '--org', `${world.slug}-foreign`, '--email', email], database);
    await untilKnown('the end of the membership', async () =>
      (await traveller.get(world.org('foreign'))).status === 404 ? true : undefined,
    );
    expect(await shown()).toEqual([[stays.id], [stays.id]]);
    expect(await statsOf('traveller', traveller)).toEqual(here);
    expect((await traveller.get(`${profile('traveller')}/activity`)).body.items).toEqual([]);
    // A remaining member still sees the assignee of the item, but no longer the assignee's profile.
    expect((await stranger.get(world.item(goes.key, 'foreign'))).body.assignee.id).toBe(assigneeId);
    expectRefusal(await stranger.get(profile('traveller')), 'NOT_FOUND');
  });
});

describe('Whose account is removed', () => {
  it('is the reporter of nothing in the work of others', async () => {
    const someone = world.user('colleague');
    const item = await givenWorkItem(world.caller('colleague'), world.project(), {
      assigneePublicId: world.user('owner').publicId,
    });
    const rows = async (): Promise<any[]> =>
      (await owner.get(`${profile('owner')}/work?involvement=assigned`)).body.items;
    const { publicId, name } = someone;
    expect(await rows()).toMatchObject([{ key: item.key, reporter: { publicId, name } }]);
    await taskResult(['user:remove', '--email', someone.email], database);
    expect(await rows()).toMatchObject([{ key: item.key, reporter: null }]);
  });
});
