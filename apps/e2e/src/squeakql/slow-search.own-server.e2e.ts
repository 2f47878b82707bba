import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';
import { search } from './finding.js';

const { postgresUrl, template } = theRun();

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ postgresUrl, template });
});
afterAll(() => server.stop());

describe('A search, or a list, that the database cannot answer in time', () => {
  it('is 429 with Retry-After, and stands in nobody’s way', async () => {
    const world = new World('slow-search', server.baseUrl, server.databaseUrl);
    const { owner } = world;
    for (let n = 0; n < 8; n += 1) await givenWorkItem(owner, world.project(), { title: `Number ${n}` });
    expect((await search(owner, world.org(), { query: `text ~ 'number'` })).body.items).toHaveLength(8);

    await new Facts(server.databaseUrl).slowTexts();
    const slow = search(owner, world.org(), { query: `text ~ 'number'` });
    expect((await search(owner, world.org(), { query: 'status = backlog' })).body.items).toHaveLength(8);
    const answer = await slow;
    expectRefusal(answer, 'RATE_LIMITED');
    expect(answer.headers['retry-after']).toBe('1');
    expect((await search(owner, world.org(), { query: 'status = backlog' })).status).toBe(200);

    const list = await owner.get(`${world.project()}/work-items?q=number`);
    expectRefusal(list, 'RATE_LIMITED');
    expect(list.headers['retry-after']).toBe('1');
  });
});
