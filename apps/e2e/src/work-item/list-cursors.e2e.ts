import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { givenLabel } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { sorted } from '../kit/words.js';
import { World } from '../kit/world.js';
import { ItemList } from './item-list.js';

const world = new World('list-cursors');
const { owner, admin } = world;
const facts = new Facts(world.databaseUrl);

const SORTS = ['updated', 'dueDate', 'priority', 'rank'];

/** Items that no filter below parts, so that each of them has a second page. */
let list: ItemList;
let label: string;
let otherLabel: string;
let sprint: string;
let otherSprint: string;

beforeAll(async () => {
  list = await ItemList.of(world);
  [label, otherLabel] = [
    (await givenLabel(admin, list.path, 'one')).id,
    (await givenLabel(admin, list.path, 'two')).id,
  ];
  sprint = await facts.sprint(list.project.id, 'First');
  otherSprint = await facts.sprint(list.project.id, 'Second');
  const parent = await list.add('A parent', { dueDate: '2020-01-01T00:00:00Z', status: 'in_review' });
  await list.add('Another parent', { status: 'in_review' });
  for (let n = 0; n < 4; n += 1) {
    const { id } = await list.add('An item', {
      parentId: parent.key,
      sprintId: sprint,
      assigneeId: world.user('owner').id,
      dueDate: '2020-01-01T00:00:00Z',
    });
    await facts.attachLabel(label, [id]);
  }
  for (let n = 0; n < 2; n += 1) await facts.archiveWorkItem((await list.add('Away')).id);
});

const named = (query: string): string =>
  query
    .replaceAll('<label>', label)
    .replaceAll('<other label>', otherLabel)
    .replaceAll('<LABEL>', label.toUpperCase())
    .replaceAll('<sprint>', sprint)
    .replaceAll('<other sprint>', otherSprint)
    .replaceAll('<SPRINT>', sprint.toUpperCase())
    .replaceAll('<key>', list.project.key.toLowerCase())
    .replaceAll('<me>', world.user('owner').id)
    .replaceAll('<ME>', world.user('owner').id.toUpperCase())
    .replaceAll('<public me>', world.user('owner').publicId)
    .replaceAll('<member>', world.user('member').id);

/** The cursor behind the first row. */
async function cursorOf(query: string): Promise<string> {
  const { status, text, body } = await list.get(`${named(query)}&limit=1`);
  if (status !== 200 || body.page.nextCursor === null) throw new Error(`?${query} has no second page: ${text}`);
  return `cursor=${encodeURIComponent(body.page.nextCursor)}`;
}

