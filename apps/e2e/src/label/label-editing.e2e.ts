import { Facts } from '../kit/facts.js';
import { givenLabel, givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { Browser, signedIn } from '../kit/session.js';
import { INSTANT } from '../kit/words.js';
import { World } from '../kit/world.js';
import { found } from '../squeakql/finding.js';

const world = new World('label-editing');
const facts = new Facts(world.databaseUrl);

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
});

describe('deleteLabel', () => {
  it('deletes a label that was never on a Work Item, and its name is free again', async () => {
    const { project, label, path } = await place();
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
  it('changes in an archived Project too', async () => {
    const { project, path } = await place();
    await world.owner.post(`${project}/archive`, {}, { ifMatch: '*' });
    expect((await admin.patch(path, { name: 'indoors' })).status).toBe(200);
    expect((await admin.delete(path)).status).toBe(204);
  });
});
