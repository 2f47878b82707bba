import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { connected, createDatabase, dropDatabase, query } from '../kit/database.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();
const login = `login_${randomBytes(6).toString('hex')}`;
const file = scratchPath('database-url');

let databaseUrl: string;
let servers: RunningServer[] = [];

/** The address for the login of the servers, with this password. */
const addressWith = (password: string) => {
  const url = new URL(databaseUrl);
  url.username = login;
  url.password = password;
  return url.href;
};

const start = (port?: number) =>
  startServer({
    postgresUrl,
    databaseUrl,
    ...(port !== undefined && { port }),
    environment: { DATABASE_URL: '', DATABASE_URL_FILE: file },
  });

beforeAll(async () => {
  databaseUrl = await createDatabase(postgresUrl, template);
  await query(postgresUrl, `create role ${login} login password 'first' in role worktrack_app, worktrack_tx`);
  writeFileSync(file, addressWith('first'));
  servers = [await start(), await start()];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await dropDatabase(postgresUrl, databaseUrl);
  await query(postgresUrl, `drop role ${login}`);
});

describe('A new password of the database', () => {
  it('needs a rolling restart of the servers and nothing else', async () => {
    const world = new World('lists', servers[0]!.baseUrl, databaseUrl);
    const statuses = new Map<number, number>();
    let isOver = false;
    /** Reads and writes at the servers in turn, as a balancer sends requests to those that are ready. */
    const sendRequests = async () => {
      for (let n = 0; !isOver; n += 1) {
        const caller = world.owner.at(servers[n % servers.length]!.baseUrl);
        const { status } =
          n % 4 < 2
            ? await caller.get(`${world.project()}/work-items?limit=5`)
            : await caller.post(`${world.project()}/work-items`, { title: `Item ${n}` });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // On a fast machine more would be too many requests of one user.
        await pause(20);
      }
    };
    const requests = sendRequests();
    const requestsSoFar = () => [...statuses.values()].reduce((sum, count) => sum + count, 0);
    const untilMore = async (count: number) => {
      for (const goal = requestsSoFar() + count; requestsSoFar() < goal;) await pause(5);
    };
    try {
      await untilMore(20);
      await query(postgresUrl, `alter role ${login} password 'second'`);
      await expect(connected(addressWith('first'), () => Promise.resolve())).rejects.toThrow('password');
      writeFileSync(file, addressWith('second'));
      // The connections that are open go on.
      await untilMore(20);
      for (const old of [...servers]) {
        servers = servers.filter((server) => server !== old);
        await untilMore(2);
        expect((await old.stop()).code).toBe(0);
        servers = [...servers, await start(Number(new URL(old.baseUrl).port))];
        await untilMore(20);
      }
    } finally {
      isOver = true;
      await requests;
    }
    expect([...statuses.keys()].sort()).toEqual([200, 201]);
    const sessions = await query(
      databaseUrl,
      `select distinct usename from pg_stat_activity where datname = current_database() and application_name = 'worktrack'`,
    );
    expect(sessions).toEqual([{ usename: login }]);
  }, 180_000);
});
