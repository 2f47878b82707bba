import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';
import { found, search } from './finding.js';

const world = new World('search');
const { owner, member } = world;
const org = world.org();
const facts = new Facts(world.databaseUrl);
const EVERYTHING = 'archived = FALSE';

let urgent: any;
let longest: any[];

beforeAll(async () => {
  const web = world.project('WEB');
  urgent = await givenWorkItem(owner, web, {
    title: 'Urgent',
    status: 'todo',
    priority: 'urgent',
    assigneePublicId: world.user('colleague').publicId,
  });
  await givenWorkItem(owner, web, { title: 'High', status: 'todo', priority: 'high', storyPoints: 3 });
  await givenWorkItem(owner, web, { title: 'Low', status: 'todo', priority: 'low', dueDate: '2026-05-05T05:05:05Z' });
  longest = [];
  for (const letter of ['😀', '😁', '😂']) {
    longest.push(await givenWorkItem(owner, world.project('HAM'), { title: letter.repeat(500), storyPoints: 3 }));
  }
}, 60_000);

const titles = async (query: string, caller = owner): Promise<string[]> =>
  (await found(caller, org, query)).map(({ title }) => title);

describe('searchOrganizationWorkItemsWithSqueakQL', () => {
  it('scenario 47: answers context rows, with public users', async () => {
    const { status, body } = await search(owner, org, { query: 'status = todo and priority >= high', limit: 25 });
    expect(status).toBe(200);
    expect(body.page).toEqual({ limit: 25, hasMore: false, nextCursor: null });
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['High', 'Urgent']);
    for (const row of body.items) {
      expect(membersOf(row)).toEqual(sorted([...MEMBERS.workItemSummary, 'project', 'organization']));
    }
    const { publicId, name } = world.user('colleague');
    expect(body.items[1]).toMatchObject({
      id: urgent.id,
      key: urgent.key,
      assignee: { publicId, name },
      project: { key: 'WEB', name: 'Website' },
      organization: { slug: world.slug },
    });
    expect(body.items[1].assignee).not.toHaveProperty('id');
    expect(body.items).toEqual((await owner.get(`${org}/work-items?priority=high&priority=urgent`)).body.items);
  });

  it('scenario 47: refuses an invalid query with its diagnostics', async () => {
    const answer = await search(owner, org, { query: 'statuz = todo AND points = x' });
    expectRefusal(answer, 'VALIDATION_ERROR', 'query');
    const { errors } = (
      await owner.post(`${org}/squeakql/validate`, { query: 'statuz = todo AND points = x' }, { key: null })
    ).body;
    expect(errors).toHaveLength(2);
    expect(answer.body.error.details).toEqual({ diagnostics: errors });
    expect(answer.body.error.fieldErrors.query).toEqual(errors.map(({ message }: { message: string }) => message));
  });

  it('scenario 47: refuses an unknown member and any URL parameter', async () => {
    expectRefusal(await search(owner, org, { query: EVERYTHING, sort: 'rank' }), 'VALIDATION_ERROR', 'sort');
    for (const name of ['limit', 'cursor', 'query', 'fields']) {
      const answer = await owner.post(`${org}/work-items/search?${name}=1`, { query: EVERYTHING }, { key: null });
      expectRefusal(answer, 'VALIDATION_ERROR', name);
    }
  });

  it.each<[body: object, member: string]>([
    [{ query: '' }, 'query'],
    [{ query: ' ' }, 'query'],
    [{ query: 'x'.repeat(4097) }, 'query'],
    [{ limit: 25 }, 'query'],
    ...[0, 201, -1, 1.5, '25', null, true].map((limit) => [{ query: EVERYTHING, limit }, 'limit'] as [object, string]),
    ...[1, true, ['x'], {}].map((cursor) => [{ query: EVERYTHING, cursor }, 'cursor'] as [object, string]),
  ])('refuses the body %j', async (body, name) => {
    expectRefusal(await search(owner, org, body), 'VALIDATION_ERROR', name);
  });

  it('has 50 rows per page by default, at most 200', async () => {
    expect((await search(owner, org, { query: EVERYTHING })).body.page.limit).toBe(50);
    for (const limit of [1, 200, 25.0]) {
      expect((await search(owner, org, { query: EVERYTHING, limit })).body.page.limit).toBe(limit);
    }
  });

  it('is no mutation: a key is ignored, and every request answers anew', async () => {
    const query = `title = 'Not there yet'`;
    const ask = () => owner.post(`${org}/work-items/search`, { query }, { key: 'the-same-key-again' });
    expect((await ask()).body.items).toEqual([]);
    const item = await givenWorkItem(owner, world.project('WEB'), { title: 'Not there yet', status: 'done' });
    const { body, headers } = await ask();
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([item.id]);
    expect(headers['idempotency-replayed']).toBeUndefined();
    await facts.deleteWorkItem(item.id);
    expect((await owner.post(`${org}/work-items/search`, { query }, { key: '?' })).status).toBe(200);
  });

  it('an unknown user, Sprint, label, Project or key matches nothing, as a hidden one does', async () => {
    const narrow = world.caller('owner of WEB only');
    for (const query of [
      'assignee = nobody',
      'sprint = never',
      'label = none',
      'project = NONE',
      'key = NONE-1',
      'parent = NONE-1',
      'project = HAM',
      'key = HAM-1',
      `title ~ '😀'`,
    ]) {
      expect(await titles(query, narrow)).toEqual([]);
    }
  });

  it('shows another member the same', async () => {
    expect(await titles('points = 3', member)).toEqual(await titles('points = 3'));
  });
});