describe('A cursor', () => {
  it.each(SORTS)('scenario 39: leads on under another limit and other fields: sort=%s', async (sort) => {
    const query = `status=backlog&sort=${sort}`;
    const all = await list.rows(query);
    const cursor = await cursorOf(query);
    for (const limit of [1, 2, 3, 200]) {
      expect(await list.rows(`${query}&limit=${limit}&${cursor}`)).toEqual(all.slice(1, 1 + limit));
    }
    expect(await list.rows(`${query}&${cursor}`)).toEqual(all.slice(1));
    const some = await list.rows(`${query}&fields=id&${cursor}`);
    expect(some).toEqual(all.slice(1).map(({ id, key, revision }) => ({ id, key, revision })));
  });

  // The two queries of each pair differ in only one parameter that the cursor is bound to.
  it.each([
    ['q=item', 'q=ite'],
    ['q=item', ''],
    ['', 'q=item'],
    ['status=backlog', 'status=backlog&status=todo'],
    ['status=backlog&status=todo', 'status=backlog'],
    ['status=backlog', ''],
    ['type=task', 'type=task&type=bug'],
    ['type=task', 'type=bug'],
    ['priority=medium', 'priority=medium&priority=low'],
    ['priority=medium', ''],
    ['scope=open', 'scope=all'],
    ['', 'scope=open'],
    ['', 'scope=closed'],
    ['assignee=me', 'assignee=none'],
    ['assignee=me', ''],
    ['assignee=me', 'assignee=<member>'],
    ['assignee=none', ''],
    ['sprint=<sprint>', 'sprint=<other sprint>'],
    ['sprint=<sprint>', 'sprint=none'],
    ['sprint=none', ''],
    ['label=<label>', 'label=<label>&label=<other label>'],
    ['label=<label>', 'label=<other label>'],
    ['label=<label>', ''],
    ['labelName=one', 'labelName=one&labelName=two'],
    ['labelName=one', 'labelName=nothing'],
    ['labelName=one', ''],
    ['parent=KEY-1', 'parent=KEY-2'],
    ['parent=KEY-1', ''],
    ['topLevel=true', 'topLevel=false'],
    ['topLevel=false', ''],
    ['updatedAfter=2026-01-01T00:00:00Z', 'updatedAfter=2026-01-01T00:00:00.001Z'],
    ['updatedAfter=2026-01-01T00:00:00Z', ''],
    ['overdue=true', 'overdue=false'],
    ['overdue=true', ''],
    ['dueBefore=2026-01-01T00:00:00Z', 'dueBefore=2026-01-01T00:00:01Z'],
    ['dueBefore=2026-01-01T00:00:00Z', 'dueBefore=2026-01-01T00:00:00.0000001Z'],
    ['dueBefore=2026-01-01T00:00:00Z', ''],
    ['dueAfter=2019-01-01T00:00:00Z', 'dueAfter=2019-01-02T00:00:00Z'],
    ['dueAfter=2019-01-01T00:00:00Z', 'dueBefore=2999-01-01T00:00:00Z'],
    ['dueAfter=2019-01-01T00:00:00Z', ''],
    ['sort=updated', 'sort=rank'],
    ['sort=rank', 'sort=dueDate'],
    ['sort=dueDate', 'sort=priority'],
    ['sort=priority', ''],
    ['', 'archived=true'],
    ['archived=true', ''],
  ])('scenario 39: is bound to the filters and the sort: not from %j to %j', async (one, other) => {
    const cursor = await cursorOf(one);
    expectRefusal(await list.get(`${named(other)}&${cursor}`), 'INVALID_CURSOR');
    expect((await list.get(`${named(one)}&${cursor}`)).status).toBe(200);
  });

  it.each([
    ['status=backlog&status=in_review', 'status=in_review&status=backlog'],
    ['status=backlog', 'status=backlog&status=backlog'],
    ['type=task&type=bug', 'type=bug&type=task&type=bug'],
    ['priority=low&priority=medium', 'priority=medium&priority=low'],
    ['label=<label>&label=<other label>', 'label=<other label>&label=<LABEL>&label=<label>'],
    ['labelName=one&labelName=Two', 'labelName=+TWO+&labelName=one&labelName=two'],
    ['q=an+item', 'q=+AN+Item++'],
    ['q=', ''],
    ['', 'q=++'],
    ['assignee=me', 'assignee=<me>'],
    ['assignee=<ME>', 'assignee=me'],
    ['assignee=me', 'assignee=<public me>'],
    ['assignee=<public me>', 'assignee=<me>'],
    ['sprint=<sprint>', 'sprint=<SPRINT>'],
    ['parent=KEY-1', 'parent=<key>-1'],
    ['topLevel=true', 'topLevel=1'],
    ['topLevel=0', 'topLevel=false'],
    ['updatedAfter=2026-01-01T12:00:00Z', 'updatedAfter=2026-01-01T14:00:00%2B02:00'],
    ['updatedAfter=2026-01-01T12:00:00Z', 'updatedAfter=2026-01-01T12:00:00.000000Z'],
    ['dueBefore=2026-01-01T12:00:00.5Z', 'dueBefore=2026-01-01T07:00:00.500-05:00'],
    ['dueBefore=2026-01-01T12:00:00.5000001Z', 'dueBefore=2026-01-01T07:00:00.5000001-05:00'],
    ['dueAfter=2019-01-01T12:00:00Z', 'dueAfter=2019-01-02T00:00:00%2B12:00'],
    ['', 'sort=updated&scope=all&archived=false'],
    ['sort=updated&scope=all&archived=false', ''],
    ['sort=rank&status=backlog', 'status=backlog&sort=rank'],
    ['status=backlog&fields=title', 'status=backlog&limit=3&fields='],
  ])('stays good when the same is said in another way: from %j to %j', async (one, other) => {
    const cursor = await cursorOf(one);
    const again = await list.get(`${named(other)}&${cursor}`);
    expect(again.status).toBe(200);
    const same = await list.get(`${named(one)}&${cursor}`);
    expect(again.body.items.map(({ id }: any) => id)).toEqual(same.body.items.map(({ id }: any) => id));
  });

  it('is bound to whom `me` meant', async () => {
    const cursor = await cursorOf('assignee=me');
    expectRefusal(await list.get(`assignee=me&${cursor}`, world.member), 'INVALID_CURSOR');
    expect((await list.get(named(`assignee=<me>&${cursor}`), world.member)).status).toBe(200);
  });

  it.each(SORTS)('is not of another Project, and not of another collection: sort=%s', async (sort) => {
    const other = await ItemList.of(world);
    for (const title of ['One', 'Two']) await other.add(title);
    const cursor = await cursorOf(`sort=${sort}`);
    expectRefusal(await other.get(`sort=${sort}&${cursor}`), 'INVALID_CURSOR');
    expectRefusal(await owner.get(`${world.org()}/projects?${cursor}`), 'INVALID_CURSOR');
    expectRefusal(await owner.get(`${list.path}/labels?${cursor}`), 'INVALID_CURSOR');
    const ofLabels = (await owner.get(`${list.path}/labels?limit=1`)).body.page.nextCursor;
    expectRefusal(await list.get(`sort=${sort}&cursor=${encodeURIComponent(ofLabels)}`), 'INVALID_CURSOR');
  });

  it.each(SORTS)('is not to be edited: sort=%s', async (sort) => {
    const nextCursor: string = (await list.get(`sort=${sort}&limit=1`)).body.page.nextCursor;
    for (let at = 0; at < nextCursor.length; at += 7) {
      const edited = nextCursor.slice(0, at) + (nextCursor[at] === 'A' ? 'B' : 'A') + nextCursor.slice(at + 1);
      expectRefusal(await list.get(`sort=${sort}&cursor=${encodeURIComponent(edited)}`), 'INVALID_CURSOR');
    }
    expectRefusal(await list.get(`sort=${sort}&cursor=`), 'INVALID_CURSOR');
    expectRefusal(await list.get(`sort=${sort}&cursor`), 'INVALID_CURSOR');
  });

  it('holds its place when the row that it stands on is gone, archived or moved', async () => {
    const own = await ItemList.of(world);
    const made: any[] = [];
    for (let n = 1; n <= 6; n += 1) made.push(await own.add(String(n)));
    const pageOne = await own.get('limit=2');
    const rest = `cursor=${encodeURIComponent(pageOne.body.page.nextCursor)}`;
    expect(pageOne.body.items.map(({ title }: any) => title)).toEqual(['6', '5']);
    expect(await own.titles(rest)).toEqual(['4', '3', '2', '1']);
    await owner.patch(world.item(made[4].key), { title: '5 again' });
    expect(await own.titles(rest)).toEqual(['4', '3', '2', '1']);
    await admin.post(`${world.item(made[4].key)}/archive`, {}, { ifMatch: '*' });
    await owner.delete(world.item(made[3].key));
    expect(await own.titles(rest)).toEqual(['3', '2', '1']);
  });
});

