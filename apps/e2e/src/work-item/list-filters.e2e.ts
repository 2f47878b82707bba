import { Facts } from '../kit/facts.js';
import { givenLabel, givenProject } from '../kit/given.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { taskResult } from '../kit/task.js';
import { MEMBERS, membersOf, PRIORITIES, sorted, STATUSES, TYPES } from '../kit/words.js';
import { World } from '../kit/world.js';
import { ItemList } from './item-list.js';

const world = new World('list-filters');
const { owner, admin } = world;
const facts = new Facts(world.databaseUrl);

/** Well formed, and of nobody and nothing. */
const NO_UUID = 'a6ff7e0a-2f1c-4b39-9b0c-0123456789ab';
const NO_PUBLIC_ID = `usr_${'x'.repeat(21)}A`;

const CLEF = '\u{1D11E}';

let list: ItemList;

/** Exactly these titles, whatever the order. */
async function expectTitles(query: string, titles: readonly string[]): Promise<void> {
  expect({ query, titles: sorted(await list.titles(query)) }).toEqual({ query, titles: sorted(titles) });
}

async function expectRefused(query: string, parameter: string): Promise<void> {
  expectRefusal(await list.get(query), 'VALIDATION_ERROR', parameter);
}

describe('q, without the form in which letters were typed', () => {
  const CITY = 'Move to I\u0307stanbul';
  const STREET = 'STRASSE 7';
  const CAFE = 'Cafe\u0301';
  beforeAll(async () => {
    list = await ItemList.of(world);
    await list.add(CITY, { description: 'kapalı çarşı' });
    await list.add(STREET);
    await list.add(CAFE);
  });

  it.each([
    ['istanbul', [CITY]],
    ['\u0130STANBUL', [CITY]],
    ['KAPALI', []],
    ['KAPALı', [CITY]],
    ['c\u0327ars\u0327', [CITY]],
    ['straße', [STREET]],
    ['stra\u1e9ee', [STREET]],
    ['café', [CAFE]],
    ['CAF\u00c9', [CAFE]],
    ['cafe', []],
  ])('%j', async (text, titles) => {
    await expectTitles(`q=${encodeURIComponent(text)}`, titles);
  });
});

