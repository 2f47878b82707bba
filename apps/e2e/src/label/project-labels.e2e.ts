import { Facts } from '../kit/facts.js';
import { givenLabel, givenProject, givenWorkItem } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { expectRefusal } from '../kit/refusals.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('labels');
const { owner, member } = world;
const facts = new Facts(world.databaseUrl);

/** `{proj}` of a fresh Project. */
const project = async (): Promise<string> => world.project((await givenProject(owner, world.org())).key);

describe('createProjectLabel', () => {
  let here: string;
  beforeAll(async () => {
    here = await project();
  });

  it('scenario 23: keeps the name trimmed and in lower case, and refuses it a second time in any case', async () => {
    const answer = await owner.post(`${here}/labels`, { name: ' Frontend ' });
    expect(answer.status).toBe(201);
    expect(membersOf(answer.body)).toEqual(sorted(MEMBERS.projectLabel));
    expect(answer.body).toMatchObject({ name: 'frontend', color: '#6366f1' });
    expectRefusal(await owner.post(`${here}/labels`, { name: 'FRONTEND' }), 'CONFLICT');
    expect((await owner.get(`${here}/labels`)).body.items).toEqual([answer.body]);
  });

  it.each([
    ['composed and decomposed letters', 'Caf\u00e9', 'CAFE\u0301'],
    ['white space of another kind', 'good first issue', 'Good\u00a0first \t issue'],
    ['letters that are the same without their case', 'Gro\u00dfe Stra\u00dfe', 'GROSSE STRASSE'],
    ['a dotted capital I', 'istanbul', '\u0130stanbul'],
  ])('refuses a name a second time that differs only by %s', async (_what, name, other) => {
    const path = await project();
    const kept = await givenLabel(owner, path, name);
    expectRefusal(await owner.post(`${path}/labels`, { name: other }), 'CONFLICT');
    const { key } = await givenWorkItem(owner, path);
    const attached = await owner.post(`${path}/work-items/${key}/labels`, { label: other }, { ifMatch: '*' });
    expect(attached.body.labels).toMatchObject([{ id: kept.id, name: kept.name }]);
    const found = await owner.get(`${path}/work-items?labelName=${encodeURIComponent(other)}`);
    expect(found.body.items).toHaveLength(1);
  });

  it('creates the 2,000th label of a Project and no further one', async () => {
    const { id, key } = await givenProject(owner, world.org());
    await facts.manyLabels(id, 1_999);
    const full = `${world.project(key)}/labels`;
    expect((await owner.post(full, { name: 'the last one' })).status).toBe(201);
    const refused = await owner.post(full, { name: 'one too many' });
    expectRefusal(refused, 'CONFLICT');
    expect(refused.body.error.message).toBe('The Project has 2000 labels or more, and no more are possible.');
  });

  it('has no revision, and so no ETag', async () => {
    const { headers, body } = await owner.post(`${here}/labels`, { name: 'untagged' });
    expect([headers.etag, body.revision]).toEqual([undefined, undefined]);
  });

  it('keeps a colour in lower case', async () => {
    expect((await owner.post(`${here}/labels`, { name: 'red', color: '#FF00aa' })).body.color).toBe('#ff00aa');
  });

  it.each([
    ['one letter', 'x', 'x'],
    ['100 code points, blanks around them', ` ${'😀'.repeat(100)}\u3000`, '😀'.repeat(100)],
    ['100 code points in NFC and lower case', `${'İ'.repeat(49)}e\u0301Z`, `${'i\u0307'.repeat(49)}éz`],
    ['letters beyond ASCII', 'ÉCLAIR ΔΈΛΤΑ', 'éclair δέλτα'],
    ['white space of any kind within', 'a \t\u00a0\u3000 b', 'a b'],
    ['more than 100 characters, most of them white space', `c${' '.repeat(200)}d`, 'c d'],
    ['what a path gives a meaning to', 'A/b?c#d%2F+e..', 'a/b?c#d%2f+e..'],
  ])('takes a name of %s', async (_what, name, stored) => {
    expect((await owner.post(`${here}/labels`, { name })).body.name).toBe(stored);
  });

  it.each([
    ['no name', {}, 'name'],
    ['null as name', { name: null }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: ' \u0085\u3000' }, 'name'],
    ['101 letters', { name: 'x'.repeat(101) }, 'name'],
    ['51 letters that two each stand for in lower case', { name: 'İ'.repeat(51) }, 'name'],
    ['a number as name', { name: 1 }, 'name'],
    ['U+0000 in the name', { name: 'a\u0000' }, 'name'],
    ['half a surrogate pair in the name', { name: '\ud83d' }, 'name'],
    ['null as colour', { name: 'n', color: null }, 'color'],
    ['a word as colour', { name: 'n', color: 'red' }, 'color'],
    ['a short colour', { name: 'n', color: '#abc' }, 'color'],
    ['an unknown member', { name: 'n', description: 'x' }, 'description'],
  ])('refuses %s', async (_what, body, field) => {
    expectRefusal(await owner.post(`${here}/labels`, body), 'VALIDATION_ERROR', field);
  });

  it('takes a name that another Project has', async () => {
    const [one, other] = [await project(), await project()];
    await givenLabel(owner, one, 'shared');
    expect((await owner.post(`${other}/labels`, { name: 'shared' })).status).toBe(201);
  });
});

describe('listProjectLabels', () => {
  const NAMES = ['zoo', 'a b', 'ab', 'a', 'é', '😀', 'Ab2', '_', '10', '9'];
  const IN_ORDER = ['10', '9', '_', 'a', 'a b', 'ab', 'ab2', 'zoo', 'é', '😀'];
  let here: string;
  beforeAll(async () => {
    here = await project();
    for (const name of NAMES) await givenLabel(owner, here, name);
  });

  it('shows them by name, code point by code point, to every member', async () => {
    const { body } = await member.get(`${here}/labels`);
    expect(body.items.map(({ name }: any) => name)).toEqual(IN_ORDER);
    expect(body.page).toEqual({ limit: 50, hasMore: false, nextCursor: null });
    for (const label of body.items) expect(membersOf(label)).toEqual(sorted(MEMBERS.projectLabel));
  });

  it.each([1, 2, 7, 10, 100])('shows each once in pages of %i', async (limit) => {
    const { items } = (await owner.get(`${here}/labels`)).body;
    expect(await walk(owner, `${here}/labels?limit=${limit}`)).toEqual(items);
  });

  it('is empty where there are none, whatever other Projects have', async () => {
    expect((await owner.get(`${await project()}/labels`)).body.items).toEqual([]);
  });
});
