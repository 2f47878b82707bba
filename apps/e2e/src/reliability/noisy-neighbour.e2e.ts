import { type Answer, type Caller, hangUp } from '../kit/client.js';
import { connected, query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { givenWorkItem } from '../kit/given.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

/** A few less than the connections of the test client: somebody else has to get through too. */
const CROWD = 60;
const CONNECTIONS = 4;

let server: RunningServer;
let world: World;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  const environment = { DATABASE_POOL_MAX: String(CONNECTIONS) };
  server = await startServer({ postgresUrl, template, environment });
  world = new World('crowded', server.baseUrl, server.databaseUrl);
});
afterAll(async () => {
  await server.stop();
  await hangUp();
});

const waitingForLocks = async (): Promise<number> => {
  const [row] = await query(
    server.databaseUrl,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row.count;
};

const statusesOf = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** All at once, and nobody waits for an answer. */
const crowdOf = (caller: Caller, target: string): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: CROWD }, (_, at) => caller.patch(target, { title: `By ${at}` }, { ifMatch: '"wi-1"' })),
  );

describe('One token with dozens of requests at one Work Item that is locked', () => {
  it('holds half of the connections, and everybody else is answered', async () => {
    const { owner, stranger } = world;
    const { id, key } = await givenWorkItem(owner, world.project());
    const { crowd, meanwhile } = await connected(server.databaseUrl, async (client) => {
      await client.query('begin');
      await client.query('select from work_items where id = $1 for update', [id]);
      const crowd = crowdOf(owner, world.item(key));
      await eventually('a crowd', async () => ((await waitingForLocks()) >= CONNECTIONS / 2 ? true : undefined), 10);
      const meanwhile: Answer[] = [];
      for (let asked = 0; asked < 20; asked += 1)
        meanwhile.push(await stranger.get(`${world.org('foreign')}/projects`));
      expect(await waitingForLocks()).toBe(CONNECTIONS / 2);
      await client.query('rollback');
      return { crowd, meanwhile };
    });
    expect(statusesOf(meanwhile)).toEqual({ 200: 20 });

    // After the lock is released one request succeeds; a request that waited too long is refused and may be retried.
    const { 200: changed, 412: late = 0, 429: busy = 0, ...others } = statusesOf(await crowd);
    expect(others).toEqual({});
    expect(changed).toBe(1);
    expect(late + busy).toBe(CROWD - 1);
    expect((await owner.get(world.item(key))).body.revision).toBe(2);
  });
});