describe('q', () => {
  beforeAll(async () => {
    list = await ItemList.of(world);
    await list.add('Launch plan', { description: 'Rocket\nscience' });
    await list.add('ÜBERPRÜFUNG der Straße', { description: 'Ёлка и ЛЁД' });
    await list.add('100% of it');
    await list.add('100 of it');
    await list.add('snake_case');
    await list.add('snakeXcase');
    await list.add('C:\\temp', { description: 'one backslash' });
    await list.add('C:temp');
    await list.add('1+1');
    await list.add(CLEF.repeat(200));
    await list.add('ΣΑΣΑ');
  });

  it.each([
    ['q=launch+plan', ['Launch plan']],
    ['q=launch%20plan', ['Launch plan']],
    ['q=LAUNCH', ['Launch plan']],
    ['q=unch+pl', ['Launch plan']],
    ['q=%20%09%C2%85Launch%E3%80%80', ['Launch plan']],
    ['q=launch++plan', []],
    ['q=plan+launch', []],
  ])('scenario 38: is a literal substring of the title, trimmed, in either case, + being a space: %s', expectTitles);

  it.each([
    ['q=rocket', ['Launch plan']],
    ['q=t%0As', ['Launch plan']],
    ['q=KEY-2', ['ÜBERPRÜFUNG der Straße']],
    ['q=KEY-11', ['ΣΑΣΑ']],
    ['q=one+backslash', ['C:\\temp']],
  ])('looks into the description and the key as well: %s', expectTitles);

  it('finds the key in either case, and a part of it', async () => {
    const { key } = list.project;
    await expectTitles(`q=${key.toLowerCase()}-3`, ['100% of it']);
    expect(await list.titles(`q=${key.slice(1).toLowerCase()}-`)).toHaveLength(11);
  });

  it.each([
    ['q=Planrocket'],
    ['q=plan+rocket'],
    ['q=plan%0Arocket'],
    ['q=plan%0AA%0ARocket'],
    ['q=plan%0Aa%0Arocket'],
    ['q=science%0Aa%0AKEY'],
  ])('never reaches from one of the three into the next: %s', async (query) => {
    await expectTitles(query, []);
  });

  it.each([
    ['überprüfung', ['ÜBERPRÜFUNG der Straße']],
    ['ÜbErPrÜf', ['ÜBERPRÜFUNG der Straße']],
    ['STRAßE', ['ÜBERPRÜFUNG der Straße']],
    ['strasse', ['ÜBERPRÜFUNG der Straße']],
    ['U\u0308berpru\u0308fung', ['ÜBERPRÜFUNG der Straße']],
    ['uberprufung', []],
    ['ёлка И лёд', ['ÜBERPRÜFUNG der Straße']],
    ['σασα', ['ΣΑΣΑ']],
    // Lower-casing alone would end this one with another letter than the same three have within the title.
    ['ΣΑΣ', ['ΣΑΣΑ']],
    [CLEF, [CLEF.repeat(200)]],
  ])('knows the case of letters beyond ASCII: %s', async (text, titles) => {
    await expectTitles(`q=${encodeURIComponent(text)}`, titles);
  });

  it.each([
    ['q=100%25', ['100% of it']],
    ['q=%25', ['100% of it']],
    ['q=%25of', []],
    ['q=%25+of', ['100% of it']],
    ['q=_', ['snake_case']],
    ['q=snake_case', ['snake_case']],
    ['q=%5C', ['C:\\temp']],
    ['q=c:%5Ctemp', ['C:\\temp']],
    ['q=%5C%25', []],
    ['q=%5C%5C', []],
    ['q=1%2B1', ['1+1']],
    ['q=1+1', []],
    ['q=%27', []],
    ['q=%22%27;--', []],
  ])('means %%, _, \\ and all else literally: %s', expectTitles);

  it('is at most 200 code points, counted when trimmed', async () => {
    const clefs = (count: number): string => encodeURIComponent(CLEF.repeat(count));
    await expectTitles(`q=${clefs(200)}`, [CLEF.repeat(200)]);
    await expectTitles(`q=+++${clefs(200)}+++`, [CLEF.repeat(200)]);
    await expectRefused(`q=${clefs(201)}`, 'q');
    await expectTitles(`q=${'x'.repeat(200)}`, []);
    await expectRefused(`q=${'x'.repeat(201)}`, 'q');
    // The lower case of İ is two code points: it is the text that is counted.
    await expectTitles(`q=${encodeURIComponent('İ'.repeat(200))}`, []);
  });

  it.each(['q=', 'q', 'q=+++', 'q=%E2%80%83%C2%A0'])('is no filter when nothing is left of it: %j', async (query) => {
    expect(await list.titles(query)).toHaveLength(11);
  });

  it.each([['q=%00'], ['q=%FF'], ['q=%ED%A0%80'], ['q=%'], ['q=a&q=b'], ['q=a&q=a'], ['q=&q=']])(
    'is refused when it is no text, or given twice: %s',
    async (query) => {
      await expectRefused(query, 'q');
    },
  );

  it('follows a change of title and description, and keeps the key', async () => {
    const other = await ItemList.of(world);
    const { key } = await other.add('Before', { description: 'Morning' });
    await owner.patch(world.item(key), { title: 'After' });
    expect([await other.titles('q=before'), await other.titles('q=after')]).toEqual([[], ['After']]);
    expect(await other.titles('q=morning')).toEqual(['After']);
    await owner.patch(world.item(key), { description: null });
    expect(await other.titles('q=morning')).toEqual([]);
    expect(await other.titles(`q=${key}`)).toEqual(['After']);
  });
});

