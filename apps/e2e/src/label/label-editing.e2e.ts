import { randomUUID } from 'node:crypto';
import type { Answer } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenLabel, givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { Browser, signedIn } from '../kit/session.js';
import { INSTANT } from '../kit/words.js';
import { World } from '../kit/world.js';
import { found } from '../squeakql/finding.js';

const world = new World('label-editing');
const facts = new Facts(world.databaseUrl);
/** No condition and no key. */
const BARE = { key: null, ifMatch: null };

let admin: Browser;
let member: Browser;
beforeAll(async () => {
  [admin, member] = await Promise.all([signedIn(world, 'admin'), signedIn(world, 'member')]);
});

interface Place {
  /** The path of a fresh Project in the public API. */
  readonly project: string;
  readonly label: any;
  /** The path of the label in the application. */
  readonly path: string;
}

const place = async (name = 'outdoors'): Promise<Place> => {
  const { key } = await givenProject(world.owner, world.org());
  const project = world.project(key);
  const label = await givenLabel(world.owner, project, name, '#112233');
  return { project, label, path: pathOf(project, label.id) };
};
const pathOf = (project: string, id: string): string => `${project.replace('/api/v1/', '/api/')}/labels/${id}`;
const namesIn = async (project: string): Promise<string[]> =>
  (await world.owner.get(`${project}/labels`)).body.items.map(({ name }: { name: string }) => name);

describe('changeLabel', () => {
  it('renames and recolours, over the revision that was read', async () => {
    const { project, label, path } = await place();
    const read = await member.get(path);
    expect(read).toMatchObject({ status: 200, headers: { etag: '"label-1"' } });
    expect(read.body).toEqual({ ...label, revision: 1 });
    expect(label.createdAt).toMatch(INSTANT);

    const renamed = await admin.patch(path, { name: '  Indoors ' }, { key: null, ifMatch: '"label-1"' });
    expect(renamed).toMatchObject({ status: 200, headers: { etag: '"label-2"' } });
    expect(renamed.body).toEqual({ ...label, name: 'indoors', revision: 2 });
    expect(await facts.audit(renamed.headers['x-request-id'])).toMatchObject([
      { operation: 'changeLabel', actor: world.user('admin').id },
    ]);
    const recoloured = await admin.patch(path, { color: '#AABBCC' }, { key: null, ifMatch: '"label-2"' });
    expect(recoloured.body).toEqual({ ...label, name: 'indoors', color: '#aabbcc', revision: 3 });
    expect((await world.owner.get(`${project}/labels`)).body.items).toEqual([
      { ...label, name: 'indoors', color: '#aabbcc' },
    ]);
  });

  it('is seen on every Work Item that has the label, whose revisions stay', async () => {
    const { project, label, path } = await place();
    const { key } = await givenWorkItem(world.owner, project);
    const item = `${project}/work-items/${key}`;
    await world.owner.post(`${item}/labels`, { labelId: label.id }, { ifMatch: '*' });
    await admin.patch(path, { name: 'indoors', color: '#445566' });
    expect((await world.owner.get(item)).body).toMatchObject({
      revision: 2,
      labels: [{ id: label.id, name: 'indoors', color: '#445566' }],
    });
    const query = `project = "${key.split('-')[0]}" and label = "indoors"`;
    expect(await found(world.owner, world.org(), query)).toMatchObject([{ key }]);
    const attached = await world.owner.post(`${item}/labels`, { label: 'indoors' }, { ifMatch: '*' });
    expect(attached.body.revision).toBe(2);
  });

  it('keeps the revision when nothing differs', async () => {
    const { path } = await place();
    const same = await admin.patch(path, { name: 'OUTDOORS', color: '#112233' });
    expect(same).toMatchObject({ status: 200, headers: { etag: '"label-1"' } });
  });

  it('is refused without a tag, with a wrong one and with an old one', async () => {
    const { path } = await place();
    const change = (ifMatch: string | null): Promise<Answer> =>
      admin.patch(path, { name: 'x' }, { key: null, ifMatch });
    expectRefusal(await change(null), 'PRECONDITION_REQUIRED');
    for (const tag of ['label-1', 'W/"label-1"', '"sprint-1"', '"label-0"', '"label-1", "label-2"']) {
      expectRefusal(await change(tag), 'VALIDATION_ERROR', 'If-Match');
    }
    expect((await change('"label-1"')).status).toBe(200);
    const stale = await change('"label-1"');
    expectRefusal(stale, 'REVISION_CONFLICT');
    expect(stale.body.error.details).toEqual({ expectedRevision: 1, currentRevision: 2 });
  });

  it.each([
    ['body', {}],
    ['name', { name: null }],
    ['name', { name: ' \u3000 ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\u0000b' }],
    ['name', { name: ['x'] }],
    ['color', { color: 'red' }],
    ['color', { color: null }],
    ['revision', { revision: 7 }],
  ])('names %s in the refusal of %j', async (field, members) => {
    const { path } = await place();
    expectRefusal(await admin.patch(path, members), 'VALIDATION_ERROR', field);
  });

  it('takes no name that another label of the Project has', async () => {
    const { project, path } = await place();
    await givenLabel(world.owner, project, 'indoors');
    expectRefusal(await admin.patch(path, { name: 'InDoors' }), 'CONFLICT');
    expect(await namesIn(project)).toEqual(['indoors', 'outdoors']);
  });

  it('happens once for one Idempotency-Key', async () => {
    const { path } = await place();
    const key = `label-${randomUUID()}`;
    const change = (name: string): Promise<Answer> => admin.patch(path, { name }, { key });
    const first = await change('once');
    expect(await change('once')).toMatchObject({ text: first.text, headers: { 'idempotency-replayed': 'true' } });
    expectRefusal(await change('twice'), 'IDEMPOTENCY_KEY_REUSED');
    expect((await member.get(path)).body).toMatchObject({ name: 'once', revision: 2 });
  });
});

