import { Facts } from '../kit/facts.js';
import { givenLabel, givenProject, givenWorkItem } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { expectRefusal } from '../kit/refusals.js';
import { INSTANT, MEMBERS, membersOf, sorted, UUID } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('activity');
const { owner, member } = world;
const facts = new Facts(world.databaseUrl);

let project: any;
let here: string;
beforeAll(async () => {
  project = await givenProject(owner, world.org());
  here = world.project(project.key);
});

const shownAs = (user: string): object => {
  const { publicId, name } = world.user(user);
  return { publicId, name };
};
const activityOf = (key: string): string => `${world.item(key)}/activity`;
const entries = async (key: string): Promise<any[]> => (await owner.get(activityOf(key))).body.items;
const lastOf = async (key: string): Promise<any> => (await entries(key)).at(-1);
const actions = (items: readonly any[]): string[] => items.map(({ action }) => action);
const item = (members: object = {}): Promise<any> => givenWorkItem(owner, here, members);

describe('listWorkItemActivity', () => {
  it('scenario 29: shows entries oldest first, five members each', async () => {
    const { key, createdAt } = await item();
    await member.patch(world.item(key), { title: 'Changed' });
    const changed = await owner.post(`${world.item(key)}/transitions`, { targetStatus: 'todo' }, { ifMatch: '*' });
    const { status, body } = await member.get(activityOf(key));
    expect(status).toBe(200);
    expect(membersOf(body)).toEqual(['items', 'page']);
    expect(body.page).toEqual({ limit: 50, hasMore: false, nextCursor: null });
    expect(body.items).toEqual([
      { id: expect.stringMatching(UUID), action: 'created', actor: shownAs('owner'), detail: null, createdAt },
      {
        id: expect.stringMatching(UUID),
        action: 'title_changed',
        actor: shownAs('member'),
        detail: { from: 'An item', to: 'Changed' },
        createdAt: expect.stringMatching(INSTANT),
      },
      {
        id: expect.stringMatching(UUID),
        action: 'status_changed',
        actor: shownAs('owner'),
        detail: { from: 'backlog', to: 'todo' },
        createdAt: changed.body.updatedAt,
      },
    ]);
    for (const entry of body.items) expect(membersOf(entry)).toEqual(sorted(MEMBERS.activity));
  });

  describe('scenario 29: since', () => {
    let key: string;
    let all: any[];
    beforeAll(async () => {
      const { key: fresh, id } = await item();
      key = fresh;
      // In the future, so that they are after the creation; in a year that every notation of a timestamp can express.
      for (const at of ['00.000', '00.500', '00.501', '00.999', '01.000']) {
        await facts.recorded(id, 'description_changed', `2090-01-01T00:00:${at}Z`);
      }
      all = await entries(key);
      expect(all).toHaveLength(6);
    });

    it.each([
      ['no fraction digits', '2090-01-01T00:00:00Z', 4],
      ['no fraction digits, a second later', '2090-01-01T00:00:01Z', 0],
      ['one fraction digit', '2090-01-01T00:00:00.5Z', 3],
      ['three fraction digits, those of an entry', '2090-01-01T00:00:00.500Z', 3],
      ['three fraction digits, one before', '2090-01-01T00:00:00.499Z', 4],
      ['six fraction digits, those of an entry', '2090-01-01T00:00:00.500000Z', 3],
      ['six fraction digits between two entries', '2090-01-01T00:00:00.500001Z', 3],
      ['six fraction digits just before an entry', '2090-01-01T00:00:00.499999Z', 4],
      ['nine fraction digits, those of an entry', '2090-01-01T00:00:00.501000000Z', 2],
      ['nine fraction digits just before an entry', '2090-01-01T00:00:00.500999999Z', 3],
      ['nine fraction digits just behind it', '2090-01-01T00:00:00.501000001Z', 2],
      ['thirty fraction digits', `2090-01-01T00:00:00.${'9'.repeat(30)}Z`, 1],
      ['an offset', '2090-01-01T05:30:00.5+05:30', 3],
      ['the past', '0001-01-01T00:00:00Z', 6],
      ['the end of time', '9999-12-31T23:59:59.999Z', 0],
    ])('with %s is strictly after', async (_what, since, shown) => {
      const { items } = (await owner.get(`${activityOf(key)}?since=${encodeURIComponent(since)}`)).body;
      expect(items).toEqual(all.slice(all.length - shown));
    });

    it.each(['2090-01-01', '2090-01-01T00:00:00', '2090-01-01 00:00:00Z', '2090-02-30T00:00:00Z', 'now', '', '0'])(
      'refuses %j',
      async (since) => {
        const answer = await owner.get(`${activityOf(key)}?since=${encodeURIComponent(since)}`);
        expectRefusal(answer, 'VALIDATION_ERROR', 'since');
      },
    );

    it('applies beside a cursor, which carries a position only', async () => {
      const { nextCursor } = (await owner.get(`${activityOf(key)}?limit=2`)).body.page;
      const rest = `${activityOf(key)}?cursor=${encodeURIComponent(nextCursor)}`;
      expect((await owner.get(rest)).body.items).toEqual(all.slice(2));
      for (const [since, shown] of [
        ['2090-01-01T00:00:00.501Z', all.slice(4)],
        ['2020-01-01T00:00:00Z', all.slice(2)],
        ['2090-01-01T00:00:00Z', all.slice(2)],
        ['2090-01-01T00:00:01Z', []],
      ] as const) {
        expect((await owner.get(`${rest}&since=${since}`)).body.items).toEqual(shown);
      }
      expect(await walk(owner, `${activityOf(key)}?limit=1&since=2090-01-01T00:00:00Z`)).toEqual(all.slice(2));
    });
  });

  it.each([1, 2, 7])('shows each entry once in pages of %i', async (limit) => {
    const { key } = await item();
    for (let n = 0; n < 5; n += 1) {
      await owner.patch(world.item(key), {
        title: `${n}`,
        description: `${n}`,
        storyPoints: n,
        priority: n % 2 ? 'low' : 'high',
      });
    }
    const all = await entries(key);
    expect(all).toHaveLength(1 + 3 * 5);
    expect(await walk(owner, `${activityOf(key)}?limit=${limit}`)).toEqual(all);
  });

  it('shows what was appended since, when the request that returned the last page is repeated', async () => {
    const { key } = await item();
    await owner.patch(world.item(key), { title: 'a' });
    const { nextCursor } = (await owner.get(`${activityOf(key)}?limit=1`)).body.page;
    const last = `${activityOf(key)}?limit=1&cursor=${encodeURIComponent(nextCursor)}`;
    const before = (await owner.get(last)).body;
    expect({ actions: actions(before.items), page: before.page }).toEqual({
      actions: ['title_changed'],
      page: { limit: 1, hasMore: false, nextCursor: null },
    });
    await owner.patch(world.item(key), { title: 'b' });
    await owner.patch(world.item(key), { title: 'c' });
    const after = (await owner.get(last)).body;
    expect(after.items).toEqual(before.items);
    expect(after.page.hasMore).toBe(true);
    const details = (await walk(owner, last.replace('limit=1&', 'limit=200&'))).map(({ detail }) => detail.to);
    expect(details).toEqual(['a', 'b', 'c']);
  });
});