describe('status, type and priority', () => {
  beforeAll(async () => {
    list = await ItemList.of(world);
    for (const status of STATUSES) await list.add(status, { status, type: 'epic', priority: 'urgent' });
    for (const type of TYPES) await list.add(`a ${type}`, { status: 'done', type, priority: 'low' });
    for (const priority of PRIORITIES) await list.add(`of ${priority}`, { status: 'todo', type: 'bug', priority });
  });

  it.each(['status', 'type', 'priority'])('refuse an unknown word by the name of the parameter: %s', async (name) => {
    const known = { status: 'todo', type: 'bug', priority: 'low' }[name]!;
    for (const word of ['unknown', known.toUpperCase(), `${known}+`, `${known},${known}`, '', 'null', 'constructor']) {
      await expectRefused(`${name}=${word}`, name);
      await expectRefused(`${name}=${known}&${name}=${word}`, name);
    }
    await expectRefused(name, name);
    await expectRefused(`${name}[]=${known}`, `${name}[]`);
    await expectRefused(`${name.toUpperCase()}=${known}`, name.toUpperCase());
  });

  it('scenario 38: do not understand commas', async () => {
    await expectRefused('status=todo,done', 'status');
    await expectRefused('status=todo%2Cdone', 'status');
  });

  it('are refused by name one and all', async () => {
    const answer = await list.get('status=x&type=x&priority=x&scope=x&sort=x');
    expectRefusal(answer, 'VALIDATION_ERROR', 'status', 'type', 'priority', 'scope', 'sort');
  });

  describe('with scope', () => {
    it.each(['scope=', 'scope=Open', 'scope=done', 'scope=open,closed', 'scope=open&scope=open'])(
      'refuses %s',
      async (query) => {
        await expectRefused(query, 'scope');
      },
    );
  });
});

describe('assignee', () => {
  const { id, publicId } = world.user('member');
  const former = world.user('colleague');
  const removed = world.user('traveller');

  beforeAll(async () => {
    list = await ItemList.of(world);
    await list.add('of the owner', { assigneeId: world.user('owner').id });
    await list.add('of the member', { assigneeId: id });
    await list.add('of the member too', { assigneePublicId: publicId });
    await list.add('of nobody');
    await list.add('of the colleague', { assigneeId: former.id });
    await list.add('of the removed account', { assigneeId: removed.id });
    await taskResult(['member:remove', '--org', world.slug, '--email', former.email], world);
    await taskResult(['user:remove', '--email', removed.email], world);
  });

  it.each([
    ['assignee=me', ['of the owner']],
    ['assignee=none', ['of nobody', 'of the removed account']],
    [`assignee=${id}`, ['of the member', 'of the member too']],
    [`assignee=${id.toUpperCase()}`, ['of the member', 'of the member too']],
    [`assignee=${publicId}`, ['of the member', 'of the member too']],
    [`assignee=${world.user('admin').id}`, []],
    [`assignee=${world.user('owner').publicId}`, ['of the owner']],
  ])('is me, none, a uuid or a public id: %s', expectTitles);

  it('is the caller, as me', async () => {
    expect(sorted(await list.titles('assignee=me', world.member))).toEqual(['of the member', 'of the member too']);
    expect(await list.titles('assignee=me', admin)).toEqual([]);
  });

  it.each([
    '',
    'ME',
    'None',
    'null',
    'member',
    'usr_short',
    `${id} `.replace(' ', '+'),
    id.replaceAll('-', ''),
    `{${id}}`,
    publicId.replace('usr_', 'USR_'),
    `${publicId}x`,
    world.user('member').email,
  ])('is refused when it is unknown: %j', async (text) => {
    await expectRefused(`assignee=${text}`, 'assignee');
  });

  it.each([
    ['a former member', former],
    ['a removed account', removed],
    ['a stranger', world.user('stranger')],
  ])('refuses %s like somebody who does not exist', async (_who, someone) => {
    const unknown = await list.get(`assignee=${NO_UUID}`);
    expectRefusal(unknown, 'VALIDATION_ERROR', 'assignee');
    expectIndistinguishable(await list.get(`assignee=${someone.id}`), unknown);
    expectIndistinguishable(await list.get(`assignee=${someone.publicId}`), unknown);
    expectIndistinguishable(await list.get(`assignee=${NO_PUBLIC_ID}`), unknown);
  });

  it('may be given once', async () => {
    await expectRefused('assignee=me&assignee=none', 'assignee');
  });
});

