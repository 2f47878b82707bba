import { randomUUID } from 'node:crypto';
import { freshKey, Raw } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenLink, givenProject, givenWorkItem } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { expectIndistinguishable, expectRefusal, expectReplay } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('links');
const { owner, member } = world;
const facts = new Facts(world.databaseUrl);

let here: any;
/** Two fresh items of one Project for each test, and `{wi}` of both. */
let one: any;
let other: any;
let atOne: string;
let atOther: string;

beforeAll(async () => {
  here = await givenProject(owner, world.org(), { name: 'Linked' });
});

beforeEach(async () => {
  one = await givenWorkItem(owner, world.project(here.key), { title: 'One' });
  other = await givenWorkItem(owner, world.project(here.key), { title: 'Other', type: 'bug', status: 'todo' });
  atOne = world.item(one.key);
  atOther = world.item(other.key);
});

const shownOf = (item: any, project: any = here): object => ({
  id: item.id,
  key: item.key,
  project: { id: project.id, key: project.key, name: project.name },
  title: item.title,
  type: item.type,
  status: item.status,
});

const linksOf = async (at: string, caller = owner): Promise<any[]> => (await caller.get(`${at}/links`)).body.items;

const SEEN_FROM_OTHER = { blocks: 'blocked_by', blocked_by: 'blocks', relates: 'relates' } as const;
const RELATIONS = ['blocks', 'blocked_by', 'relates'] as const;

