import { type Answer, hangUp } from '../kit/client.js';
import { query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

let server: RunningServer;
let world: World;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  // An Organization has two of these connections.
  server = await startServer({ postgresUrl, template, environment: { DATABASE_REPORT_POOL_MAX: '4' } });
  world = new World('fair-reports', server.baseUrl, server.databaseUrl);
  for (let n = 0; n < 5; n += 1) await givenWorkItem(world.owner, world.project(), { title: `Number ${n}` });
  // A report that looks at the texts of the five takes five seconds.
  await new Facts(server.databaseUrl).slowTexts();
});
afterAll(async () => {
  await server.stop();
  await hangUp();
});

const slowReports = async (): Promise<number> => {
  const [row] = await query(
    server.databaseUrl,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event = 'PgSleep'`,
  );
  return row.count;
};

describe('One token that asks for many reports', () => {
  it('has one of them made at a time, and everybody else has theirs meanwhile', async () => {
    const { owner, member, stranger } = world;
    const slow = Array.from({ length: 6 }, () => owner.get(`${world.project()}/reports/distribution?q=number`));
    await eventually('a slow report', async () => ((await slowReports()) > 0 ? true : undefined));
    const others: Answer[] = [];
    let most = 0;
    for (let asked = 0; asked < 10; asked += 1) {
      others.push(await stranger.get(`${world.project('WEB', 'foreign')}/reports/distribution`));
      others.push(await member.get(`${world.project()}/reports/distribution?status=backlog`));
      most = Math.max(most, await slowReports());
    }
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect(most).toBe(1);
    // Its own are made one after the other, as far as there is time for them.
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  });
});