describe('sprint', () => {
  let [sprint, , elsewhere]: (string | undefined)[] = [];

  beforeAll(async () => {
    list = await ItemList.of(world);
    sprint = await facts.sprint(list.project.id, 'First', 'done');
    elsewhere = await facts.sprint((await givenProject(owner, world.org())).id, 'First');
    await list.add('in the first', { sprintId: sprint });
    await list.add('in none');
  });

  it('refuses a Sprint of another Project like one that does not exist', async () => {
    const unknown = await list.get(`sprint=${NO_UUID}`);
    expectRefusal(unknown, 'VALIDATION_ERROR', 'sprint');
    expectIndistinguishable(await list.get(`sprint=${elsewhere!}`), unknown);
  });

  it.each(['', 'None', 'null', 'active', '1', NO_UUID.slice(1)])('is refused when it is neither: %j', async (text) => {
    await expectRefused(`sprint=${text}`, 'sprint');
  });

  it('may be given once', async () => {
    await expectRefused(`sprint=none&sprint=none`, 'sprint');
    await expectRefused(`sprint=${sprint!}&sprint=none`, 'sprint');
  });
});

describe('label and labelName', () => {
  const id: Record<string, string> = {};

  beforeAll(async () => {
    list = await ItemList.of(world);
    for (const name of ['bug', 'ui', 'größe', 'unused', '50%']) {
      id[name] = (await givenLabel(admin, list.path, name)).id;
    }
    const other = await ItemList.of(world);
    id.elsewhere = (await givenLabel(admin, other.path, 'elsewhere')).id;
    for (const [title, ...names] of [
      ['bug', 'bug'],
      ['bug and ui', 'bug', 'ui'],
      ['ui', 'ui'],
      ['large', 'größe'],
      ['half', '50%'],
      ['plain'],
    ]) {
      const item = await list.add(title!);
      for (const name of names) await facts.attachLabel(id[name]!, [item.id]);
    }
  });

  const named = (query: string): string => query.replaceAll(/<(.*?)>/g, (_all, name: string) => id[name]!);

  it('label refuses a label of another Project like one that does not exist, also among known ones', async () => {
    const unknown = await list.get(`label=${NO_UUID}`);
    expectRefusal(unknown, 'VALIDATION_ERROR', 'label');
    expectIndistinguishable(await list.get(`label=${id.elsewhere!}`), unknown);
    expectIndistinguishable(await list.get(`label=${id.bug!}&label=${id.elsewhere!}`), unknown);
    expectIndistinguishable(await list.get(`label=${id.elsewhere!}&label=${id.bug!}&labelName=bug`), unknown);
  });

  it.each(['', 'bug', 'none', '1', NO_UUID.slice(1), `${NO_UUID},${NO_UUID}`])(
    'label refuses what is no uuid: %j',
    async (text) => {
      await expectRefused(`label=${text}`, 'label');
      await expectRefused(`label=${id.bug!}&label=${text}`, 'label');
    },
  );

  it.each([
    ['label=<bug>&labelName=gr%C3%B6%C3%9Fe', ['bug', 'bug and ui', 'large']],
    ['label=<bug>&labelName=bug', ['bug', 'bug and ui']],
    ['label=<bug>&labelName=nothing', ['bug', 'bug and ui']],
    ['label=<unused>&labelName=nothing', []],
    ['label=<ui>&labelName=nothing&status=done', []],
  ])('together they are one filter, any of them: %s', async (query, titles) => {
    await expectTitles(named(query), titles);
  });

  it('labelName is 1 to 200 code points, counted when trimmed', async () => {
    await expectTitles(`labelName=${'x'.repeat(200)}`, []);
    await expectTitles(`labelName=+${encodeURIComponent(CLEF.repeat(200))}+`, []);
    for (const text of ['x'.repeat(201), encodeURIComponent(CLEF.repeat(201)), '', '+', '%E2%80%83']) {
      await expectRefused(`labelName=${text}`, 'labelName');
    }
    await expectRefused('labelName=bug&labelName=', 'labelName');
  });

  it('labelName may be 100 names of 200 code points, however they are encoded', async () => {
    const longest = encodeURIComponent(CLEF.repeat(200));
    await expectTitles(Array.from({ length: 100 }, () => `labelName=${longest}`).join('&'), []);
  });
});

