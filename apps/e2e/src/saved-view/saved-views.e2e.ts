import { randomUUID } from 'node:crypto';
import { freshKey, type Answer, type Caller } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { expectIndistinguishable, expectRefusal, expectReplay } from '../kit/refusals.js';
import { signedIn } from '../kit/session.js';
import { INSTANT, UUID } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('saved-views');
const facts = new Facts(world.databaseUrl);
const VIEWS = `/api/x/organizations/${world.slug}/saved-views`;
const pathOf = ({ id }: { id: string }): string => `${VIEWS}/${id}`;

const owner = world.owner;
const admin = world.admin;
const member = world.member;
const colleague = world.caller('colleague');
const ofHam = world.caller('member of HAM only');

let counter = 0;
const saved = async (client: Caller, members: object = {}): Promise<any> => {
  const answer = await client.post(VIEWS, { name: `View ${(counter += 1)}`, query: 'blocked()', ...members });
  if (answer.status !== 201) throw new Error(`Nothing was saved: ${answer.status} ${answer.text}`);
  return answer.body;
};
const pin = (client: Caller, view: { id: string }): Promise<Answer> =>
  client.send({ method: 'PUT', target: `${pathOf(view)}/pin`, headers: { 'idempotency-key': freshKey() } });
const unpin = (client: Caller, view: { id: string }): Promise<Answer> =>
  client.delete(`${pathOf(view)}/pin`, { ifMatch: null });
const idsIn = async (client: Caller, query = ''): Promise<string[]> => {
  const ids: string[] = [];
  let cursor = '';
  do {
    const { body } = await client.get(`${VIEWS}?limit=100${query}${cursor}`);
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.page.nextCursor === null ? '' : `&cursor=${encodeURIComponent(body.page.nextCursor)}`;
  } while (cursor !== '');
  return ids;
};

describe('saveView', () => {
  it('saves a query with defaults, and answers with all members and the tag', async () => {
    const answer = await member.post(VIEWS, { name: '  Mine  ', query: 'assignee = me() ORDER BY due' });
    const { publicId, name } = world.user('member');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID),
      name: 'Mine',
      project: null,
      query: 'assignee = me() ORDER BY due',
      layout: 'list',
      groupBy: null,
      columns: ['key', 'title', 'status', 'priority', 'assignee'],
      shared: false,
      owner: { publicId, name },
      pinned: false,
      revision: 1,
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: answer.body.createdAt,
    });
    expect(answer.headers.etag).toBe('"view-1"');
    expect(await facts.audit(answer.headers['x-request-id'])).toMatchObject([
      { operation: 'saveView', actor: world.user('member').id },
    ]);
    const read = await member.get(pathOf(answer.body));
    expect(read).toMatchObject({ status: 200, headers: { etag: '"view-1"' }, body: answer.body });
  });

  it('keeps all that was given, and a repeat with the key saves nothing more', async () => {
    const name = `<img src=x onerror=alert(1)> '; drop table users; -- \u202e😀`;
    const content = { name, query: 'blocked()', layout: 'table', groupBy: 'assignee', columns: ['title', 'key'] };
    const key = { key: freshKey() };
    const first = await member.post(VIEWS, { ...content, project: 'HAM', shared: true }, key);
    expect(first.body).toMatchObject({ ...content, project: { key: 'HAM' }, shared: true });
    expectReplay(await member.post(VIEWS, { ...content, project: 'HAM', shared: true }, key), first);
    expect((await colleague.get(pathOf(first.body))).body).toEqual(first.body);
  });

  it.each([
    ['name', {}],
    ['name', { name: ' \u3000 ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\nb' }],
    ['query', { query: undefined }],
    ['query', { query: ' ' }],
    ['query', { query: 'statuz = todo' }],
    ['query', { query: 'status = ' }],
    ['query', { query: `blocked()${' '.repeat(4_096)}` }],
    ['project', { project: 'NOPE' }],
    ['project', { project: 'not a key' }],
    ['layout', { layout: 'calendar' }],
    ['groupBy', { groupBy: 'color' }],
    ['columns', { columns: [] }],
    ['columns', { columns: ['key', 'key'] }],
    ['columns', { columns: ['secret'] }],
    ['columns', { columns: Array<string>(16).fill('key') }],
    ['shared', { shared: 'true' }],
    ['owner', { owner: 'somebody' }],
  ])('names %s in the refusal of %j', async (field, members) => {
    const named = field === 'name' ? {} : { name: `View ${randomUUID()}` };
    const answer = await member.post(VIEWS, { ...named, query: 'blocked()', ...members });
    expectRefusal(answer, 'VALIDATION_ERROR', field);
  });

  it('says where an invalid query is wrong', async () => {
    const { body } = await member.post(VIEWS, { name: 'Wrong', query: 'statuz = todo' });
    expect(body.error.details.diagnostics).toMatchObject([{ code: 'SQUEAKQL_UNKNOWN_FIELD', column: 1, endColumn: 6 }]);
  });

  it('takes a name once for each owner, in upper or lower case', async () => {
    await saved(member, { name: 'Twice' });
    expectRefusal(await member.post(VIEWS, { name: 'TWICE', query: 'blocked()' }), 'CONFLICT');
    await saved(colleague, { name: 'Twice' });
  });

  it('saves 200 views of one owner at most, also at the same time', async () => {
    const traveller = await signedIn(world, 'traveller');
    const save = (at: number) => traveller.post(VIEWS, { name: `Of a traveller ${at}`, query: 'blocked()' });
    const statuses: number[] = [];
    for (let at = 0; at < 210; at += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, next) => save(at + next)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.sort()).toEqual([...Array<number>(200).fill(201), ...Array<number>(10).fill(409)]);
    expectRefusal(await save(210), 'LIMIT_REACHED');
  });
});

