import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { signedIn } from '../kit/session.js';
import { World } from '../kit/world.js';

const world = new World('squeakql-count');
const counting = `${world.org().replace('/v1/', '/')}/work-items/count`;

/** Bulk requests of 50 Work Items. */
async function givenMany(project: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += 50) {
    const length = Math.min(50, count - from);
    const operations = Array.from({ length }, (_, at) => ({ projectKey: project, title: `Grain ${from + at}` }));
    const { status } = await world.owner.post(`${world.org()}/bulk-work-items`, { operations });
    expect(status).toBe(200);
  }
}

describe('countWorkItems', () => {
  it('counts what the search lists: not what is archived, unless the query names it', async () => {
    const { key } = await givenProject(world.owner, world.org());
    for (const title of ['Engine', 'Tank', 'Door']) await givenWorkItem(world.owner, world.project(key), { title });
    await world.owner.post(`${world.item(`${key}-3`)}/archive`, {}, { ifMatch: '*' });
    const browser = await signedIn(world, 'member');
    const counted = async (query: string) => (await browser.post(counting, { query }, { key: null })).body;
    expect(await counted(`project = ${key}`)).toEqual({ count: 2, isMore: false });
    expect(await counted(`project = ${key} AND archived = TRUE`)).toEqual({ count: 1, isMore: false });
    expect(await counted(`project = ${key} AND title = nothing`)).toEqual({ count: 0, isMore: false });
  });

  it('counts to 1,000, and says when there are more', async () => {
    const { key } = await givenProject(world.owner, world.org());
    await givenMany(key, 1_001);
    const browser = await signedIn(world, 'member');
    const counted = async (query: string) => (await browser.post(counting, { query }, { key: null })).body;
    const all = `project = ${key}`;
    expect(await counted(`${all} AND title != 'Grain 7' ORDER BY title`)).toEqual({ count: 1_000, isMore: false });
    expect(await counted(`${all} ORDER BY title`)).toEqual({ count: 1_000, isMore: true });
  });

  it('refuses a wrong query with its errors, a foreign Organization, and a program with a token', async () => {
    const browser = await signedIn(world, 'member');
    const refusal = await browser.post(counting, { query: 'statuz = done' }, { key: null });
    expectRefusal(refusal, 'VALIDATION_ERROR', 'query');
    expect(refusal.body.error.details.diagnostics).toMatchObject([{ code: 'SQUEAKQL_UNKNOWN_FIELD', column: 1 }]);
    const foreign = await signedIn(world, 'stranger');
    expectRefusal(await foreign.post(counting, { query: 'status = done' }, { key: null }), 'NOT_FOUND');
    expectRefusal(await world.owner.post(counting, { query: 'status = done' }, { key: null }), 'FORBIDDEN');
  });
});
