import { freshKey } from '../kit/client.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('work-limits');
const { owner, admin, member } = world;
const facts = new Facts(world.databaseUrl);

const NONE = { backlog: null, todo: null, in_progress: null, in_review: null };

/** A fresh Project, its key, its path in v1, and that of its limits. */
async function given() {
  const { key } = await givenProject(owner, world.org());
  const project = world.project(key);
  return { key, project, limits: `${project.replace('/api/v1/', '/api/x/')}/work-limits` };
}

describe('limitWork', () => {
  it('sets, keeps and clears limits as a change of the Project, which v1 does not show', async () => {
    const { project, limits } = await given();
    const before = (await owner.get(project)).body;
    const first = await member.get(limits);
    expect([first.status, first.headers.etag, first.body]).toEqual([200, '"project-1"', { ...NONE, revision: 1 }]);

    const conditions = { ifMatch: '"project-1"', key: freshKey() };
    const changed = await admin.patch(limits, { todo: 5, in_progress: 3 }, conditions);
    expect([changed.status, changed.headers.etag]).toEqual([200, '"project-2"']);
    expect(changed.body).toEqual({ ...NONE, todo: 5, in_progress: 3, revision: 2 });
    expectReplay(await admin.patch(limits, { todo: 5, in_progress: 3 }, conditions), changed);
    const { body } = await admin.patch(limits, { todo: null, in_review: 999 }, { ifMatch: '"project-2"' });
    expect(body).toEqual({ ...NONE, in_progress: 3, in_review: 999, revision: 3 });
    expect((await member.get(limits)).body).toEqual(body);

    const after = (await owner.get(project)).body;
    expect(after).toEqual({ ...before, revision: 3, updatedAt: after.updatedAt });
    const same = await admin.patch(limits, { in_progress: 3 }, { ifMatch: '"project-3"' });
    expect(same.headers.etag).toBe('"project-3"');
    // The other changes of a Project leave its limits.
    await owner.patch(project, { name: 'Renamed' }, { ifMatch: '"project-3"' });
    expect((await member.get(limits)).body).toEqual({ ...body, revision: 4 });
  });

  it('refuses nothing: a Work Item moves over the limit', async () => {
    const { project, limits } = await given();
    await admin.patch(limits, { in_progress: 1 }, { ifMatch: '*' });
    for (const title of ['One', 'Two']) {
      const { key } = await givenWorkItem(owner, project, { title, status: 'todo' });
      const to = { targetStatus: 'in_progress' };
      expect((await member.post(`${world.item(key)}/transitions`, to, { ifMatch: '*' })).status).toBe(200);
    }
  });

  it('is in the audit trail, and in the feed as a change of the Project', async () => {
    const events = `${world.org().replace('/api/v1/', '/api/x/')}/events`;
    const { cursor } = (await owner.get(`${events}?after=latest`)).body;
    const { key, limits } = await given();
    const answer = await admin.patch(limits, { todo: 7 }, { ifMatch: '*' });
    expect(await facts.audit(answer.headers['x-request-id'])).toMatchObject([{ operation: 'limitWork' }]);
    const told = await eventually('two events', async () => {
      const { items } = (await owner.get(`${events}?after=${cursor}&project=${key}`)).body;
      return items.length > 1 ? items : undefined;
    });
    expect(told.map(({ type }: { readonly type: string }) => type)).toEqual(['project.created', 'project.updated']);
  });

  it('names the wrong member, and refuses members, an old revision and a missing one', async () => {
    const { limits } = await given();
    for (const wrong of [0, 1_000, 1.5, '3', true]) {
      expectRefusal(await admin.patch(limits, { in_review: wrong }, { ifMatch: '*' }), 'VALIDATION_ERROR', 'in_review');
    }
    expectRefusal(await admin.patch(limits, { done: 3 }, { ifMatch: '*' }), 'VALIDATION_ERROR', 'done');
    expectRefusal(await admin.patch(limits, {}, { ifMatch: '*' }), 'VALIDATION_ERROR');
    expectRefusal(await admin.patch(limits, { todo: 1 }, { ifMatch: '"project-9"' }), 'REVISION_CONFLICT');
    expectRefusal(await member.patch(limits, { todo: 1 }, { ifMatch: '*' }), 'FORBIDDEN');
    expect((await member.get(limits)).body).toEqual({ ...NONE, revision: 1 });
  });
});