describe('parent and topLevel', () => {
  let other: ItemList;
  let deleted: any;

  beforeAll(async () => {
    [list, other] = [await ItemList.of(world), await ItemList.of(world)];
    const parent = await list.add('parent');
    const child = await list.add('child', { parentId: parent.key });
    await list.add('second child', { parentId: parent.key, status: 'done' });
    await list.add('grandchild', { parentId: child.key });
    const archived = await list.add('archived parent');
    await list.add('child of an archived one', { parentId: archived.key });
    const away = await list.add('archived child', { parentId: parent.key });
    await list.add('alone');
    deleted = await list.add('deleted');
    for (const { id } of [archived, away]) await facts.archiveWorkItem(id);
    await facts.deleteWorkItem(deleted.id);
    await other.add('elsewhere');
  });

  it('parent refuses what is deleted, or of another Project, like what does not exist', async () => {
    const unknown = await list.get('parent=KEY-999');
    expectRefusal(unknown, 'VALIDATION_ERROR', 'parent');
    expectIndistinguishable(await list.get(`parent=${deleted.key}`), unknown);
    expectIndistinguishable(await list.get(`parent=${other.project.key}-1`), unknown);
    expectIndistinguishable(await list.get(`parent=${other.project.key}-999`), unknown);
    expectIndistinguishable(await list.get('parent=NOWHERE-1'), unknown);
    expectIndistinguishable(await list.get('parent=KEY-9999999999'), unknown);
  });

  it.each(['', 'KEY', 'KEY-0', 'KEY-01', '1', 'KEY-1.0', 'none', NO_UUID, 'KEY-1,KEY-2', '+KEY-1', 'KEY--1'])(
    'parent refuses what is no key: %j',
    async (text) => {
      await expectRefused(`parent=${text}`, 'parent');
    },
  );

  it.each(['', 'TRUE', 'yes', '2', '01', '-1', 'null'])('topLevel refuses %j', async (text) => {
    await expectRefused(`topLevel=${text}`, 'topLevel');
  });

  it.each(['true', '1'])('topLevel=%s is refused together with parent', async (text) => {
    expectRefusal(await list.get(`parent=KEY-1&topLevel=${text}`), 'VALIDATION_ERROR');
    expectRefusal(await list.get(`topLevel=${text}&parent=KEY-1`), 'VALIDATION_ERROR');
  });

  it('scenario 38: topLevel=0&overdue=false is understood', async () => {
    await expectTitles('topLevel=0&overdue=false', ['child', 'second child', 'grandchild', 'child of an archived one']);
  });
});