describe('A view', () => {
  it('that is private exists for its owner only', async () => {
    const view = await saved(member);
    for (const client of [owner, admin, colleague]) {
      const missing = pathOf({ id: randomUUID() });
      expectIndistinguishable(await client.get(pathOf(view)), await client.get(missing));
      expectRefusal(await client.patch(pathOf(view), { layout: 'board' }), 'NOT_FOUND');
      expectRefusal(await client.delete(pathOf(view)), 'NOT_FOUND');
      expectRefusal(await pin(client, view), 'NOT_FOUND');
      expectRefusal(await unpin(client, view), 'NOT_FOUND');
      expect(await idsIn(client)).not.toContain(view.id);
    }
    expect(await idsIn(member)).toContain(view.id);
  });

  it('that is shared is changed and deleted by its owner and administrators; name and sharing by its owner alone', async () => {
    const view = await saved(member, { shared: true });
    expectRefusal(await colleague.patch(pathOf(view), { layout: 'board' }), 'FORBIDDEN');
    expectRefusal(await colleague.delete(pathOf(view)), 'FORBIDDEN');
    for (const members of [{ name: 'Theirs' }, { shared: false }]) {
      expectRefusal(await admin.patch(pathOf(view), members), 'FORBIDDEN');
    }
    expect((await admin.patch(pathOf(view), { layout: 'board' })).body).toMatchObject({ layout: 'board', revision: 2 });
    expect((await member.patch(pathOf(view), { name: 'Mine alone' })).body).toMatchObject({ name: 'Mine alone' });
    expect((await admin.delete(pathOf(view))).status).toBe(204);
    expectRefusal(await member.get(pathOf(view)), 'NOT_FOUND');
  });

  it('of a Project, or of the whole Organization, is not there for a token of another Project', async () => {
    const [web, ham, whole] = [
      await saved(colleague, { project: 'WEB', shared: true }),
      await saved(colleague, { project: 'HAM', shared: true }),
      await saved(colleague, { shared: true }),
    ];
    const seen = await idsIn(ofHam);
    expect(seen).toContain(ham.id);
    for (const hidden of [web, whole]) {
      expect(seen).not.toContain(hidden.id);
      expectRefusal(await ofHam.get(pathOf(hidden)), 'NOT_FOUND');
      expectRefusal(await pin(ofHam, hidden), 'NOT_FOUND');
    }
    const own = await saved(ofHam, { project: 'HAM' });
    const refusals = [
      await ofHam.post(VIEWS, { name: 'Elsewhere', query: 'blocked()', project: 'WEB' }),
      await ofHam.post(VIEWS, { name: 'Elsewhere', query: 'blocked()', project: 'NOPE' }),
      await ofHam.patch(pathOf(own), { project: 'WEB' }),
      await ofHam.patch(pathOf(own), { project: null }),
    ];
    for (const refusal of refusals) expectRefusal(refusal, 'VALIDATION_ERROR', 'project');
  });

  it('is changed over the revision that was read, and keeps it when nothing differs', async () => {
    const view = await saved(member, { groupBy: 'status', project: 'WEB' });
    const change = (members: object, ifMatch: string | null) => member.patch(pathOf(view), members, { ifMatch });
    expectRefusal(await change({ layout: 'board' }, null), 'PRECONDITION_REQUIRED');
    expectRefusal(await change({ layout: 'board' }, 'view-1'), 'VALIDATION_ERROR', 'If-Match');
    expectRefusal(await change({}, '"view-1"'), 'VALIDATION_ERROR', 'body');
    expectRefusal(await change({ query: 'statuz = todo' }, '"view-1"'), 'VALIDATION_ERROR', 'query');
    const changed = await change({ query: 'status = todo', groupBy: null, project: null }, '"view-1"');
    expect(changed).toMatchObject({ status: 200, headers: { etag: '"view-2"' } });
    expect(changed.body).toEqual({
      ...view,
      query: 'status = todo',
      groupBy: null,
      project: null,
      revision: 2,
      updatedAt: changed.body.updatedAt,
    });
    expectRefusal(await change({ layout: 'board' }, '"view-1"'), 'REVISION_CONFLICT');
    expect((await change({ query: 'status = todo', layout: 'list' }, '"view-2"')).text).toBe(changed.text);
    expectRefusal(await member.delete(pathOf(view), { ifMatch: '"view-1"' }), 'REVISION_CONFLICT');
  });
});

