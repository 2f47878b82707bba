import type { Answer } from '../kit/client.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('hierarchy');
const { owner, member } = world;

let here: string;
beforeAll(async () => {
  here = world.project((await givenProject(owner, world.org())).key);
});

const under = (parent: string | null, members: object = {}): Promise<any> =>
  givenWorkItem(owner, here, { ...members, parentId: parent });

/** Makes a chain of that many items, from a top-level one down. */
async function chain(length: number): Promise<any[]> {
  const items: any[] = [];
  for (let made = 0; made < length; made += 1) items.push(await under(items.at(-1)?.key ?? null));
  return items;
}

const put = (item: any, parentId: string | null): Promise<Answer> => member.patch(world.item(item.key), { parentId });

const refuseParent = (answer: Answer): void => {
  expectRefusal(answer, 'VALIDATION_ERROR', 'parentId');
};

describe('A parent', () => {
  it('scenario 18: is set by its key and shown with six members', async () => {
    const parent = await givenWorkItem(owner, here, { title: 'Above', type: 'epic', priority: 'high' });
    const item = await givenWorkItem(owner, here);
    const answer = await put(item, parent.key);
    expect({ status: answer.status, etag: answer.headers.etag }).toEqual({ status: 200, etag: '"wi-2"' });
    expect(membersOf(answer.body.parent)).toEqual(sorted(MEMBERS.parent));
    expect(answer.body.parent).toEqual({
      id: parent.id,
      key: parent.key,
      title: 'Above',
      type: 'epic',
      status: 'backlog',
      priority: 'high',
    });
  });

  it('scenario 18: is never the item itself or a descendant of it, at whatever level and however it is named', async () => {
    const [top, ...below] = await chain(4);
    for (const one of [top, ...below]) {
      for (const name of [one.key, one.key.toLowerCase(), one.id, one.id.toUpperCase()]) {
        refuseParent(await put(top, name));
      }
    }
    expect((await owner.get(world.item(top.key))).body).toMatchObject({ parent: null, revision: 1 });
    refuseParent(await put(below[0], below[2].key));
    // The other way about nothing stands in the way.
    expect((await put(below[2], top.key)).body.parent.key).toBe(top.key);
  });

  it('may be named by key in either case or by id in either case', async () => {
    const parent = await under(null);
    for (const name of [parent.key, parent.key.toLowerCase(), parent.id, parent.id.toUpperCase()]) {
      expect((await put(await under(null), name)).body.parent.id).toBe(parent.id);
      expect((await under(name)).parent.id).toBe(parent.id);
    }
  });

  it('is a live, unarchived item of the same Project', async () => {
    const archived = await under(null);
    await owner.post(`${world.item(archived.key)}/archive`, {}, { ifMatch: '*' });
    const deleted = await under(null);
    await owner.delete(world.item(deleted.key));
    const foreign = await givenWorkItem(owner, world.project('HAM'));
    const item = await under(null);
    for (const parent of [archived, deleted, foreign]) {
      for (const parentId of [parent.key, parent.id]) {
        refuseParent(await put(item, parentId));
        refuseParent(await owner.post(`${here}/work-items`, { title: 'x', parentId }));
      }
    }
    expect((await owner.get(world.item(item.key))).body).toMatchObject({ parent: null, revision: 1 });
  });

  it('that is the present one is no change, even where it could not be set anew', async () => {
    const parent = await under(null);
    const item = await under(parent.key);
    await owner.post(`${world.item(parent.key)}/archive`, {}, { ifMatch: '*' });
    for (const name of [parent.key, parent.id, parent.key.toLowerCase()]) {
      const answer = await put(item, name);
      expect({ status: answer.status, etag: answer.headers.etag }).toEqual({ status: 200, etag: '"wi-1"' });
      expect(answer.body).toEqual({ ...item, parent: { ...item.parent } });
    }
    refuseParent(await put(await under(null), parent.key));
  });

  it('is cleared by null', async () => {
    const [top, item] = await chain(2);
    expect((await put(item, null)).body).toMatchObject({ parent: null, revision: 2 });
    // The item has no parent now, so its former parent may become its child.
    expect((await put(top, item.key)).body.parent.key).toBe(item.key);
  });
});

describe('A chain from a top-level item down', () => {
  it('holds ten items and no eleventh', async () => {
    const items = await chain(10);
    expect(items[9].parent.key).toBe(items[8].key);
    refuseParent(await owner.post(`${here}/work-items`, { title: 'The eleventh', parentId: items[9].key }));
    const another = await under(null);
    refuseParent(await put(another, items[9].key));
    expect((await put(another, items[8].key)).status).toBe(200);
  });

  it('counts all that a moved item brings along', async () => {
    const six = await chain(6);
    const five = await chain(5);
    const brought = five[0];
    refuseParent(await put(brought, six[5].key));
    expect((await put(brought, six[4].key)).body.parent.key).toBe(six[4].key);
    refuseParent(await owner.post(`${here}/work-items`, { title: 'The eleventh', parentId: five[4].key }));
    // The whole of ten goes nowhere but to the top.
    refuseParent(await put(six[0], (await under(null)).key));
  });

  it('counts the longest branch, and nothing that is deleted', async () => {
    const nine = await chain(9);
    const item = await under(null);
    const short = await under(item.key);
    const long = await under((await under(item.key)).key);
    refuseParent(await put(item, nine[7].key));
    await owner.delete(world.item(short.key));
    refuseParent(await put(item, nine[7].key));
    await owner.delete(world.item(long.key));
    expect((await put(item, nine[7].key)).status).toBe(200);
  });

  it('counts archived items', async () => {
    const nine = await chain(9);
    const item = await under(null);
    const below = await under(item.key);
    await owner.post(`${world.item(below.key)}/archive`, {}, { ifMatch: '*' });
    refuseParent(await put(item, nine[8].key));
    expect((await put(item, nine[7].key)).status).toBe(200);
  });

  it('may change its order within', async () => {
    const items = await chain(10);
    expect((await put(items[9], items[7].key)).body.parent.key).toBe(items[7].key);
    expect((await put(items[8], items[9].key)).body.parent.key).toBe(items[9].key);
  });
});