describe('Bounds of time', () => {
  beforeAll(async () => {
    list = await ItemList.of(world);
    for (const millisecond of ['123', '124']) {
      const item = await list.add(millisecond, { dueDate: `2026-03-01T12:00:00.${millisecond}Z` });
      await facts.updateTimes([item.id], `2026-03-01T12:00:00.${millisecond}Z`);
    }
    const never = await list.add('never');
    await facts.updateTimes([never.id], '2020-01-01T00:00:00Z');
  });

  it.each([
    '',
    'now',
    '2026-03-01',
    '2026-03-01T12:00:00',
    '2026-03-01T12:00Z',
    '2026-03-01t12:00:00Z',
    '2026-03-01T12:00:00z',
    '2026-02-30T12:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T12:00:60Z',
    '2026-03-01T12:00:00.Z',
    '2026-03-01T12:00:00,5Z',
    // An offset whose + was not encoded is a space.
    '2026-03-01T14:00:00+02:00',
    '2026-03-01T14:00:00%2B0200',
    '2026-03-01T14:00:00%2B24:00',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00%2B00:01',
    '9999-12-31T23:59:59-00:01',
    '1772366400000',
  ])('refuse %j', async (text) => {
    for (const name of ['updatedAfter', 'dueBefore', 'dueAfter']) await expectRefused(`${name}=${text}`, name);
  });
});

describe('overdue', () => {
  const LONG_AGO = '2020-01-01T00:00:00Z';
  const FAR_AWAY = '2999-01-01T00:00:00Z';

  beforeAll(async () => {
    list = await ItemList.of(world);
    for (const status of STATUSES) await list.add(`past ${status}`, { status, dueDate: LONG_AGO });
    await list.add('future', { dueDate: FAR_AWAY });
    await list.add('future done', { dueDate: FAR_AWAY, status: 'done' });
    await list.add('undated');
    await list.add('undated done', { status: 'done' });
  });

  it.each(['', '1', '0', 'TRUE', 'yes'])('is exactly true or false: not %j', async (text) => {
    await expectRefused(`overdue=${text}`, 'overdue');
  });
});

describe('archived', () => {
  beforeAll(async () => {
    list = await ItemList.of(world);
    await list.add('here');
    await list.add('here, done', { status: 'done' });
    const { key } = await list.add('away');
    await admin.post(`${world.item(key)}/archive`, {}, { ifMatch: '*' });
    const { id } = await list.add('away, done', { status: 'done', dueDate: '2020-01-01T00:00:00Z' });
    await facts.archiveWorkItem(id);
    const gone = await list.add('archived and deleted');
    await facts.archiveWorkItem(gone.id);
    await facts.deleteWorkItem(gone.id);
  });

  it.each(['', '1', 'TRUE', 'all', 'only'])('is exactly true or false: not %j', async (text) => {
    await expectRefused(`archived=${text}`, 'archived');
  });
});

describe('fields', () => {
  let full: any;

  beforeAll(async () => {
    list = await ItemList.of(world);
    const parent = await list.add('parent', { status: 'done' });
    await list.add('child', {
      parentId: parent.key,
      assigneeId: world.user('member').id,
      sprintId: await facts.sprint(list.project.id, 'Now'),
      storyPoints: 3,
      dueDate: '2026-03-01T00:00:00Z',
    });
    [full] = await list.rows('scope=open');
  });

  const shown = async (text: string): Promise<any> => (await list.rows(`scope=open&fields=${text}`))[0];
  const only = (...names: string[]): object => Object.fromEntries(names.map((name) => [name, full[name]]));

  it.each(['fields=', 'fields', ''])('scenario 38: are all of them when the list is empty: %j', async (query) => {
    const [row] = await list.rows(`scope=open&${query}`);
    expect(row).toEqual(full);
    expect(membersOf(row)).toEqual(sorted(MEMBERS.workItemSummary));
  });

  it('may be all of them, repeated, in any order, with the comma encoded or not', async () => {
    expect(await shown(MEMBERS.workItemSummary.join(','))).toEqual(full);
    expect(await shown(MEMBERS.workItemSummary.join('%2C'))).toEqual(full);
    expect(await shown('title,title,title')).toEqual(only('id', 'key', 'revision', 'title'));
    expect(await shown('status%2Ctitle')).toEqual(only('id', 'key', 'revision', 'title', 'status'));
    expect(await shown('key,id')).toEqual(only('id', 'key', 'revision'));
  });

  it.each([
    'title,,status',
    ',',
    ',title',
    'title,',
    'title,+status',
    '+',
    'Title',
    'reporter',
    'description',
    'labels',
    'parent',
    'projectId',
    'project',
    'organization',
    'unknown',
    'constructor',
    'title%00',
    '*',
    'title;status',
  ])('scenario 38: refuse an empty or unknown name: %j', async (text) => {
    await expectRefused(`fields=${text}`, 'fields');
  });

  it('may be given once', async () => {
    await expectRefused('fields=title&fields=status', 'fields');
    await expectRefused('fields[]=title', 'fields[]');
  });
});

