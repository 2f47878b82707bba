import { type Answer, freshKey, Raw } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectIndistinguishable, expectRefusal, expectReplay } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('deletion');
const { owner, admin } = world;
const facts = new Facts(world.databaseUrl);

let here: string;
beforeAll(async () => {
  here = world.project((await givenProject(owner, world.org())).key);
});

const numberOf = ({ key }: any): number => Number(key.split('-')[1]);

const isThere = async ({ key }: any): Promise<boolean> => (await owner.get(world.item(key))).status === 200;

describe('deleteWorkItem', () => {
  it('scenario 32: needs cascade where live items are below, then takes the tree, and never gives a number again', async () => {
    const top = await givenWorkItem(owner, here);
    const child = await givenWorkItem(owner, here, { parentId: top.key });
    const path = world.item(top.key);
    expectRefusal(await owner.delete(path, {}, { cascade: false }), 'WORK_ITEM_HAS_CHILDREN');
    expectRefusal(await admin.delete(path, {}, { cascade: true }), 'FORBIDDEN');
    expect(await isThere(top)).toBe(true);

    const conditions = { key: freshKey(), ifMatch: '"wi-1"' };
    const gone = await owner.delete(path, conditions, { cascade: true });
    expect({ status: gone.status, text: gone.text, etag: gone.headers.etag }).toEqual({
      status: 204,
      text: '',
      etag: undefined,
    });
    for (const { key } of [top, child]) expectRefusal(await owner.get(world.item(key)), 'NOT_FOUND');

    const again = await owner.delete(path, conditions, { cascade: true });
    expectReplay(again, gone);
    expect(again.headers['content-type']).toBeUndefined();
    expect(numberOf(await givenWorkItem(owner, here))).toBeGreaterThan(numberOf(child));
  });

  it('is refused on any descendant that is live, archived ones included, however deep', async () => {
    const top = await givenWorkItem(owner, here);
    const child = await givenWorkItem(owner, here, { parentId: top.key });
    const grandchild = await givenWorkItem(owner, here, { parentId: child.key });
    await owner.post(`${world.item(child.key)}/archive`, {}, { ifMatch: '*' });
    await owner.post(`${world.item(grandchild.key)}/archive`, {}, { ifMatch: '*' });
    expectRefusal(await owner.delete(world.item(top.key)), 'WORK_ITEM_HAS_CHILDREN');
  });

  it('needs no cascade once what was below is deleted or elsewhere', async () => {
    const top = await givenWorkItem(owner, here);
    const [one, other] = [
      await givenWorkItem(owner, here, { parentId: top.key }),
      await givenWorkItem(owner, here, { parentId: top.key }),
    ];
    expect((await owner.delete(world.item(one.key))).status).toBe(204);
    await owner.patch(world.item(other.key), { parentId: null });
    expect((await owner.delete(world.item(top.key))).status).toBe(204);
    expect(await isThere(other)).toBe(true);
  });

  it('takes the whole tree and nothing beside it, archived items too', async () => {
    const above = await givenWorkItem(owner, here);
    const top = await givenWorkItem(owner, here, { parentId: above.key });
    const sibling = await givenWorkItem(owner, here, { parentId: above.key });
    const child = await givenWorkItem(owner, here, { parentId: top.key });
    const archived = await givenWorkItem(owner, here, { parentId: child.key });
    const belowArchived = await givenWorkItem(owner, here, { parentId: archived.key });
    const early = await givenWorkItem(owner, here, { parentId: top.key });
    await owner.post(`${world.item(archived.key)}/archive`, {}, { ifMatch: '*' });
    await owner.delete(world.item(early.key));
    const beforehand = await facts.history(early.id);

    const { status, headers } = await owner.delete(world.item(top.key), {}, { cascade: true });
    expect(status).toBe(204);
    for (const item of [top, child, archived, belowArchived]) expect(await isThere(item)).toBe(false);
    for (const item of [above, sibling]) expect(await isThere(item)).toBe(true);

    const actor = world.user('owner').id;
    const recorded = await Promise.all([top, child, archived, belowArchived].map(({ id }) => facts.history(id)));
    expect(recorded.map((rows) => rows.map(({ action }) => action))).toEqual([
      ['created', 'work_item_deleted'],
      ['created', 'work_item_deleted'],
      ['created', 'archived', 'work_item_deleted'],
      ['created', 'work_item_deleted'],
    ]);
    const last = recorded.map((rows) => rows.at(-1)!);
    expect(last.map(({ revision }) => revision)).toEqual([2, 2, 3, 2]);
    for (const row of last) expect(row).toMatchObject({ actor, detail: null, at: last[0]!.at });
    expect(await facts.history(early.id)).toEqual(beforehand);

    const [row, ...more] = await facts.audit(headers['x-request-id']);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ operation: 'deleteWorkItem', actor });
    // One entry, however many descendants were deleted too: their own history names them.
    expect(row!.touched).toEqual([{ kind: 'work_item', id: top.id, revision: 2, descendants: 3 }]);
  });

  it('hides the item from every reader and from those who look for a parent', async () => {
    const project = world.project((await givenProject(owner, world.org())).key);
    const item = await givenWorkItem(owner, project);
    const other = await givenWorkItem(owner, project);
    await owner.delete(world.item(item.key));
    const missing = `${project}/work-items/${item.key.replace(/\d+$/, '99999')}`;
    for (const behind of ['', '/transitions']) {
      const answer = await owner.get(`${world.item(item.key)}${behind}`);
      expectRefusal(answer, 'NOT_FOUND');
      expectIndistinguishable(answer, await owner.get(`${missing}${behind}`));
    }
    const { body } = await owner.get(`${project}/work-items`);
    expect(body.items.map(({ key }: any) => key)).toEqual([other.key]);
    for (const parentId of [item.key, item.id]) {
      expectRefusal(await owner.patch(world.item(other.key), { parentId }), 'VALIDATION_ERROR', 'parentId');
      expectRefusal(
        await owner.post(`${project}/work-items`, { title: 'x', parentId }),
        'VALIDATION_ERROR',
        'parentId',
      );
    }
  });

  it('answers a second deletion as if the item had never been, unless it is the same request', async () => {
    const item = await givenWorkItem(owner, here);
    const path = world.item(item.key);
    const key = freshKey();
    const first = await owner.delete(path, { key });
    const missing = await owner.delete(world.item(item.key.replace(/\d+$/, '99999')));
    const others: Promise<Answer>[] = [
      owner.delete(path),
      owner.delete(path, { key }, { cascade: true }),
      owner.delete(path, { key, ifMatch: '"wi-1"' }),
      owner.delete(path, { key }, new Raw('')),
      owner.post(`${path}/archive`, {}, { ifMatch: '*' }),
      admin.delete(path, { key }),
    ];
    for (const answer of await Promise.all(others)) {
      expectRefusal(answer, 'NOT_FOUND');
      expectIndistinguishable(answer, missing);
    }
    for (const same of [undefined, {}, { cascade: false }])
      expectReplay(await owner.delete(path, { key }, same), first);
    expect((await facts.history(item.id)).map(({ action }) => action)).toEqual(['created', 'work_item_deleted']);
  });

  it('checks in this order: revision, archive, children', async () => {
    const top = await givenWorkItem(owner, here);
    await givenWorkItem(owner, here, { parentId: top.key });
    const path = world.item(top.key);
    await owner.post(`${path}/archive`, {}, { ifMatch: '*' });
    const stale = await owner.delete(path, { ifMatch: '"wi-1"' });
    expectRefusal(stale, 'REVISION_CONFLICT');
    expect(stale.body.error.details).toEqual({ expectedRevision: 1, currentRevision: 2 });
    expectRefusal(await owner.delete(path, { ifMatch: '"wi-2"' }), 'WORK_ITEM_ARCHIVED');
    await owner.post(`${path}/unarchive`, {}, { ifMatch: '*' });
    expectRefusal(await owner.delete(path, { ifMatch: '"wi-3"' }), 'WORK_ITEM_HAS_CHILDREN');
    expect((await owner.delete(path, { ifMatch: '"wi-3"' }, { cascade: true })).status).toBe(204);
  });

  describe('takes as a body', () => {
    it.each([
      ['none', undefined],
      ['none, and a length of 0', new Raw('', null)],
      ['an empty object', {}],
      ['an empty object with white space', new Raw(' {\n} ')],
      ['cascade: false', { cascade: false }],
      ['cascade: true', { cascade: true }],
    ])('%s', async (_what, body) => {
      const { key } = await givenWorkItem(owner, here);
      expect((await owner.delete(world.item(key), {}, body)).status).toBe(204);
    });

    it.each([
      ['nothing of a media type', new Raw(''), 'body'],
      ['nothing at all of a media type', new Raw(null), 'body'],
      ['nothing of another media type', new Raw('', 'text/plain'), 'body'],
      ['white space', new Raw(' \n'), 'body'],
      ['white space without a media type', new Raw(' ', null), 'body'],
      ['an object without a media type', new Raw('{}', null), 'body'],
      ['half an object', new Raw('{"cascade":'), 'body'],
      ['null', new Raw('null'), 'body'],
      ['a list', [], 'body'],
      ['a bare word', true, 'body'],
      ['cascade: null', { cascade: null }, 'cascade'],
      ['cascade as a word', { cascade: 'true' }, 'cascade'],
      ['cascade as a number', { cascade: 1 }, 'cascade'],
      ['cascade twice', new Raw('{"cascade":true,"cascade":true}'), 'cascade'],
      ['another member', { cascade: true, force: true }, 'force'],
    ])('not %s', async (_what, body, field) => {
      const item = await givenWorkItem(owner, here);
      expectRefusal(await owner.delete(world.item(item.key), {}, body), 'VALIDATION_ERROR', field);
      expect(await isThere(item)).toBe(true);
    });
  });
});
