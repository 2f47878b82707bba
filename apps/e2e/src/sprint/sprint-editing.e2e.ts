import type { Answer } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { Browser, signedIn } from '../kit/session.js';
import { World } from '../kit/world.js';
import { found } from '../squeakql/finding.js';

const world = new World('sprint-editing');
const facts = new Facts(world.databaseUrl);
const PLAN = {
  ...{ name: 'Sprint 1', goal: 'Search', targetPoints: 30 },
  ...{ startDate: '2026-03-02T00:00:00.000Z', endDate: '2026-03-15T23:59:59.000Z' },
};

let admin: Browser;
let member: Browser;
beforeAll(async () => {
  [admin, member] = await Promise.all([signedIn(world, 'admin'), signedIn(world, 'member')]);
});

interface Place {
  /** The path of a fresh Project in the public API. */
  readonly project: string;
  readonly sprint: any;
  /** The path of the Sprint in the public API. */
  readonly target: string;
  /** The path of the Sprint in the application. */
  readonly path: string;
}

const place = async (): Promise<Place> => {
  const { key } = await givenProject(world.owner, world.org());
  const project = world.project(key);
  const sprint = await givenSprint(world.owner, project, PLAN);
  return { project, sprint, target: `${project}/sprints/${sprint.id}`, path: pathOf(project, sprint.id) };
};
const pathOf = (project: string, id: string): string => `${project.replace('/api/v1/', '/api/')}/sprints/${id}`;

describe('changeSprint', () => {
  it('changes every member of the plan, over the revision that was read', async () => {
    const { sprint, target, path } = await place();
    const changes = {
      ...{ name: '  Sprint 2 ', goal: 'Reports', targetPoints: 0 },
      ...{ startDate: '2026-03-09T00:00:00.000Z', endDate: '2026-03-22T23:59:59.000Z' },
    };
    const changed = await admin.patch(path, changes, { key: null, ifMatch: '"sprint-1"' });
    expect(changed).toMatchObject({ status: 200, headers: { etag: '"sprint-2"' } });
    expect(changed.body).toEqual({
      ...sprint,
      ...changes,
      name: 'Sprint 2',
      revision: 2,
      updatedAt: changed.body.updatedAt,
    });
    expect((await world.owner.get(target)).body).toEqual(changed.body);
    expect(await facts.audit(changed.headers['x-request-id'])).toMatchObject([
      { operation: 'changeSprint', actor: world.user('admin').id },
    ]);
  });

  it('clears by null, keeps what is absent, and keeps the revision when nothing differs', async () => {
    const { sprint, path } = await place();
    const cleared = { startDate: null, endDate: null, goal: null, targetPoints: null };
    const changed = await admin.patch(path, cleared);
    expect(changed.body).toEqual({ ...sprint, ...cleared, revision: 2, updatedAt: changed.body.updatedAt });
    const same = await admin.patch(path, { name: 'Sprint 1', goal: null });
    expect(same).toMatchObject({ status: 200, text: changed.text, headers: { etag: '"sprint-2"' } });
  });

  it('is known to queries and to the Work Items in it', async () => {
    const { project, sprint, path } = await place();
    const { key } = await givenWorkItem(world.owner, project, { sprintId: sprint.id });
    await admin.patch(path, { name: 'Zoë’s Sprint' });
    const item = await world.owner.get(`${project}/work-items/${key}`);
    expect(item.body).toMatchObject({ revision: 1, sprint: { id: sprint.id, name: 'Zoë’s Sprint' } });
    const finding = (name: string) =>
      found(world.owner, world.org(), `project = "${key.split('-')[0]}" and sprint = "${name}"`);
    expect(await finding('ZOË’S sprint')).toMatchObject([{ key }]);
    expect(await finding('Sprint 1')).toEqual([]);
  });

  it('changes an active Sprint, and no Sprint that is done', async () => {
    const { target, path } = await place();
    await moved(world.owner, target, 'active');
    const changed = await admin.patch(path, { endDate: '2026-03-20T23:59:59.000Z' });
    expect(changed.body).toMatchObject({ state: 'active', endDate: '2026-03-20T23:59:59.000Z', revision: 3 });
    const done = await moved(world.owner, target, 'done');
    const refused = await admin.patch(path, { name: 'Too late' });
    expectRefusal(refused, 'CONFLICT');
    expect(refused.body.error.message).toContain('Sprint 1 is done');
    expect((await world.owner.get(target)).body).toEqual(done);
  });

  it.each([
    ['body', {}],
    ['name', { name: null }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(256) }],
    ['goal', { goal: 'x'.repeat(10_001) }],
    ['targetPoints', { targetPoints: 10_000_001 }],
    ['targetPoints', { targetPoints: 1.5 }],
    ['startDate', { startDate: '2026-02-30T00:00:00Z' }],
    // The end is compared with the start that stays.
    ['endDate', { endDate: '2026-03-01T00:00:00Z' }],
    ['state', { state: 'done' }],
    ['completion', { completion: { mode: 'backlog' } }],
  ])('names %s in the refusal of %j', async (field, members) => {
    const { path } = await place();
    expectRefusal(await admin.patch(path, members), 'VALIDATION_ERROR', field);
  });
});

