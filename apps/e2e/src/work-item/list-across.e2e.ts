import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { suspend } from '../kit/changed-access.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('across');
const { owner, stranger } = world;
const traveller = world.caller('traveller');
const facts = new Facts(world.databaseUrl);

const MINE = '/api/v1/my/work';
const ORG = `${world.org()}/work-items`;
const summaries = sorted([...MEMBERS.workItemSummary, 'project', 'organization']);

/** The traveller's items in three Projects of two Organizations, all last updated at one instant. */
let home: any, hammer: any, abroad: any, unassigned: any, done: any;

beforeAll(async () => {
  const { publicId: assigneePublicId } = world.user('traveller');
  home = await givenWorkItem(owner, world.project('WEB'), { title: 'At home', assigneePublicId });
  unassigned = await givenWorkItem(owner, world.project('WEB'), { title: 'Of nobody' });
  done = await givenWorkItem(owner, world.project('WEB'), { title: 'Done', assigneePublicId, status: 'done' });
  hammer = await givenWorkItem(owner, world.project('HAM'), { title: 'A hammer', assigneePublicId });
  abroad = await givenWorkItem(stranger, world.project('WEB', 'foreign'), { title: 'Abroad', assigneePublicId });
  const ids = [home, unassigned, done, hammer, abroad].map(({ id }) => id);
  await facts.updateTimes(ids, '2026-01-01T00:00:00Z');
}, 60_000);

const titles = (rows: { title?: string }[]): (string | undefined)[] => rows.map(({ title }) => title);
const read = async (caller: { get: typeof owner.get }, target: string): Promise<any[]> => {
  const { status, text, body } = await caller.get(target);
  if (status !== 200) throw new Error(`${target}: ${status} ${text}`);
  return body.items;
};

/** A value of each repeatable filter that is understood. */
const VALUES: Readonly<Record<string, string>> = {
  status: 'done',
  type: 'task',
  priority: 'low',
  labelName: 'any',
  project: 'WEB',
  organization: world.slug,
};

describe.each([
  ['listMyWork', MINE, ['project']],
  ['listOrganizationWorkItems', ORG, ['project']],
  ['listUserProfileWork', `/api/v1/users/${world.user('traveller').publicId}/work`, ['project', 'organization']],
] as const)('%s', (_id, target, repeatable) => {
  it('has pages of 50, and of 200 at most', async () => {
    expect((await traveller.get(target)).body.page.limit).toBe(50);
    expect((await traveller.get(`${target}?limit=200`)).body.page.limit).toBe(200);
    for (const limit of ['0', '201']) {
      expectRefusal(await traveller.get(`${target}?limit=${limit}`), 'VALIDATION_ERROR', 'limit');
    }
  });

  it('takes 100 values of a repeatable filter and refuses 101', async () => {
    for (const name of ['status', 'type', 'priority', 'labelName', ...repeatable]) {
      const pair = `${name}=${VALUES[name]!}`;
      const times = (count: number): string => `${target}?${Array(count).fill(pair).join('&')}`;
      expect((await traveller.get(times(100))).status).toBe(200);
      expectRefusal(await traveller.get(times(101)), 'VALIDATION_ERROR', name);
    }
  });

  it('refuses a query name it does not know, and a scalar that comes twice', async () => {
    expectRefusal(await traveller.get(`${target}?reporter=me`), 'VALIDATION_ERROR', 'reporter');
    for (const [name, value] of Object.entries({ scope: 'all', sort: 'rank', archived: 'false', q: 'a', fields: '' })) {
      const twice = `${name}=${value}&${name}=${value}`;
      expectRefusal(await traveller.get(`${target}?${twice}`), 'VALIDATION_ERROR', name);
    }
  });
});

