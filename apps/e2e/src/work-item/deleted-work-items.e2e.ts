import { freshKey } from '../kit/client.js';
import { givenComment, givenLink, givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('deleted-work-items');
const { owner, admin, member } = world;

/** A fresh Project, and the address of its deleted Work Items. */
async function givenBin() {
  const { key } = await givenProject(owner, world.org());
  const project = world.project(key);
  const bin = `${project.replace('/api/v1/', '/api/x/')}/deleted-work-items`;
  const remove = async (item: string, cascade = false) => {
    const { status } = await owner.delete(`${project}/work-items/${item}`, { ifMatch: '*' }, { cascade });
    expect(status).toBe(204);
  };
  const listed = async (): Promise<string[]> =>
    (await owner.get(bin)).body.items.map((item: { readonly key: string }) => item.key);
  const restore = (item: string, key = freshKey()) => owner.post(`${bin}/${item}/restorations`, {}, { key });
  return { key, project, bin, remove, listed, restore };
}

describe('A deleted Work Item', () => {
  it('is listed to owners only, the last deleted first, page by page, with who deleted it and until when it can be restored', async () => {
    const { key, project, bin, remove } = await givenBin();
    for (const title of ['One', 'Two', 'Three']) await givenWorkItem(owner, project, { title });
    await remove(`${key}-1`);
    await remove(`${key}-3`);
    const { body } = await owner.get(`${bin}?limit=1`);
    expect(body.items).toMatchObject([{ key: `${key}-3`, title: 'Three', type: 'task' }]);
    const [{ deletedAt, erasureDueAt, deletedBy }] = body.items;
    expect(Date.parse(erasureDueAt) - Date.parse(deletedAt)).toBe(30 * 86_400_000);
    expect(deletedBy).toEqual({ publicId: expect.any(String), name: expect.any(String) });
    const next = await owner.get(`${bin}?limit=1&cursor=${body.page.nextCursor}`);
    expect(next.body).toMatchObject({ items: [{ key: `${key}-1` }], page: { hasMore: false } });
    for (const other of [admin, member]) {
      expectRefusal(await other.get(bin), 'FORBIDDEN');
      expectRefusal(await other.post(`${bin}/${key}-1/restorations`, {}, { key: freshKey() }), 'FORBIDDEN');
    }
  });

  it('comes back under its key with all that was on it, once however often it is asked for, and is for v1 as before', async () => {
    const { key, project, remove, listed, restore } = await givenBin();
    const { id: sprintId } = await givenSprint(owner, project);
    const other = await givenWorkItem(owner, project);
    const item = await givenWorkItem(member, project, { title: 'Back', description: 'All of it', sprintId });
    const target = `${project}/work-items/${item.key}`;
    await givenComment(member, target, { body: 'Said' });
    await givenLink(member, target, other.key);
    const before = (await owner.get(target)).body;
    await remove(item.key);
    expectRefusal(await owner.get(target), 'NOT_FOUND');

    const once = freshKey();
    const restored = await restore(item.key, once);
    expect(restored.body).toEqual({ id: item.id, key: item.key, restored: 1, isComplete: true, lost: [] });
    expectReplay(await restore(item.key, once), restored);
    expect((await restore(item.id)).body).toMatchObject({ restored: 0 });
    const { body } = await owner.get(target);
    const { revision, updatedAt } = body;
    expect(body).toEqual({ ...before, revision, updatedAt });
    expect(revision - before.revision).toBe(2);
    expect((await owner.get(`${target}/comments`)).body.items).toMatchObject([{ body: 'Said' }]);
    expect((await owner.get(`${target}/links`)).body.items).toHaveLength(1);
    expect(await listed()).toEqual([]);
    // Activity has no word for it: the audit trail has the restoration.
    const actions = (await owner.get(`${target}/activity`)).body.items.map((entry: { action: string }) => entry.action);
    expect(actions).toEqual(['created', 'comment_added', 'link_added']);
    expect((await givenWorkItem(owner, project)).key).toBe(`${key}-3`);
  });

  it('comes back with what was deleted with it, and without a parent that is gone, which the response says', async () => {
    const { project, remove, listed, restore } = await givenBin();
    const top = await givenWorkItem(owner, project);
    const middle = await givenWorkItem(owner, project, { parentId: top.key });
    const below = await givenWorkItem(owner, project, { parentId: middle.key });
    await remove(top.key, true);
    expect((await restore(middle.key)).body).toMatchObject({ restored: 2, lost: ['parent'] });
    expect((await owner.get(`${project}/work-items/${below.key}`)).body.parent.key).toBe(middle.key);
    expect((await owner.get(`${project}/work-items/${middle.key}`)).body.parent).toBeNull();
    expect(await listed()).toEqual([top.key]);
  });

  it('cannot be restored when an owner has deleted it for good', async () => {
    const { project, bin, remove, listed, restore } = await givenBin();
    const item = await givenWorkItem(owner, project);
    expectRefusal(await owner.delete(`${bin}/${item.key}`, { key: freshKey() }), 'NOT_FOUND');
    await remove(item.key);
    expectRefusal(await admin.delete(`${bin}/${item.key}`, { key: freshKey() }), 'FORBIDDEN');
    const key = freshKey();
    const gone = await owner.delete(`${bin}/${item.key}`, { key });
    expect(gone.status).toBe(204);
    expectReplay(await owner.delete(`${bin}/${item.key}`, { key }), gone);
    expect(await listed()).toEqual([]);
    expectRefusal(await restore(item.key), 'NOT_FOUND');
    for (const unknown of ['P-1', 'nothing', '00000000-0000-4000-8000-000000000000']) {
      expectRefusal(await restore(unknown), 'NOT_FOUND');
    }
  });
});
