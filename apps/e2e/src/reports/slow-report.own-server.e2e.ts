import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

let server: RunningServer;

beforeAll(async () => {
  // An Organization has two of these connections.
  server = await startServer({ postgresUrl, template, environment: { DATABASE_REPORT_POOL_MAX: '4' } });
});
afterAll(() => server.stop());

describe('A report that the database cannot answer within ten seconds', () => {
  it('is 500 INTERNAL_ERROR, is logged, and stands in nobody’s way', async () => {
    const world = new World('slow-report', server.baseUrl, server.databaseUrl);
    const { owner, member } = world;
    // Each takes a second.
    for (let n = 0; n < 13; n += 1) await givenWorkItem(owner, world.project(), { title: `Number ${n}` });
    const report = (query: string, as = owner) => as.get(`${world.project()}/reports/distribution?${query}`);
    expect((await report('q=number')).body.distribution.total).toBe(13);

    await new Facts(server.databaseUrl).slowTexts();
    // Sent without a `Caller`, which accepts no 500.
    const slow = fetch(`${server.baseUrl}${world.project()}/reports/distribution?q=number`, {
      headers: { authorization: `Bearer ${String(owner.token)}` },
    });
    // Another token, because the slow report's own token may have to wait for a permit.
    expect((await report('status=backlog', member)).body.distribution.total).toBe(13);
    const answer = await slow;
    const requestId = answer.headers.get('x-request-id');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([500, null]);
    expect(await answer.json()).toEqual({
      error: { code: 'INTERNAL_ERROR', message: expect.any(String) },
      requestId,
    });
    const logged = server
      .log()
      .split('\n')
      .filter((line) => line.includes(String(requestId)));
    expect(logged.join('\n')).toContain('canceling statement due to statement timeout');
    expect((await report('status=backlog')).status).toBe(200);
  }, 60_000);
});