describe('deleteSprint', () => {
  it('deletes a Sprint to come that no Work Item was ever in', async () => {
    const { target, path } = await place();
    const deleted = await admin.delete(path, { key: null, ifMatch: '"sprint-1"' });
    expect(deleted).toMatchObject({ status: 204, text: '' });
    expect(await facts.audit(deleted.headers['x-request-id'])).toMatchObject([{ operation: 'deleteSprint' }]);
    for (const answer of [
      await world.owner.get(target),
      await admin.patch(path, { name: 'x' }),
      await admin.delete(path),
    ]) {
      expectRefusal(answer, 'NOT_FOUND');
    }
  });

  it('is refused when a Work Item is or was in it', async () => {
    const { project, sprint, target, path } = await place();
    const { key } = await givenWorkItem(world.owner, project, { sprintId: sprint.id });
    expectRefusal(await admin.delete(path), 'CONFLICT');
    await world.owner.patch(`${project}/work-items/${key}`, { sprintId: null });
    const refused = await admin.delete(path);
    expectRefusal(refused, 'CONFLICT');
    expect(refused.body.error.message).toContain('A Work Item is or was in Sprint 1');
    expect((await world.owner.get(target)).status).toBe(200);
  });

  it('is refused when it has started, or is done', async () => {
    const { target, path } = await place();
    for (const state of ['active', 'done']) {
      await moved(world.owner, target, state);
      const refused = await admin.delete(path);
      expectRefusal(refused, 'CONFLICT');
      expect(refused.body.error.message).toContain('Sprint 1 has started');
    }
  });

  it('is refused while a saved Sprint report shows it', async () => {
    const { project, sprint, path } = await place();
    const reports = `${project.replace('/api/v1/', '/api/')}/saved-sprint-reports`;
    const { body: report } = await member.post(reports, { name: 'One', sprint: sprint.id }, { key: null });
    const refused = await admin.delete(path);
    expectRefusal(refused, 'CONFLICT');
    // It may be the private report of somebody else, whose name nobody learns.
    expect(refused.body.error.message).not.toContain('One');
    await member.delete(`${reports}/${report.id}`);
    expect((await admin.delete(path)).status).toBe(204);
  });

  it.each([
    ['a Work Item', 201, [400], (project: string, id: string) => givenIn(project, id)],
    [
      'a saved report',
      201,
      [400, 409],
      (project: string, id: string) =>
        member.post(`${project.replace('/api/v1/', '/api/')}/saved-sprint-reports`, { name: 'x', sprint: id }),
    ],
    [
      'its start',
      200,
      [404],
      (project: string, id: string) =>
        world.owner.post(`${project}/sprints/${id}/transitions`, { targetState: 'active' }, { ifMatch: '*' }),
    ],
  ] as const)('and %s never both succeed', async (_what, done, refused, other) => {
    for (let round = 0; round < 20; round += 1) {
      const { project, sprint, path } = await place();
      const [deleted, used] = await Promise.all([admin.delete(path), other(project, sprint.id)]);
      const possible = [[409, done], ...refused.map((status) => [204, status])];
      expect(possible).toContainEqual([deleted.status, used.status]);
    }
  });
});

const givenIn = (project: string, sprintId: string): Promise<Answer> =>
  world.owner.post(`${project}/work-items`, { title: 'An item', sprintId });
