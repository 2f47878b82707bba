import { Facts } from '../kit/facts.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { expectRefusal } from '../kit/refusals.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('lists');
const { owner } = world;
const facts = new Facts(world.databaseUrl);

const list = async (): Promise<{ project: any; path: string }> => {
  const project = await givenProject(owner, world.org());
  return { project, path: `${world.project(project.key)}/work-items` };
};
const keys = (items: { key: string }[]): string[] => items.map(({ key }) => key);

describe('listWorkItems', () => {
  it('shows summaries with legacy users, the parent as an id', async () => {
    const { project, path } = await list();
    const parent = await givenWorkItem(owner, world.project(project.key));
    const sprintId = await facts.sprint(project.id, 'Next');
    const { id, name } = world.user('member');
    const item = await givenWorkItem(owner, world.project(project.key), {
      parentId: parent.key,
      assigneeId: id,
      sprintId,
      description: 'Not in a summary',
    });
    const { body } = await owner.get(path);
    expect(membersOf(body)).toEqual(['items', 'page']);
    expect(body.page).toEqual({ limit: 50, hasMore: false, nextCursor: null });
    expect(keys(body.items)).toEqual([item.key, parent.key]);
    expect(membersOf(body.items[0])).toEqual(sorted(MEMBERS.workItemSummary));
    const { description, projectId, reporter, labels, parent: shownParent, ...common } = item;
    expect([description, projectId, reporter, labels].includes(undefined)).toBe(false);
    expect(body.items[0]).toEqual({ ...common, parentId: shownParent.id });
    expect(body.items[0].assignee).toEqual({ id, name });
  });

  it('puts the latest change first, and among equals the higher number as a number', async () => {
    const { project, path } = await list();
    const made: any[] = [];
    for (let n = 1; n <= 11; n += 1) made.push(await givenWorkItem(owner, world.project(project.key)));
    await facts.updateTimes(
      made.map(({ id }) => id),
      '2026-01-01T00:00:00Z',
    );
    const numbered = (...numbers: number[]): string[] => numbers.map((number) => `${project.key}-${number}`);
    expect(keys((await owner.get(path)).body.items)).toEqual(numbered(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1));
    await owner.patch(world.item(`${project.key}-3`), { title: 'Changed' });
    const { items } = (await owner.get(path)).body;
    expect(keys(items)).toEqual(numbered(3, 11, 10, 9, 8, 7, 6, 5, 4, 2, 1));
    for (const limit of [1, 3, 4, 10, 11]) expect(await walk(owner, `${path}?limit=${limit}`)).toEqual(items);
  });

  it('takes the limit up to 200 and 50 by itself, and states the length of a long answer', async () => {
    const { project, path } = await list();
    for (let n = 0; n < 51; n += 1) await givenWorkItem(owner, world.project(project.key));
    const { body } = await owner.get(path);
    expect(body.items).toHaveLength(50);
    expect(body.page).toMatchObject({ limit: 50, hasMore: true, nextCursor: expect.any(String) });
    const all = await owner.get(`${path}?limit=200`);
    expect(all.body.items).toHaveLength(51);
    const { headers } = await owner.head(`${path}?limit=200`);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(all.text)));
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(all.body.page).toEqual({ limit: 200, hasMore: false, nextCursor: null });
    const rest = await owner.get(`${path}?limit=200&cursor=${encodeURIComponent(body.page.nextCursor)}`);
    expect([...body.items, ...rest.body.items]).toEqual(all.body.items);
    expectRefusal(await owner.get(`${path}?limit=201`), 'VALIDATION_ERROR', 'limit');
  });

  it('hides archived and deleted items, also in the middle of a walk', async () => {
    const { project, path } = await list();
    const made: any[] = [];
    for (let n = 1; n <= 5; n += 1) made.push(await givenWorkItem(owner, world.project(project.key)));
    await facts.archiveWorkItem(made[0].id);
    await facts.deleteWorkItem(made[4].id);
    const { items, page } = (await owner.get(`${path}?limit=1`)).body;
    expect(keys(items)).toEqual([made[3].key]);
    await facts.deleteWorkItem(made[3].id);
    const rest = await walk(owner, `${path}?cursor=${encodeURIComponent(page.nextCursor)}`);
    expect(keys(rest)).toEqual([made[2].key, made[1].key]);
  });

  it('repeats a cursor as often as wanted', async () => {
    const { project, path } = await list();
    for (let n = 1; n <= 4; n += 1) await givenWorkItem(owner, world.project(project.key));
    const { nextCursor } = (await owner.get(`${path}?limit=2`)).body.page;
    const target = `${path}?limit=1&cursor=${encodeURIComponent(nextCursor)}`;
    const first = await owner.get(target);
    expect(keys(first.body.items)).toEqual([`${project.key}-2`]);
    expect((await owner.get(target)).body).toEqual(first.body);
  });

  it('is empty for an empty Project', async () => {
    const { path } = await list();
    expect((await owner.get(path)).body).toEqual({ items: [], page: { limit: 50, hasMore: false, nextCursor: null } });
  });
});
