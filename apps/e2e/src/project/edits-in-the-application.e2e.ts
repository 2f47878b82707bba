import { randomUUID } from 'node:crypto';
import type { Answer } from '../kit/client.js';
import { givenLabel, givenProject, givenSprint } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { Browser, signedIn } from '../kit/session.js';
import { World } from '../kit/world.js';

const world = new World('label-editing');
/** No condition and no key. */
const BARE = { key: null, ifMatch: null };

let admin: Browser;
let member: Browser;
beforeAll(async () => {
  [admin, member] = await Promise.all([signedIn(world, 'admin'), signedIn(world, 'member')]);
});

/** Resources that administrators edit in the application, by the word of their tag, with the way to make one in a Project. */
const EDITED: readonly (readonly [word: string, made: (project: string) => Promise<any>])[] = [
  ['label', (project) => givenLabel(world.owner, project, 'outdoors')],
  ['sprint', (project) => givenSprint(world.owner, project)],
];

describe.each(EDITED)('A %s that is edited', (word, made) => {
  const pathOf = (project: string, id: string): string => `${project.replace('/api/v1/', '/api/')}/${word}s/${id}`;
  const place = async (): Promise<{ project: string; id: string; path: string }> => {
    const project = world.project((await givenProject(world.owner, world.org())).key);
    const { id } = await made(project);
    return { project, id, path: pathOf(project, id) };
  };

  it('is refused without a tag, with a wrong one and with an old one', async () => {
    const { path } = await place();
    const change = (ifMatch: string | null): Promise<Answer> =>
      admin.patch(path, { name: 'x' }, { key: null, ifMatch });
    expectRefusal(await change(null), 'PRECONDITION_REQUIRED');
    expectRefusal(await admin.delete(path, BARE), 'PRECONDITION_REQUIRED');
    for (const tag of [`${word}-1`, `W/"${word}-1"`, '"wi-1"', `"${word}-0"`, `"${word}-1", "${word}-2"`]) {
      expectRefusal(await change(tag), 'VALIDATION_ERROR', 'If-Match');
    }
    expect((await change(`"${word}-1"`)).status).toBe(200);
    const stale = await change(`"${word}-1"`);
    expectRefusal(stale, 'REVISION_CONFLICT');
    expect(stale.body.error.details).toEqual({ expectedRevision: 1, currentRevision: 2 });
    expectRefusal(await admin.delete(path, { key: null, ifMatch: `"${word}-1"` }), 'REVISION_CONFLICT');
  });

  it('is changed once for one Idempotency-Key', async () => {
    const { path } = await place();
    const key = `edited-${randomUUID()}`;
    const change = (name: string): Promise<Answer> => admin.patch(path, { name }, { key });
    const first = await change('once');
    expect(await change('once')).toMatchObject({ text: first.text, headers: { 'idempotency-replayed': 'true' } });
    expectRefusal(await change('twice'), 'IDEMPOTENCY_KEY_REUSED');
  });

  it('is changed by administrators: the right comes before the headers and the body', async () => {
    const { path } = await place();
    expectRefusal(await member.patch(path, { nonsense: 1 }, BARE), 'FORBIDDEN');
    expectRefusal(await member.delete(path, BARE), 'FORBIDDEN');
  });

  it('needs a session of this origin: a token means nothing', async () => {
    const { path } = await place();
    const { token } = world.token('owner');
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const nobody = new Browser(world.baseUrl);
      expectRefusal(await nobody.patch(path, { name: 'x' }, { headers }), 'AUTH_REQUIRED');
    }
    const foreign = admin.with({ 'sec-fetch-site': 'cross-site' });
    expectRefusal(await foreign.patch(path, { name: 'x' }), 'FORBIDDEN');
    expectRefusal(await foreign.delete(path), 'FORBIDDEN');
  });

  it('is not found below another Project', async () => {
    const [{ id: known }, { project: other }] = [await place(), await place()];
    for (const id of [known, randomUUID(), 'nobody']) {
      expectRefusal(await admin.patch(pathOf(other, id), { name: 'x' }), 'NOT_FOUND');
      expectRefusal(await admin.delete(pathOf(other, id)), 'NOT_FOUND');
    }
  });
});