describe('All parameters', () => {
  beforeAll(async () => {
    list = await ItemList.of(world);
    await list.add('One');
  });

  const INSTANT = '2026-01-01T00:00:00Z';
  const SCALARS: [string, string][] = [
    ['limit', '5'],
    ['q', 'one'],
    ['scope', 'all'],
    ['assignee', 'none'],
    ['sprint', 'none'],
    ['parent', 'KEY-1'],
    ['topLevel', '1'],
    ['updatedAfter', INSTANT],
    ['overdue', 'false'],
    ['dueBefore', INSTANT],
    ['dueAfter', INSTANT],
    ['sort', 'updated'],
    ['archived', 'false'],
    ['fields', 'title'],
  ];
  const LISTS = ['status', 'type', 'priority', 'label', 'labelName'];

  it.each(SCALARS)('%s may appear once, percent-encoded or not', async (name, value) => {
    expect((await list.get(`${name}=${value}`)).status).toBe(200);
    const [first, rest] = [name.slice(0, 1), name.slice(1)];
    const encoded = `%${first.charCodeAt(0).toString(16)}${rest}`;
    expect((await list.get(`${encoded}=${value}`)).status).toBe(200);
    await expectRefused(`${name}=${value}&${name}=${value}`, name);
    await expectRefused(`${name}=${value}&${encoded}=${value}`, name);
  });

  it('the cursor may appear once', async () => {
    await expectRefused('cursor=x&cursor=x', 'cursor');
  });

  it.each([...SCALARS.map(([name]) => name).filter((name) => name !== 'q' && name !== 'fields'), ...LISTS])(
    '%s is refused when it is empty',
    async (name) => {
      await expectRefused(`${name}=`, name);
      await expectRefused(name, name);
    },
  );

  it.each([...SCALARS.map(([name]) => name), ...LISTS])('%s is known in this spelling only', async (name) => {
    for (const other of [name.toUpperCase(), `${name}[]`, `${name}%20`, `+${name}`, `${name}[0]`]) {
      if (other !== name) await expectRefused(`${other}=1`, decodeURIComponent(other.replaceAll('+', ' ')));
    }
  });

  it.each([...LISTS])('%s takes 100 values and refuses 101', async (name) => {
    const values: Record<string, string> = { status: 'todo', type: 'bug', priority: 'low', labelName: 'nothing' };
    const value = name === 'label' ? (await givenLabel(admin, list.path, 'many')).id : values[name];
    const times = (count: number): string => Array.from({ length: count }, () => `${name}=${value}`).join('&');
    expect((await list.get(times(100))).status).toBe(200);
    await expectRefused(times(101), name);
  });

  it.each(['organization=x', 'project=KEY', 'involvement=assigned', 'reporter=me', 'since=2026-01-01T00:00:00Z'])(
    'of other collections are unknown here: %s',
    async (query) => {
      await expectRefused(query, query.split('=')[0]!);
    },
  );

  it.each([
    ['0', 'limit'],
    ['201', 'limit'],
    ['-1', 'limit'],
    ['5.0', 'limit'],
    ['05', 'limit'],
  ])('limit=%s is refused', async (value, name) => {
    await expectRefused(`limit=${value}`, name);
  });

  it.each(['sort=Updated', 'sort=key', 'sort=-updated', 'sort=updated,rank', 'sort=title'])(
    '%s is refused',
    async (query) => {
      await expectRefused(query, 'sort');
    },
  );
});
