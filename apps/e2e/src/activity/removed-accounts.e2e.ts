import { givenProject, givenWorkItem } from '../kit/given.js';
import { runTask } from '../kit/task.js';
import { World } from '../kit/world.js';

const world = new World('activity');
const { owner } = world;

describe('A removed account', () => {
  it('is null as actor and in references; each item assigned to it gains a revision and an entry by nobody', async () => {
    const { publicId, name } = world.user('owner');
    const here = world.project((await givenProject(owner, world.org())).key);
    const byThem = await givenWorkItem(world.caller('traveller'), here);
    const { key } = await givenWorkItem(owner, here, { assigneeId: world.user('traveller').id });
    await owner.patch(world.item(key), { assigneeId: world.user('owner').id });
    await owner.patch(world.item(key), { assigneeId: world.user('traveller').id });

    const { code, stderr } = await runTask(['user:remove', '--email', world.user('traveller').email], world);
    expect({ code, stderr }).toMatchObject({ code: 0 });

    const { items } = (await owner.get(`${world.item(key)}/activity`)).body;
    expect(items.map(({ action, actor, detail }: any) => ({ action, actor, detail }))).toEqual([
      { action: 'created', actor: { publicId, name }, detail: null },
      { action: 'assigned', actor: { publicId, name }, detail: { from: null, to: { publicId, name } } },
      { action: 'assigned', actor: { publicId, name }, detail: { from: { publicId, name }, to: null } },
      { action: 'assigned', actor: null, detail: { from: null, to: null } },
    ]);
    expect((await owner.get(world.item(key))).body).toMatchObject({ assignee: null, revision: 4 });
    expect((await owner.get(`${world.item(byThem.key)}/activity`)).body.items).toMatchObject([
      { action: 'created', actor: null },
    ]);
    const feed = (await owner.get(`${here}/activity`)).body.items;
    expect(feed.filter(({ actor }: any) => actor === null)).toHaveLength(2);
  });
});
