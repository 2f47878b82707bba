import { Facts } from '../kit/facts.js';
import { givenLabel, givenProject, givenWorkItem } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { expectRefusal } from '../kit/refusals.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('activity');
const { owner, member } = world;
const facts = new Facts(world.databaseUrl);

const fresh = async (): Promise<{ project: any; here: string; feed: string }> => {
  const project = await givenProject(owner, world.org());
  const here = world.project(project.key);
  return { project, here, feed: `${here}/activity` };
};
const shown = ({ id, key, title }: any): object => ({ id, key, title });

describe('listProjectActivity', () => {
  it('shows the entries of all its Work Items newest first, each with its Work Item of today', async () => {
    const { here, feed } = await fresh();
    const one = await givenWorkItem(owner, here, { title: 'One' });
    const other = await givenWorkItem(owner, here, { title: 'Other' });
    await member.post(`${world.item(one.key)}/transitions`, { targetStatus: 'done' }, { ifMatch: '*' });
    const renamed = (await owner.patch(world.item(one.key), { title: 'One, renamed', priority: 'high' })).body;
    const { status, body } = await member.get(feed);
    expect(status).toBe(200);
    expect(body.page).toEqual({ limit: 50, hasMore: false, nextCursor: null });
    expect(body.items.map(({ action, workItem }: any) => ({ action, workItem }))).toEqual([
      { action: 'priority_changed', workItem: shown(renamed) },
      { action: 'title_changed', workItem: shown(renamed) },
      { action: 'status_changed', workItem: shown(renamed) },
      { action: 'created', workItem: shown(other) },
      { action: 'created', workItem: shown(renamed) },
    ]);
    for (const entry of body.items) expect(membersOf(entry)).toEqual(sorted(MEMBERS.projectActivity));
  });

  it('shows the very entries of the Work Items', async () => {
    const { here, feed } = await fresh();
    const { key } = await givenWorkItem(owner, here);
    await owner.patch(world.item(key), { title: 'a', dueDate: '2027-01-01T00:00:00Z' });
    const entries = (await owner.get(feed)).body.items.map(({ workItem, ...entry }: any) => {
      expect(workItem.key).toBe(key);
      return entry;
    });
    expect(entries.reverse()).toEqual((await owner.get(`${world.item(key)}/activity`)).body.items);
  });

  it.each([1, 2, 7, 200])('shows each entry once in pages of %i', async (limit) => {
    const { here, feed } = await fresh();
    for (let n = 0; n < 5; n += 1) {
      const { key } = await givenWorkItem(owner, here);
      await owner.patch(world.item(key), { title: `${n}`, description: `${n}`, type: 'bug' });
    }
    const { items } = (await owner.get(feed)).body;
    expect(items).toHaveLength(15);
    const order = items.map(({ createdAt, id }: any) => `${createdAt} ${id}`);
    expect(order).toEqual([...order].sort().reverse());
    expect(await walk(owner, `${feed}?limit=${limit}`)).toEqual(items);
    expectRefusal(await owner.get(`${feed}?limit=201`), 'VALIDATION_ERROR', 'limit');
  });

  it.each([
    ['no fraction digits', '2090-01-01T00:00:00Z', 3],
    ['three fraction digits', '2090-01-01T00:00:00.500Z', 2],
    ['six fraction digits just before an entry', '2090-01-01T00:00:00.499999Z', 3],
    ['nine fraction digits just behind one', '2090-01-01T00:00:00.500000001Z', 2],
  ])('scenario 29: since with %s is strictly after', async (_what, since, count) => {
    const { here, feed } = await fresh();
    const { id } = await givenWorkItem(owner, here);
    for (const at of ['00.000', '00.500', '00.501', '01.000']) {
      await facts.recorded(id, 'description_changed', `2090-01-01T00:00:${at}Z`);
    }
    const { items } = (await owner.get(feed)).body;
    expect(items).toHaveLength(5);
    expect((await owner.get(`${feed}?since=${since}`)).body.items).toEqual(items.slice(0, count));
    expect(await walk(owner, `${feed}?since=${since}&limit=1`)).toEqual(items.slice(0, count));
  });

  it('shows of a deleted Work Item only work_item_deleted, with its key and last title', async () => {
    const { here, feed } = await fresh();
    const kept = await givenWorkItem(owner, here, { title: 'Kept' });
    const doomed = await givenWorkItem(owner, here, { title: 'First title' });
    await owner.patch(world.item(kept.key), { parentId: doomed.id });
    await owner.patch(world.item(kept.key), { parentId: null });
    await owner.patch(world.item(doomed.key), { title: 'Last title', priority: 'low' });
    expect((await owner.delete(world.item(doomed.key))).status).toBe(204);
    const { items } = (await owner.get(feed)).body;
    const { publicId, name } = world.user('owner');
    expect(items).toMatchObject([
      {
        action: 'work_item_deleted',
        actor: { publicId, name },
        detail: null,
        workItem: { id: doomed.id, key: doomed.key, title: 'Last title' },
      },
      { action: 'parent_changed', detail: { from: null, to: null }, workItem: { key: kept.key } },
      { action: 'parent_changed', detail: { from: null, to: null }, workItem: { key: kept.key } },
      { action: 'created', workItem: { key: kept.key } },
    ]);
    expect(items).toHaveLength(4);
    expect(await walk(owner, `${feed}?limit=1`)).toEqual(items);
  });

  it('shows one work_item_deleted entry each where a whole tree goes', async () => {
    const { here, feed } = await fresh();
    const top = await givenWorkItem(owner, here);
    const child = await givenWorkItem(owner, here, { parentId: top.key });
    const grandchild = await givenWorkItem(owner, here, { parentId: child.key });
    expect((await owner.delete(world.item(top.key), {}, { cascade: true })).status).toBe(204);
    const { items } = (await owner.get(feed)).body;
    expect(items.map(({ action }: any) => action)).toEqual(Array(3).fill('work_item_deleted'));
    const keys = items.map(({ workItem }: any) => workItem.key);
    expect(keys.sort()).toEqual([top.key, child.key, grandchild.key].sort());
  });

  it('has no entries about Projects, Sprints and labels themselves', async () => {
    const { project, here, feed } = await fresh();
    await givenLabel(owner, here, 'quiet');
    await facts.sprint(project.id, 'Quiet');
    await owner.patch(here, { name: 'Renamed' });
    await owner.post(`${here}/archive`, {}, { ifMatch: '*' });
    expect((await owner.get(feed)).body).toEqual({
      items: [],
      page: { limit: 50, hasMore: false, nextCursor: null },
    });
  });

  it('is of this Project alone, and shows archived Work Items', async () => {
    const [one, other] = [await fresh(), await fresh()];
    const { key } = await givenWorkItem(owner, one.here);
    await givenWorkItem(owner, other.here);
    await owner.post(`${world.item(key)}/archive`, {}, { ifMatch: '*' });
    const { items } = (await owner.get(one.feed)).body;
    expect(items.map(({ action, workItem }: any) => [action, workItem.key])).toEqual([
      ['archived', key],
      ['created', key],
    ]);
  });
});