describe('createWorkItemLink', () => {
  it('scenario 27: from creation to a replayed deletion', async () => {
    const conditions = { key: freshKey() };
    const created = await owner.post(`${atOne}/links`, { targetKey: other.key, relation: 'blocks' });
    expect(created.status).toBe(201);
    expect((await linksOf(atOther)).map(({ relation }) => relation)).toEqual(['blocked_by']);
    const again = { targetKey: other.key, relation: 'blocks' };
    expectRefusal(await owner.post(`${atOne}/links`, again), 'LINK_DUPLICATE');
    const fromOther = { targetKey: one.key, relation: 'blocked_by' };
    expectRefusal(await owner.post(`${atOther}/links`, fromOther), 'LINK_DUPLICATE');
    const against = { targetKey: one.key, relation: 'blocks' };
    expectRefusal(await owner.post(`${atOther}/links`, against), 'LINK_CONTRADICTION');
    const itself = { targetKey: one.key, relation: 'blocks' };
    expectRefusal(await owner.post(`${atOne}/links`, itself), 'VALIDATION_ERROR', 'targetKey');
    const deleted = await owner.delete(`${atOne}/links/${created.body.id}`, conditions);
    expect({ status: deleted.status, text: deleted.text }).toEqual({ status: 204, text: '' });
    expectReplay(await owner.delete(`${atOne}/links/${created.body.id}`, conditions), deleted);
  });

  it('names the target by its key in any case, or by its id in any case', async () => {
    const key = other.key.toLowerCase();
    expect((await owner.post(`${atOne}/links`, { targetKey: key, relation: 'blocks' })).status).toBe(201);
    const targetId = other.id.toUpperCase();
    expect((await owner.post(`${atOne}/links`, { targetId, relation: 'relates' })).status).toBe(201);
  });

  it.each([
    ['no relation', () => ({ targetKey: other.key }), ['relation']],
    ['an unknown relation', () => ({ targetKey: other.key, relation: 'duplicates' }), ['relation']],
    ['no target', () => ({ relation: 'blocks' }), ['targetKey', 'targetId']],
    [
      'two targets',
      () => ({ relation: 'blocks', targetKey: other.key, targetId: other.id }),
      ['targetKey', 'targetId'],
    ],
    ['a null key', () => ({ relation: 'blocks', targetKey: null }), ['targetKey']],
    ['a null id', () => ({ relation: 'blocks', targetId: null }), ['targetId']],
    ['a null beside a target', () => ({ relation: 'blocks', targetKey: other.key, targetId: null }), ['targetId']],
    ['an empty key', () => ({ relation: 'blocks', targetKey: '' }), ['targetKey']],
    ['a key of 51 characters', () => ({ relation: 'blocks', targetKey: 'x'.repeat(51) }), ['targetKey']],
    ['an id that is no uuid', () => ({ relation: 'blocks', targetId: other.key }), ['targetId']],
    ['something else', () => ({ relation: 'blocks', targetKey: other.key, note: 'x' }), ['note']],
  ])('refuses %s', async (_what, body, fields) => {
    expectRefusal(await owner.post(`${atOne}/links`, body()), 'VALIDATION_ERROR', ...fields);
    expect(await linksOf(atOne)).toEqual([]);
  });

  it('refuses the item itself, by its key and by its id', async () => {
    for (const relation of RELATIONS) {
      const byKey = { relation, targetKey: one.key };
      expectRefusal(await owner.post(`${atOne}/links`, byKey), 'VALIDATION_ERROR', 'targetKey');
      const byId = { relation, targetId: one.id };
      expectRefusal(await owner.post(`${atOne}/links`, byId), 'VALIDATION_ERROR', 'targetId');
    }
  });

  it('does not find what is malformed, unknown, deleted, or of another Organization', async () => {
    const gone = await givenWorkItem(owner, world.project(here.key));
    await facts.deleteWorkItem(gone.id);
    const foreign = await givenWorkItem(world.stranger, world.project('FOR', 'foreign'));
    const missing = await owner.post(`${atOne}/links`, { relation: 'blocks', targetKey: `${here.key}-99999` });
    for (const target of [
      { targetKey: 'nonsense' },
      { targetKey: `${here.key}-0` },
      { targetKey: ` ${other.key}` },
      { targetKey: 'x'.repeat(50) },
      { targetKey: 'NONE-1' },
      { targetKey: gone.key },
      { targetKey: foreign.key },
      { targetId: gone.id },
      { targetId: foreign.id },
      { targetId: randomUUID() },
      { targetId: here.id },
    ]) {
      const answer = await owner.post(`${atOne}/links`, { relation: 'blocks', ...target });
      expectRefusal(answer, 'NOT_FOUND');
      expectIndistinguishable(answer, missing);
    }
  });

  // Present, as One sees it; new, as One sees it.
  it.each([
    ['blocks', 'blocks', 'LINK_DUPLICATE'],
    ['blocked_by', 'blocked_by', 'LINK_DUPLICATE'],
    ['relates', 'relates', 'LINK_DUPLICATE'],
    ['blocks', 'blocked_by', 'LINK_CONTRADICTION'],
    ['blocked_by', 'blocks', 'LINK_CONTRADICTION'],
    ['blocks', 'relates', 'no refusal'],
    ['blocked_by', 'relates', 'no refusal'],
    ['relates', 'blocks', 'no refusal'],
    ['relates', 'blocked_by', 'no refusal'],
  ] as const)('beside %s: %s is answered by %s, whichever side asks', async (present, relation, code) => {
    await givenLink(owner, atOne, other.key, present);
    const fromOne = (): Promise<any> => owner.post(`${atOne}/links`, { targetKey: other.key, relation });
    const fromOther = (): Promise<any> =>
      owner.post(`${atOther}/links`, { targetId: one.id, relation: SEEN_FROM_OTHER[relation] });
    if (code === 'no refusal') {
      expect((await fromOne()).status).toBe(201);
      expectRefusal(await fromOther(), 'LINK_DUPLICATE');
      return;
    }
    expectRefusal(await fromOne(), code);
    expectRefusal(await fromOther(), code);
    expect(await linksOf(atOne)).toHaveLength(1);
  });
});