describe('listMyWork', () => {
  it("scenario 40: shows the caller's open items with project, organization and public assignee", async () => {
    const rows = await read(traveller, MINE);
    expect(titles(rows).sort()).toEqual(['A hammer', 'Abroad', 'At home']);
    for (const row of rows) expect(membersOf(row)).toEqual(summaries);
    const { publicId, name } = world.user('traveller');
    const row = rows.find(({ title }) => title === 'At home');
    expect(row.assignee).toEqual({ publicId, name });
    expect(row.project).toEqual({ id: home.projectId, key: 'WEB', name: 'Website', color: '#6366f1' });
    expect(membersOf(row.organization)).toEqual(sorted(MEMBERS.organizationSummary));
    expect(row.organization).toMatchObject({ slug: world.slug, name: `Home of ${world.slug}` });
  });

  it('scenario 40: project is repeatable, and means the Projects of that key in each Organization', async () => {
    expect(titles(await read(traveller, `${MINE}?project=WEB`)).sort()).toEqual(['Abroad', 'At home']);
    expect(titles(await read(traveller, `${MINE}?project=web&project=HAM`)).sort()).toEqual([
      'A hammer',
      'Abroad',
      'At home',
    ]);
    expect(titles(await read(traveller, `${MINE}?project=HAM`))).toEqual(['A hammer']);
  });

  it('fixes the assignee to the caller: the parameter is unknown', async () => {
    expectRefusal(await traveller.get(`${MINE}?assignee=me`), 'VALIDATION_ERROR', 'assignee');
    expectRefusal(await traveller.get(`${MINE}?organization=${world.slug}`), 'VALIDATION_ERROR', 'organization');
    expect(await read(owner, MINE)).toEqual([]);
  });

  it('leaves a suspended Organization out, and what it holds resolves no more', async () => {
    const caller = world.caller('admin here and there');
    const { publicId: assigneePublicId } = world.user('admin');
    const asleep = await givenWorkItem(caller, world.project('WEB', 'asleep'), { title: 'Asleep', assigneePublicId });
    const sprint = await facts.sprint(asleep.projectId, 'Night');
    expect(titles(await read(caller, MINE))).toEqual(['Asleep']);
    expect(await read(caller, `${MINE}?sprint=${sprint}`)).toEqual([]);
    await suspend(`${world.slug}-asleep`, world);
    expect(await read(caller, MINE)).toEqual([]);
    expectRefusal(await caller.get(`${MINE}?sprint=${sprint}`), 'VALIDATION_ERROR', 'sprint');
    expectRefusal(await caller.get(`${world.org('asleep')}/work-items`), 'ORGANIZATION_SUSPENDED');
  });
});

describe('listOrganizationWorkItems', () => {
  it('scenario 40: has the same rows, and takes an assignee', async () => {
    const rows = await read(traveller, `${ORG}?assignee=me`);
    expect(titles(rows)).toEqual(['Done', 'At home', 'A hammer']);
    expect(await read(traveller, `${MINE}?scope=all`)).toEqual(expect.arrayContaining(rows));
    const { id, publicId } = world.user('traveller');
    for (const assignee of [id, publicId]) expect(await read(owner, `${ORG}?assignee=${assignee}`)).toEqual(rows);
    expect(titles(await read(owner, `${ORG}?assignee=none`))).toEqual(['Of nobody']);
    expectRefusal(await owner.get(`${ORG}?assignee=${world.user('stranger').id}`), 'VALIDATION_ERROR', 'assignee');
  });

  it('accepts project and organization as fields, and shows them anyway', async () => {
    const kept = ['id', 'key', 'revision', 'project', 'organization'];
    for (const [fields, more] of [
      ['title', ['title']],
      ['project', []],
      ['organization,project,status', ['status']],
    ] as const) {
      for (const row of await read(owner, `${ORG}?fields=${fields}`)) {
        expect(membersOf(row)).toEqual(sorted([...kept, ...more]));
      }
    }
    expect(membersOf((await read(owner, `${ORG}?fields=`))[0])).toEqual(summaries);
    for (const fields of ['reporter', 'project,,title', 'labels']) {
      expectRefusal(await owner.get(`${ORG}?fields=${fields}`), 'VALIDATION_ERROR', 'fields');
    }
    expectRefusal(await owner.get(`${world.project()}/work-items?fields=project`), 'VALIDATION_ERROR', 'fields');
  });

  it('refuses parent together with topLevel true, and a malformed Project key', async () => {
    expectRefusal(await owner.get(`${ORG}?parent=${home.key}&topLevel=1`), 'VALIDATION_ERROR', 'topLevel');
    expectRefusal(await owner.get(`${ORG}?project=`), 'VALIDATION_ERROR', 'project');
    expectRefusal(await owner.get(`${ORG}?project=WEB,HAM`), 'VALIDATION_ERROR', 'project');
  });

  it('binds its cursors to the collection and to the filters', async () => {
    const { nextCursor } = (await owner.get(`${ORG}?limit=1`)).body.page;
    const cursor = encodeURIComponent(nextCursor);
    expect((await owner.get(`${ORG}?limit=2&fields=title&cursor=${cursor}`)).status).toBe(200);
    for (const target of [
      `${ORG}?project=WEB&`,
      `${ORG}?status=todo&`,
      `${MINE}?scope=all&`,
      `${world.project()}/work-items?`,
    ]) {
      expectRefusal(await owner.get(`${target}cursor=${cursor}`), 'INVALID_CURSOR');
    }
    const foreign = (await traveller.get(`${world.org('foreign')}/work-items?limit=1`)).body.page.nextCursor;
    if (foreign !== null) {
      expectRefusal(await traveller.get(`${ORG}?cursor=${encodeURIComponent(foreign)}`), 'INVALID_CURSOR');
    }
  });
});