describe('An entry', () => {
  it('is one per changed field; entries of one update follow their order', async () => {
    const parent = await item({ title: 'Above' });
    const sprintId = await facts.sprint(project.id, 'Next');
    const { key } = await item();
    const answer = await owner.patch(world.item(key), {
      dueDate: '2027-02-01T01:00:00+01:00',
      parentId: parent.key,
      sprintId,
      assigneePublicId: world.user('member').publicId,
      priority: 'low',
      description: 'New',
      title: 'New',
      type: 'story',
      storyPoints: 1,
    });
    const [, ...changes] = await entries(key);
    expect(changes.map(({ action, detail }) => [action, detail])).toEqual([
      ['title_changed', { from: 'An item', to: 'New' }],
      ['description_changed', null],
      ['priority_changed', { from: 'medium', to: 'low' }],
      ['assigned', { from: null, to: shownAs('member') }],
      ['sprint_changed', { from: null, to: { id: sprintId, name: 'Next' } }],
      ['parent_changed', { from: null, to: { id: parent.id, key: parent.key, title: 'Above' } }],
      ['due_date_changed', { from: null, to: '2027-02-01T00:00:00.000Z' }],
    ]);
    for (const { createdAt, actor } of changes) {
      expect({ createdAt, actor }).toEqual({ createdAt: answer.body.updatedAt, actor: shownAs('owner') });
    }
  });

  it.each(['type', 'storyPoints'])('is not written for a change of %s alone', async (name) => {
    const { key } = await item();
    const answer = await owner.patch(world.item(key), { [name]: name === 'type' ? 'bug' : 3 });
    expect(answer.body.revision).toBe(2);
    expect(actions(await entries(key))).toEqual(['created']);
  });

  it.each([
    [{ dueDate: '2027-01-01T00:00:00.5Z' }, { dueDate: null }, { from: '2027-01-01T00:00:00.500Z', to: null }],
    [
      { dueDate: '0001-01-01T00:00:00Z' },
      { dueDate: '9999-12-31T23:59:59.9999Z' },
      { from: '0001-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' },
    ],
    [{ priority: 'urgent' }, { priority: 'low' }, { from: 'urgent', to: 'low' }],
    [{ title: 'a' }, { title: ' "b"\n ' }, { from: 'a', to: '"b"' }],
  ])('shows the values before and after a change: %j, then %j', async (before, after, detail) => {
    const { key } = await item(before);
    await owner.patch(world.item(key), after);
    expect((await lastOf(key)).detail).toEqual(detail);
  });

  it('names the users, Sprints and Work Items on both sides', async () => {
    const [one, other] = [await item({ title: 'One' }), await item({ title: 'Other' })];
    const sprints = [await facts.sprint(project.id, 'First'), await facts.sprint(project.id, 'Second', 'done')];
    const { key } = await item({
      assigneeId: world.user('member').id,
      sprintId: sprints[0],
      parentId: one.id,
    });
    await owner.patch(world.item(key), {
      assigneeId: world.user('colleague').id,
      sprintId: sprints[1],
      parentId: other.id,
    });
    await owner.patch(world.item(key), { assigneeId: null, sprintId: null, parentId: null });
    const [, ...changes] = await entries(key);
    const named = ({ id, key: itemKey, title }: any): object => ({ id, key: itemKey, title });
    expect(changes.map(({ action, detail }) => [action, detail])).toEqual([
      ['assigned', { from: shownAs('member'), to: shownAs('colleague') }],
      ['sprint_changed', { from: { id: sprints[0], name: 'First' }, to: { id: sprints[1], name: 'Second' } }],
      ['parent_changed', { from: named(one), to: named(other) }],
      ['assigned', { from: shownAs('colleague'), to: null }],
      ['sprint_changed', { from: { id: sprints[1], name: 'Second' }, to: null }],
      ['parent_changed', { from: named(other), to: null }],
    ]);
  });

  it('shows titles as those of today, except that title_changed is as recorded', async () => {
    const parent = await item({ title: 'Before' });
    const { key } = await item();
    await owner.patch(world.item(key), { parentId: parent.id });
    await owner.patch(world.item(parent.key), { title: 'After' });
    await owner.patch(world.item(parent.key), { title: 'At last' });
    expect((await lastOf(key)).detail.to.title).toBe('At last');
    expect((await entries(parent.key)).slice(1).map(({ detail }) => detail)).toEqual([
      { from: 'Before', to: 'After' },
      { from: 'After', to: 'At last' },
    ]);
  });

  it('has null for a Work Item that was deleted', async () => {
    const parent = await item();
    const { key } = await item();
    await owner.patch(world.item(key), { parentId: parent.id });
    await owner.patch(world.item(key), { parentId: null });
    expect((await lastOf(key)).detail.from.key).toBe(parent.key);
    expect((await owner.delete(world.item(parent.key))).status).toBe(204);
    const details = (await entries(key)).slice(1).map(({ detail }) => detail);
    expect(details).toEqual(Array(2).fill({ from: null, to: null }));
  });

  it('shows a label with id, name and colour when it is attached and when it is detached', async () => {
    const { key } = await item();
    const label = await givenLabel(owner, here, 'Told Of', '#A1B2C3');
    await owner.post(`${world.item(key)}/labels`, { labelId: label.id }, { ifMatch: '*' });
    await member.delete(`${world.item(key)}/labels/${label.id}`);
    const detail = { label: { id: label.id, name: 'told of', color: '#a1b2c3' } };
    expect((await entries(key)).slice(1).map(({ action, actor, detail: shown }) => ({ action, actor, shown }))).toEqual(
      [
        { action: 'label_added', actor: shownAs('owner'), shown: detail },
        { action: 'label_removed', actor: shownAs('member'), shown: detail },
      ],
    );
  });

  it('shows nothing of what creation recorded', async () => {
    const { key } = await item({ description: 'secret', assigneeId: world.user('member').id, storyPoints: 3 });
    const { text } = await owner.get(activityOf(key));
    expect((await entries(key)).map(({ detail }) => detail)).toEqual([null]);
    expect(text).not.toContain('initial');
  });
});
