import { connected, createDatabase, dropDatabase, query } from '../kit/database.js';
import { givenWorkItem } from '../kit/given.js';
import {
  behindPooler,
  keepingNames,
  type Login,
  loginOf,
  losingNames,
  type PgBouncer,
  startPgBouncer,
} from '../kit/pgbouncer.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { runTask, taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

const server = loginOf('server');
const reports = loginOf('reports');
const owner = loginOf('owner');
const logins = [server, reports, owner];

let databaseUrl: string;
let pooler: PgBouncer;
/** Passes start-up options over, as many installations are configured to. */
let careless: PgBouncer;
const running: RunningServer[] = [];

beforeAll(async () => {
  databaseUrl = await createDatabase(postgresUrl, template);
  for (const { name, password } of logins) {
    await query(
      postgresUrl,
      `create role ${name} login ${name === owner.name ? 'superuser' : ''} password '${password}'`,
    );
  }
  pooler = await startPgBouncer(postgresUrl, logins, losingNames());
  careless = await startPgBouncer(postgresUrl, logins, ['ignore_startup_parameters = options']);
});
afterAll(async () => {
  for (const one of running) await one.stop();
  await pooler.stop();
  await careless.stop();
  await dropDatabase(postgresUrl, databaseUrl);
  for (const { name } of logins) await query(postgresUrl, `drop role ${name}`);
});

/** The variables of a server behind a pooler. */
const through = (place: PgBouncer, more: Record<string, string> = {}) => ({
  ...behindPooler(place, { server, reports }, databaseUrl),
  ...more,
});
const start = (environment: Record<string, string>) => startServer({ postgresUrl, databaseUrl, environment });
const refusal = async (environment: Record<string, string>) => {
  try {
    running.push(await start(environment));
    return 'It started.';
  } catch (error) {
    const { message, cause } = error as Error;
    return `${message}\n${cause instanceof Error ? cause.message : ''}`;
  }
};
/** Sets the logins up, and lets the pooler open its sessions again. */
const setUpLogins = async (...parameters: string[]): Promise<unknown> => {
  const answer: unknown = await taskResult(['db:logins', ...parameters], { databaseUrl });
  await pooler.stop();
  pooler = await startPgBouncer(postgresUrl, logins, losingNames());
  return answer;
};

/** The most sessions that a server leaves to a login in the pooler. */
const SESSIONS = 15;

/** Counts the statements about Work Items that are prepared in the sessions of a login: each is held until all have been looked at. */
async function preparedBy(login: Login, place: PgBouncer): Promise<number> {
  const count = `select count(*)::integer as names, pg_sleep(0.5) from pg_prepared_statements where statement like '%work_items%'`;
  const look = () =>
    connected(place.urlFor(login, databaseUrl), async (client) => (await client.query(count)).rows[0].names as number);
  const found = await Promise.all(Array.from({ length: SESSIONS }, look));
  return found.reduce((sum, names) => sum + names, 0);
}

describe('Behind a pooler in transaction mode', () => {
  it('a server refuses sessions whose logins have no settings', async () => {
    await query(databaseUrl, `grant worktrack_app to ${server.name}, ${reports.name}`);
    await query(databaseUrl, `alter role ${server.name} set role = worktrack_app`);
    const said = await refusal(through(pooler));
    expect(said).toContain('ended with 1');
    expect(said).toMatch(
      /its sessions have .*statement_timeout = 0, not 5000; .*lock_timeout = 0, not 2000; .*: run the task db:logins/,
    );
  });

  it('a server refuses to work where start-up options are passed over', async () => {
    const said = await refusal({ ...through(careless), DATABASE_POOLER: 'none' });
    expect(said).toMatch(/statement_timeout = 0, not 5000.*: the address or a pooler overrides the start-up options/);
  });

  it('a server refuses reports whose login is set up for something else', async () => {
    expect(await setUpLogins('--server', server.name)).toEqual({ logins: [{ login: server.name, settings: 16 }] });
    const own = { DATABASE_READ_URL: pooler.urlFor(server, databaseUrl) };
    expect(await refusal(through(pooler, own))).toMatch(
      /its sessions for reports have .*statement_timeout = 5000, not 10000/,
    );
  });

  it('migrations are refused, whether the pooler passes start-up options over or refuses them', async () => {
    for (const place of [pooler, careless]) {
      const environment = { DATABASE_OWNER_URL: place.urlFor(owner, databaseUrl) };
      const { code, stderr } = await runTask(['db:migrate'], { databaseUrl, environment });
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('set DATABASE_OWNER_URL to the address of PostgreSQL itself'),
      ]);
    }
  });

  it('names are refused where the pooler loses them', async () => {
    await setUpLogins('--server', server.name, '--reports', reports.name, '--owner', owner.name);
    await setUpLogins('--server', server.name, '--reports', reports.name);
    const said = await refusal(through(pooler, { DATABASE_PREPARED: 'on' }));
    expect(said).toMatch(/the pooler keeps no prepared statements .*: set DATABASE_PREPARED=off/);
  });

  it('two servers work, with every setting in force', async () => {
    const servers = [await start(through(pooler)), await start(through(pooler))];
    running.push(...servers);
    const world = new World('lists', servers[0]!.baseUrl, databaseUrl);
    const callers = servers.map(({ baseUrl }) => world.owner.at(baseUrl));
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, n) => givenWorkItem(callers[n % 2]!, world.project(), { title: `Item ${n}` })),
    );
    expect(new Set(made.map(({ key }) => key)).size).toBe(30);
    const answers = await Promise.all(
      made.flatMap(({ key }, n) => [
        callers[n % 2]!.get(world.item(key)),
        callers[n % 2]!.get(`${world.project()}/work-items?limit=5`),
        callers[n % 2]!.get(`${world.project()}/reports/distribution`),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it(`names are used where the pooler keeps them (${keepingNames().join('; ')})`, async () => {
    const keeping = await startPgBouncer(postgresUrl, logins, keepingNames());
    try {
      const one = await start(through(keeping, { DATABASE_PREPARED: 'on' }));
      running.push(one);
      const world = new World('lists', one.baseUrl, databaseUrl);
      const { key } = await givenWorkItem(world.owner, world.project());
      for (let n = 0; n < 3; n += 1) {
        expect((await world.owner.get(world.item(key))).status).toBe(200);
        expect((await world.owner.patch(world.item(key), { title: `Title ${n}` })).status).toBe(200);
        expect((await world.owner.get(`${world.project()}/reports/distribution`)).status).toBe(200);
      }
      await one.stop();
      expect(await preparedBy(server, keeping)).toBeGreaterThan(0);
    } finally {
      await keeping.stop();
    }
  });
});