describe('The cursor of a search', () => {
  const firstCursor = async (query: string): Promise<string> =>
    (await search(owner, org, { query, limit: 1 })).body.page.nextCursor;

  it.each([
    EVERYTHING,
    `${EVERYTHING} ORDER BY points`,
    `${EVERYTHING} ORDER BY points DESC, due`,
    `${EVERYTHING} ORDER BY due DESC, title`,
    `${EVERYTHING} ORDER BY title DESC`,
    `${EVERYTHING} ORDER BY type, status DESC, priority, created DESC, updated, key`,
  ])('walks through all rows once, on every page size: %s', async (query) => {
    const all = await found(owner, org, query);
    expect(all).toHaveLength(6);
    for (const limit of [1, 2, 3, 5]) expect(await found(owner, org, query, limit)).toEqual(all);
  });

  it('fits in a request, whatever the row it points at', async () => {
    const query = 'project = HAM ORDER BY title, points, due DESC, created, updated, type, status, priority';
    const rows = await found(owner, org, query, 1);
    expect(rows.map(({ id }) => id)).toEqual(longest.map(({ id }) => id));
    expect((await firstCursor(query)).length).toBeLessThanOrEqual(8192);
  });

  it('is bound to the query text, and not to the limit', async () => {
    const cursor = await firstCursor(EVERYTHING);
    expect((await search(owner, org, { query: EVERYTHING, limit: 2, cursor })).body.items).toHaveLength(2);
    for (const query of ['archived != TRUE', `${EVERYTHING} `, `${EVERYTHING} ORDER BY updated DESC`]) {
      expectRefusal(await search(owner, org, { query, cursor }), 'INVALID_CURSOR');
    }
  });

  it('is bound to the Organization, and to this collection', async () => {
    const cursor = await firstCursor(EVERYTHING);
    const traveller = world.caller('traveller');
    expectRefusal(await search(traveller, world.org('foreign'), { query: EVERYTHING, cursor }), 'INVALID_CURSOR');
    expectRefusal(await owner.get(`${org}/work-items?cursor=${cursor}`), 'INVALID_CURSOR');
    const { nextCursor } = (await owner.get(`${org}/work-items?limit=1`)).body.page;
    expectRefusal(await search(owner, org, { query: EVERYTHING, cursor: nextCursor }), 'INVALID_CURSOR');
  });

  it('null is the first page; whatever else is no usable cursor is INVALID_CURSOR', async () => {
    expect((await search(owner, org, { query: EVERYTHING, cursor: null })).status).toBe(200);
    const cursor = await firstCursor(EVERYTHING);
    for (const bad of ['', 'x', 'x'.repeat(9000), ` ${cursor}`, `${cursor}=`, cursor.slice(1), '\u0000', '😀']) {
      expectRefusal(await search(owner, org, { query: EVERYTHING, cursor: bad }), 'INVALID_CURSOR');
    }
  });

  it('keeps asOf: what falls due between two pages is overdue on neither', async () => {
    const project = world.project('WEB');
    for (const title of ['Late 1', 'Late 2', 'Late 3']) {
      await givenWorkItem(owner, project, { title, dueDate: '2026-01-01T00:00:00Z', type: 'story' });
    }
    const next = await givenWorkItem(owner, project, { title: 'Late next', type: 'story' });
    const query = 'overdue = TRUE AND due < now() AND due <= 0m AND type = story ORDER BY due, key';
    const first = await search(owner, org, { query, limit: 2 });
    await facts.fallDueNow(next.id);
    const { cursor } = { cursor: first.body.page.nextCursor };
    const second = await search(owner, org, { query, limit: 2, cursor });
    expect([...first.body.items, ...second.body.items].map(({ title }) => title)).toEqual([
      'Late 1',
      'Late 2',
      'Late 3',
    ]);
    expect(await titles(query)).toEqual(['Late 1', 'Late 2', 'Late 3', 'Late next']);
    expect((await search(owner, org, { query, limit: 2, cursor })).body).toEqual(second.body);
  });

  it('works with every token that sees the Organization', async () => {
    const query = 'project = WEB AND type = task ORDER BY key';
    const cursor = await firstCursor(query);
    const rest = (await search(owner, org, { query, cursor })).body.items;
    expect((await search(world.caller('owner of WEB only'), org, { query, cursor })).body.items).toEqual(rest);
  });
});