describe('An archived Work Item', () => {
  it('neither gains nor loses a link of its own accord, but may be the target of one', async () => {
    const { id } = await givenLink(owner, atOne, other.key);
    await facts.archiveWorkItem(one.id);
    for (const body of [
      { targetKey: other.key, relation: 'relates' },
      { targetKey: other.key, relation: 'blocks' },
      { targetKey: 'nonsense', relation: 'blocks' },
      { targetKey: one.key, relation: 'blocks' },
    ]) {
      expectRefusal(await owner.post(`${atOne}/links`, body), 'WORK_ITEM_ARCHIVED');
    }
    expectRefusal(await owner.delete(`${atOne}/links/${id}`), 'WORK_ITEM_ARCHIVED');
    expect(await linksOf(atOne)).toHaveLength(1);
    await givenLink(owner, atOther, one.key, 'relates');
    expect((await linksOf(atOther)).map(({ relation, otherWorkItem }) => [relation, otherWorkItem])).toEqual([
      ['blocked_by', shownOf(one)],
      ['relates', shownOf(one)],
    ]);
    expect((await owner.delete(`${atOther}/links/${id}`)).status).toBe(204);
    expect((await linksOf(atOne)).map(({ relation }) => relation)).toEqual(['relates']);
  });
});

describe('deleteWorkItemLink', () => {
  it('removes the link from both sides, whichever is addressed', async () => {
    for (const at of [atOne, atOther]) {
      const { id } = await givenLink(owner, atOne, other.key);
      const answer = await member.delete(`${at}/links/${id}`);
      expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({ status: 204, type: undefined });
      expect(await linksOf(atOne)).toEqual([]);
      expect(await linksOf(atOther)).toEqual([]);
    }
    expect((await owner.get(atOne)).body).toEqual(one);
    expect((await owner.get(atOther)).body).toEqual(other);
  });

  it('needs a key, takes no body but {}, and no query', async () => {
    const { id } = await givenLink(owner, atOne, other.key);
    const at = `${atOne}/links/${id}`;
    expectRefusal(await owner.delete(at, { key: null }), 'IDEMPOTENCY_KEY_REQUIRED');
    expectRefusal(await owner.delete(at, { key: 'short' }), 'VALIDATION_ERROR', 'Idempotency-Key');
    expectRefusal(await owner.delete(at, {}, { relation: 'blocks' }), 'VALIDATION_ERROR', 'relation');
    expectRefusal(await owner.delete(at, {}, new Raw('[]')), 'VALIDATION_ERROR', 'body');
    expectRefusal(await owner.delete(`${at}?force=true`), 'VALIDATION_ERROR', 'force');
    expect((await owner.delete(at, {}, {})).status).toBe(204);
  });

  it('is replayed to the same person under the same key, whatever became of the items', async () => {
    const { id } = await givenLink(owner, atOne, other.key);
    const conditions = { key: freshKey() };
    const first = await owner.delete(`${atOne}/links/${id}`, conditions);
    expectReplay(await owner.delete(`${atOne}/links/${id.toUpperCase()}`, conditions, {}), first);
    expectRefusal(await member.delete(`${atOne}/links/${id}`, conditions), 'NOT_FOUND');
    // A request that names the link from its other side is another request, so its key is new.
    expectRefusal(await owner.delete(`${atOther}/links/${id}`, conditions), 'NOT_FOUND');
    await facts.deleteWorkItem(other.id);
    expectReplay(await owner.delete(`${atOne}/links/${id}`, conditions), first);
    await facts.deleteWorkItem(one.id);
    expectReplay(await owner.delete(`${atOne}/links/${id}`, conditions), first);
  });
});

describe('A link to a deleted Work Item', () => {
  it('is shown by nobody and can no longer be removed', async () => {
    const { id } = await givenLink(owner, atOne, other.key);
    await facts.deleteWorkItem(other.id);
    expect(await linksOf(atOne)).toEqual([]);
    const missing = await owner.delete(`${atOne}/links/${randomUUID()}`);
    expectIndistinguishable(await owner.delete(`${atOne}/links/${id}`), missing);
    expectRefusal(await owner.get(`${atOther}/links`), 'NOT_FOUND');
  });
});