describe('deleteLabel', () => {
  it('deletes a label that was never on a Work Item, and its name is free again', async () => {
    const { project, label, path } = await place();
    expectRefusal(await admin.delete(path, BARE), 'PRECONDITION_REQUIRED');
    expectRefusal(await admin.delete(path, { key: null, ifMatch: '"label-7"' }), 'REVISION_CONFLICT');
    const deleted = await admin.delete(path, { key: null, ifMatch: '"label-1"' });
    expect(deleted).toMatchObject({ status: 204, text: '' });
    expect(await facts.audit(deleted.headers['x-request-id'])).toMatchObject([{ operation: 'deleteLabel' }]);
    for (const answer of [await member.get(path), await admin.patch(path, { name: 'x' }), await admin.delete(path)]) {
      expectRefusal(answer, 'NOT_FOUND');
    }
    expect((await givenLabel(world.owner, project, label.name)).id).not.toBe(label.id);
  });

  it('is refused when a Work Item has the label, or had it, and says why', async () => {
    const { project, label, path } = await place();
    const { key } = await givenWorkItem(world.owner, project);
    const labels = `${project}/work-items/${key}/labels`;
    await world.owner.post(labels, { labelId: label.id }, { ifMatch: '*' });
    expectRefusal(await admin.delete(path), 'CONFLICT');
    await world.owner.delete(`${labels}/${label.id}`);
    const refused = await admin.delete(path);
    expectRefusal(refused, 'CONFLICT');
    expect(refused.body.error.message).toContain('outdoors is or was on a Work Item');
    expect(await namesIn(project)).toEqual(['outdoors']);
  });
});

describe('The path of a label', () => {
  it('is read by members, and changed by administrators', async () => {
    const { path } = await place();
    expect((await member.get(path)).status).toBe(200);
    // The right comes before the headers and the body.
    expectRefusal(await member.patch(path, { nonsense: 1 }, BARE), 'FORBIDDEN');
    expectRefusal(await member.delete(path, BARE), 'FORBIDDEN');
  });

  it('needs a session of this origin: a token means nothing', async () => {
    const { path } = await place();
    const { token } = world.token('owner');
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      expectRefusal(await new Browser(world.baseUrl).get(path, headers), 'AUTH_REQUIRED');
    }
    const foreign = admin.with({ 'sec-fetch-site': 'cross-site' });
    expectRefusal(await foreign.patch(path, { name: 'x' }), 'FORBIDDEN');
    expectRefusal(await foreign.delete(path), 'FORBIDDEN');
  });

  it('is not found below another Project', async () => {
    const [{ label }, { project: other }] = [await place(), await place()];
    for (const id of [label.id, randomUUID(), 'nobody']) {
      expectRefusal(await admin.get(pathOf(other, id)), 'NOT_FOUND');
      expectRefusal(await admin.patch(pathOf(other, id), { name: 'x' }), 'NOT_FOUND');
      expectRefusal(await admin.delete(pathOf(other, id)), 'NOT_FOUND');
    }
  });

  it('changes in an archived Project too', async () => {
    const { project, path } = await place();
    await world.owner.post(`${project}/archive`, {}, { ifMatch: '*' });
    expect((await admin.patch(path, { name: 'indoors' })).status).toBe(200);
    expect((await admin.delete(path)).status).toBe(204);
  });
});
