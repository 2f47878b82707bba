import { givenProject, givenSprint } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { expectRefusal } from '../kit/refusals.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('sprints');
const { owner, member } = world;

/** `{proj}` of a fresh Project. */
const project = async (): Promise<string> => world.project((await givenProject(owner, world.org())).key);

describe('createProjectSprint', () => {
  let here: string;
  beforeAll(async () => {
    here = await project();
  });

  it('scenario 33: makes a future Sprint, its other members null, of revision 1', async () => {
    const answer = await owner.post(`${here}/sprints`, { name: 'Sprint 1', startDate: '2026-03-02T10:00:00+01:00' });
    expect({ status: answer.status, etag: answer.headers.etag }).toEqual({ status: 201, etag: '"sprint-1"' });
    expect(membersOf(answer.body)).toEqual(sorted(MEMBERS.sprint));
    expect(answer.body).toMatchObject({
      name: 'Sprint 1',
      state: 'future',
      startDate: '2026-03-02T09:00:00.000Z',
      endDate: null,
      goal: null,
      targetPoints: null,
      revision: 1,
    });
    expect(answer.body.updatedAt).toBe(answer.body.createdAt);
  });

  it('scenario 33: refuses an endDate before the startDate', async () => {
    const dates = { startDate: '2026-03-02T10:00:00Z', endDate: '2026-03-02T10:00:00.999+00:01' };
    expectRefusal(await owner.post(`${here}/sprints`, { name: 'S', ...dates }), 'VALIDATION_ERROR', 'endDate');
  });

  it('takes every member, and an endDate that equals the startDate', async () => {
    const members = {
      name: ' Sprint 2\u3000',
      startDate: '2026-03-02T10:00:00Z',
      endDate: '2026-03-02T11:00:00+01:00',
      goal: ' Ship it. ',
      targetPoints: 10_000_000,
    };
    expect((await owner.post(`${here}/sprints`, members)).body).toMatchObject({
      name: 'Sprint 2',
      startDate: '2026-03-02T10:00:00.000Z',
      endDate: '2026-03-02T10:00:00.000Z',
      goal: ' Ship it. ',
      targetPoints: 10_000_000,
    });
  });

  it('takes null for what is absent, an endDate alone, and a name that is taken', async () => {
    const nothing = { startDate: null, endDate: null, goal: null, targetPoints: null };
    expect((await owner.post(`${here}/sprints`, { name: 'Sprint 1', ...nothing })).body).toMatchObject(nothing);
    const end = { ...nothing, endDate: '2026-03-02T10:00:00Z' };
    expect((await owner.post(`${here}/sprints`, { name: 'Sprint 1', ...end })).status).toBe(201);
  });

  it.each([
    ['no name', {}, 'name'],
    ['null as name', { name: null }, 'name'],
    ['a blank name', { name: ' \u3000' }, 'name'],
    ['256 letters', { name: 'x'.repeat(256) }, 'name'],
    ['a date without time', { name: 'S', startDate: '2026-03-02' }, 'startDate'],
    ['a date without offset', { name: 'S', endDate: '2026-03-02T10:00:00' }, 'endDate'],
    ['a number as goal', { name: 'S', goal: 1 }, 'goal'],
    ['a goal of 10,001 letters', { name: 'S', goal: 'x'.repeat(10_001) }, 'goal'],
    ['half a point', { name: 'S', targetPoints: 0.5 }, 'targetPoints'],
    ['fewer than no points', { name: 'S', targetPoints: -1 }, 'targetPoints'],
    ['10,000,001 points', { name: 'S', targetPoints: 10_000_001 }, 'targetPoints'],
    ['points as text', { name: 'S', targetPoints: '1' }, 'targetPoints'],
    ['a state', { name: 'S', state: 'active' }, 'state'],
  ])('refuses %s', async (_what, body, field) => {
    expectRefusal(await owner.post(`${here}/sprints`, body), 'VALIDATION_ERROR', field);
  });
});

describe('getProjectSprint', () => {
  it('shows a Sprint with its tag to every member, by its id in either case', async () => {
    const here = await project();
    const sprint = await givenSprint(owner, here);
    for (const id of [sprint.id, sprint.id.toUpperCase()]) {
      const answer = await member.get(`${here}/sprints/${id}`);
      expect({ body: answer.body, etag: answer.headers.etag }).toEqual({ body: sprint, etag: '"sprint-1"' });
    }
  });
});

describe('listProjectSprints', () => {
  // Made in this order; the ids are random, so that ties are by them alone.
  const DATES = [
    null,
    '2026-03-02T10:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    null,
    '0001-01-01T00:00:00.000Z',
    '2026-03-02T10:00:00.000Z',
    '2026-03-02T09:59:59.999Z',
    null,
    '2026-03-02T10:00:00.000Z',
  ];
  let here: string;
  const made: any[] = [];
  beforeAll(async () => {
    here = await project();
    for (const startDate of DATES) made.push(await givenSprint(owner, here, { startDate }));
  });

  it('shows dated ones first, by startDate, then id; then the others by id', async () => {
    const inOrder = [...made].sort((a, b) => {
      if ((a.startDate === null) !== (b.startDate === null)) return a.startDate === null ? 1 : -1;
      const [one, other] = a.startDate === b.startDate ? [a.id, b.id] : [a.startDate, b.startDate];
      return one < other ? -1 : 1;
    });
    const { body } = await member.get(`${here}/sprints`);
    expect(body.items).toEqual(inOrder);
    expect(body.items.slice(0, 2).map(({ startDate }: any) => startDate)).toEqual([DATES[4], DATES[6]]);
    expect(body.page).toEqual({ limit: 50, hasMore: false, nextCursor: null });
  });

  it.each([1, 2, 4, 9, 100])('shows each once in pages of %i', async (limit) => {
    const { items } = (await owner.get(`${here}/sprints`)).body;
    expect(await walk(owner, `${here}/sprints?limit=${limit}`)).toEqual(items);
  });
});