describe('A pin', () => {
  it('belongs to its viewer, is repeatable, and is a filter of the list', async () => {
    const view = await saved(member, { shared: true });
    for (let time = 0; time < 2; time += 1) expect(await pin(colleague, view)).toMatchObject({ status: 204, text: '' });
    expect((await colleague.get(pathOf(view))).body).toEqual({ ...view, pinned: true });
    expect((await member.get(pathOf(view))).body.pinned).toBe(false);
    expect(await idsIn(colleague, '&pinned=true')).toContain(view.id);
    expect(await idsIn(member, '&pinned=true')).not.toContain(view.id);
    for (let time = 0; time < 2; time += 1) expect((await unpin(colleague, view)).status).toBe(204);
    expect(await idsIn(colleague, '&pinned=true')).not.toContain(view.id);
  });

  it('is one of 20 at most in an Organization, and ends for others when the view is shared no longer', async () => {
    const views: any[] = [];
    for (let count = 0; count < 21; count += 1) views.push(await saved(admin, { shared: true }));
    const answers = await Promise.all(views.map((view) => pin(admin, view)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(204), 409]);
    expectRefusal(
      answers.find(({ status }) => status === 409)!,
      'LIMIT_REACHED',
    );
    const [view] = views;
    await pin(colleague, view);
    await admin.patch(pathOf(view), { shared: false });
    await admin.patch(pathOf(view), { shared: true });
    expect((await colleague.get(pathOf(view))).body.pinned).toBe(false);
  });
});

describe('The list', () => {
  it('goes by name over pages, and its cursor is for the same list of the same viewer', async () => {
    const names = ['zebra', 'Äpfel', 'apple', 'Banana'].map((name) => `list of ${name}`);
    for (const name of names) await saved(colleague, { name });
    const first = await colleague.get(`${VIEWS}?limit=2`);
    const cursor = encodeURIComponent(first.body.page.nextCursor);
    expectRefusal(await member.get(`${VIEWS}?limit=2&cursor=${cursor}`), 'INVALID_CURSOR');
    expectRefusal(await colleague.get(`${VIEWS}?limit=2&pinned=true&cursor=${cursor}`), 'INVALID_CURSOR');
    const ids = await idsIn(colleague);
    expect(new Set(ids).size).toBe(ids.length);
    const { body } = await colleague.get(`${VIEWS}?limit=100`);
    const listed = body.items.map(({ name }: { name: string }) => name).filter((name: string) => names.includes(name));
    expect(listed).toEqual(['list of apple', 'list of Banana', 'list of zebra', 'list of Äpfel']);
  });
});
