import { Facts } from '../kit/facts.js';
import { givenLabel, givenWorkItem } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { expectRefusal } from '../kit/refusals.js';
import { suspend } from '../kit/changed-access.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('across');
const { owner, stranger } = world;
const traveller = world.caller('traveller');
const onlyWeb = world.caller('traveller of WEB only');
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

  it('shows only open items by default', async () => {
    expect(titles(await read(traveller, `${MINE}?scope=closed`))).toEqual(['Done']);
    expect(titles(await read(traveller, `${MINE}?scope=all`))).toHaveLength(4);
  });

  it('fixes the assignee to the caller: the parameter is unknown', async () => {
    expectRefusal(await traveller.get(`${MINE}?assignee=me`), 'VALIDATION_ERROR', 'assignee');
    expectRefusal(await traveller.get(`${MINE}?organization=${world.slug}`), 'VALIDATION_ERROR', 'organization');
    expect(await read(owner, MINE)).toEqual([]);
  });

  it('ends its order in the id where everything else is equal, on every page size', async () => {
    const rows = await read(traveller, `${MINE}?scope=all`);
    // WEB-3, then the two WEB-1 of two Organizations, then HAM-1.
    expect(titles(rows)[0]).toBe('Done');
    expect(titles(rows)[3]).toBe('A hammer');
    const ids = rows.slice(1, 3).map(({ id }) => id);
    expect(ids).toEqual([home.id, abroad.id].sort());
    for (const sort of ['updated', 'dueDate', 'priority', 'rank']) {
      const all = await read(traveller, `${MINE}?scope=all&sort=${sort}`);
      for (const limit of [1, 2, 3]) {
        expect(await walk(traveller, `${MINE}?scope=all&sort=${sort}&limit=${limit}`)).toEqual(all);
      }
    }
  });

  it('shows a token of one Project only what lies in it', async () => {
    expect(titles(await read(onlyWeb, MINE))).toEqual(['At home']);
    expectRefusal(await onlyWeb.get(`${MINE}?project=HAM`), 'VALIDATION_ERROR', 'project');
    expectRefusal(await onlyWeb.get(`${MINE}?parent=${hammer.key}`), 'VALIDATION_ERROR', 'parent');
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

  it('takes parent as it takes project: the items of that key in each Organization', async () => {
    const child = await givenWorkItem(owner, world.project('WEB'), {
      parentId: home.key,
      assigneePublicId: world.user('traveller').publicId,
    });
    const other = await givenWorkItem(stranger, world.project('WEB', 'foreign'), {
      parentId: abroad.key,
      assigneePublicId: world.user('traveller').publicId,
    });
    const rows = await read(traveller, `${MINE}?parent=${home.key}`);
    expect(rows.map(({ id }) => id).sort()).toEqual([child.id, other.id].sort());
    await facts.deleteWorkItem(child.id);
    await facts.deleteWorkItem(other.id);
    expectRefusal(await traveller.get(`${MINE}?parent=WEB-999`), 'VALIDATION_ERROR', 'parent');
  });

  it('takes labels by name in every Project, and by the id of a visible one', async () => {
    const label = await givenLabel(owner, world.project('WEB'), 'Shared');
    await givenLabel(stranger, world.project('WEB', 'foreign'), 'shared');
    for (const [caller, item, beside] of [
      [owner, home, undefined],
      [stranger, abroad, 'foreign'],
    ] as const) {
      await caller.post(`${world.item(item.key, beside)}/labels`, { label: 'shared' }, { ifMatch: '*' });
    }
    await facts.updateTimes([home.id, abroad.id], '2026-01-01T00:00:00Z');
    expect(titles(await read(traveller, `${MINE}?labelName=SHARED`)).sort()).toEqual(['Abroad', 'At home']);
    expect(titles(await read(traveller, `${MINE}?label=${label.id}`))).toEqual(['At home']);
    expectRefusal(await world.caller('traveller of HAM here').get(`${MINE}?label=${label.id}`), 'VALIDATION_ERROR');
    expect(await read(traveller, `${MINE}?labelName=unheard`)).toEqual([]);
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

  it('shows every status by default, and the reporter to nobody', async () => {
    const rows = await read(owner, ORG);
    expect(titles(rows)).toEqual(['Done', 'Of nobody', 'At home', 'A hammer']);
    for (const row of rows) expect(membersOf(row)).toEqual(summaries);
  });

  it('narrows to the granted Projects, whose references alone resolve', async () => {
    expect(titles(await read(onlyWeb, ORG))).toEqual(['Done', 'Of nobody', 'At home']);
    expectRefusal(await onlyWeb.get(`${ORG}?project=HAM`), 'VALIDATION_ERROR', 'project');
    expectRefusal(await onlyWeb.get(`${ORG}?parent=${hammer.key}`), 'VALIDATION_ERROR', 'parent');
    expectRefusal(await traveller.get(`${ORG}?project=FOR`), 'VALIDATION_ERROR', 'project');
    const sprint = await facts.sprint(abroad.projectId, 'Abroad');
    expectRefusal(await traveller.get(`${ORG}?sprint=${sprint}`), 'VALIDATION_ERROR', 'sprint');
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