describe('A token of one Project', () => {
  const ofWeb = world.caller('owner of WEB only');
  const ofBoth = world.caller('owner of both');
  let web: any;
  let ham: any;
  let atWeb: string;
  let atHam: string;

  beforeEach(async () => {
    web = await givenWorkItem(owner, world.project('WEB'));
    ham = await givenWorkItem(owner, world.project('HAM'));
    atWeb = world.item(web.key);
    atHam = world.item(ham.key);
  });

  it('cannot remove such a link: it is answered as a link that is not there', async () => {
    const { id } = await givenLink(owner, atWeb, ham.key);
    const missing = `${atWeb}/links/${randomUUID()}`;
    const hidden = `${atWeb}/links/${String(id)}`;
    expectRefusal(await ofWeb.delete(hidden), 'NOT_FOUND');
    for (const conditions of [{}, { key: null }, { key: 'short' }]) {
      expectIndistinguishable(await ofWeb.delete(hidden, conditions), await ofWeb.delete(missing, conditions));
    }
    expectIndistinguishable(await ofWeb.delete(`${hidden}?x=1`), await ofWeb.delete(`${missing}?x=1`));
    expectIndistinguishable(await ofWeb.delete(hidden, {}, { x: 1 }), await ofWeb.delete(missing, {}, { x: 1 }));
    await facts.archiveWorkItem(web.id);
    expectIndistinguishable(await ofWeb.delete(hidden), await ofWeb.delete(missing));
    expect(await linksOf(atWeb)).toHaveLength(1);
  });

  it('cannot make one: the target is answered as one that is not there', async () => {
    const missing = await ofWeb.post(`${atWeb}/links`, { relation: 'blocks', targetKey: 'HAM-99999' });
    expectRefusal(missing, 'NOT_FOUND');
    await givenLink(owner, atWeb, ham.key, 'blocks');
    for (const target of [{ targetKey: ham.key }, { targetId: ham.id }, { targetId: randomUUID() }]) {
      for (const relation of RELATIONS) {
        expectIndistinguishable(await ofWeb.post(`${atWeb}/links`, { relation, ...target }), missing);
      }
    }
    expect((await ofBoth.post(`${atHam}/links`, { relation: 'relates', targetKey: web.key })).status).toBe(201);
  });

  it('gets no replay of an answer that shows the other Project', async () => {
    const conditions = { key: freshKey() };
    const body = { relation: 'blocks', targetKey: ham.key };
    const first = await owner.post(`${atWeb}/links`, body, conditions);
    expect(first.status).toBe(201);
    expectRefusal(await ofWeb.post(`${atWeb}/links`, body, conditions), 'NOT_FOUND');
    expectReplay(await ofBoth.post(`${atWeb}/links`, body, conditions), first);
  });

  it('gets no replay of the removal of a link that it could not see', async () => {
    const { id } = await givenLink(owner, atWeb, ham.key);
    const conditions = { key: freshKey() };
    const first = await owner.delete(`${atWeb}/links/${String(id)}`, conditions);
    const missing = await ofWeb.delete(`${atWeb}/links/${randomUUID()}`, conditions);
    expectIndistinguishable(await ofWeb.delete(`${atWeb}/links/${String(id)}`, conditions), missing);
    expectReplay(await ofBoth.delete(`${atWeb}/links/${String(id)}`, conditions), first);
  });
});

describe('listWorkItemLinks', () => {
  it('is in the order in which links came to be, and shows the items as they are now', async () => {
    const made = [];
    for (let n = 0; n < 5; n += 1) {
      const third = await givenWorkItem(owner, world.project(here.key));
      const fromThird = n % 2 === 1;
      made.push(
        await (fromThird ? givenLink(owner, world.item(third.key), one.key) : givenLink(owner, atOne, third.key)),
      );
      if (n === 0) await owner.patch(world.item(third.key), { title: 'Renamed' });
    }
    const listed = await linksOf(atOne);
    expect(listed.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(listed.map(({ relation }) => relation)).toEqual(['blocks', 'blocked_by', 'blocks', 'blocked_by', 'blocks']);
    expect(listed[0].otherWorkItem.title).toBe('Renamed');
    expect(await walk(owner, `${atOne}/links?limit=2`)).toEqual(listed);
  });
});