describe('asOf, the instant of the first page', () => {
  /** `a` is overdue; `b`, `c` and `d` are not, and `d` will be after the first page. */
  async function given(): Promise<{ own: ItemList; last: any }> {
    const own = await ItemList.of(world);
    await own.add('a', { dueDate: '2020-01-01T00:00:00Z', priority: 'low' });
    const last = await own.add('d', { dueDate: '2999-01-01T00:00:00Z', priority: 'low' });
    await own.add('b', { priority: 'urgent' });
    await own.add('c', { priority: 'high' });
    return { own, last };
  }

  async function pageOne(own: ItemList, query: string): Promise<{ titles: string[]; rest: string }> {
    const { body } = await own.get(`${query}&limit=1`);
    const titles = body.items.map(({ title }: any) => title);
    return { titles, rest: `${query}&cursor=${encodeURIComponent(body.page.nextCursor)}` };
  }

  const untilOverdue = (own: ItemList, title: string): Promise<true> =>
    eventually('an overdue item', async () => ((await own.titles('overdue=true')).includes(title) ? true : undefined));

  it('stays that of the whole walk in rank: what falls overdue meanwhile does not move to the front', async () => {
    const { own, last } = await given();
    const { titles, rest } = await pageOne(own, 'sort=rank');
    await facts.fallDueNow(last.id);
    await untilOverdue(own, 'd');
    expect([...titles, ...(await own.titles(rest))]).toEqual(['a', 'b', 'c', 'd']);
    expect(await own.titles('sort=rank')).toEqual(['a', 'd', 'b', 'c']);
  });

  it('goes on from cursor to cursor', async () => {
    const { own, last } = await given();
    const first = await pageOne(own, 'sort=rank');
    await facts.fallDueNow(last.id);
    await untilOverdue(own, 'd');
    const second = await own.get(`${first.rest}&limit=1`);
    const third = await own.get(`sort=rank&limit=1&cursor=${encodeURIComponent(second.body.page.nextCursor)}`);
    const fourth = await own.get(`sort=rank&limit=1&cursor=${encodeURIComponent(third.body.page.nextCursor)}`);
    const shown = [second, third, fourth].flatMap(({ body }) => body.items.map(({ title }: any) => title));
    expect([...first.titles, ...shown]).toEqual(['a', 'b', 'c', 'd']);
    expect(fourth.body.page).toEqual({ limit: 1, hasMore: false, nextCursor: null });
  });

  // `dueDate` is left out: in that order the item moves before the current position of the walk.
  it.each(['updated', 'priority', 'rank'])(
    'stays that of the whole walk under overdue=false: sort=%s',
    async (sort) => {
      const { own, last } = await given();
      const query = `overdue=false&sort=${sort}`;
      const before = await own.titles(query);
      const { titles, rest } = await pageOne(own, query);
      await facts.fallDueNow(last.id);
      await untilOverdue(own, 'd');
      expect([...titles, ...(await own.titles(rest))]).toEqual(before);
      expect(sorted(await own.titles(query))).toEqual(['b', 'c']);
    },
  );

  it.each(SORTS)('stays that of the whole walk under overdue=true: sort=%s', async (sort) => {
    const own = await ItemList.of(world);
    const later = await own.add('later', { dueDate: '2999-01-01T00:00:00Z', priority: 'low' });
    await own.add('one', { dueDate: '2020-01-01T00:00:00Z' });
    await own.add('two', { dueDate: '2020-01-02T00:00:00Z' });
    await facts.updateTimes([later.id], '2020-01-01T00:00:00Z');
    const query = `overdue=true&sort=${sort}`;
    const { titles, rest } = await pageOne(own, query);
    await facts.fallDueNow(later.id);
    await untilOverdue(own, 'later');
    expect(sorted([...titles, ...(await own.titles(rest))])).toEqual(['one', 'two']);
    expect(await own.titles(query)).toHaveLength(3);
  });
});
