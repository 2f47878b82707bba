import { type Answer, Caller, freshKey } from '../kit/client.js';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

let databaseUrl: string;
let facts: Facts;
const servers: RunningServer[] = [];

const start = async (environment: Record<string, string> = {}): Promise<{ server: RunningServer; owner: Caller }> => {
  const server = await startServer({ postgresUrl, databaseUrl, environment });
  servers.push(server);
  return { server, owner: new World('running', server.baseUrl).owner };
};

const world = new World('running');

beforeAll(async () => {
  databaseUrl = await createDatabase(postgresUrl, template);
  facts = new Facts(databaseUrl);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await dropDatabase(postgresUrl, databaseUrl);
});

describe('SIGTERM', () => {
  it('is unready at once, answers what is in flight, and ends with 0', async () => {
    const { server, owner } = await start();
    const items = [];
    for (let n = 0; n < 5; n += 1) items.push(await givenWorkItem(owner, world.project()));
    const { answers, end } = await facts.whileLocked('projects', items[0].projectId, async () => {
      // A new Work Item waits for its Project; updates of other Projects' items would not.
      const answers = Array.from({ length: 5 }, (_, n) =>
        owner.post(`${world.project()}/work-items`, { title: `${n}` }),
      );
      await facts.untilSomebodyWaits();
      const end = server.stop('SIGTERM');
      const unready = await eventually('the server to be unready', async () => {
        const answer = await new Caller(server.baseUrl).get('/api/ready');
        return answer.status === 200 ? undefined : answer;
      });
      expect({ status: unready.status, body: unready.body }).toEqual({ status: 503, body: { status: 'unready' } });
      return { answers, end };
    });
    const settled: Answer[] = await Promise.all(answers);
    expect(settled.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect((await end).code).toBe(0);
  });

  it('ends with 0 at once when nothing is in flight, connections kept alive or not', async () => {
    const { server, owner } = await start({ SHUTDOWN_GRACE_SECONDS: '60' });
    await Promise.all(Array.from({ length: 10 }, () => owner.get('/api/v1/me')));
    expect((await server.stop('SIGTERM')).code).toBe(0);
  });

  it('waits no longer for a sweep, a purge or a report that the database keeps waiting', async () => {
    const { server, owner } = await start({ SHUTDOWN_DELAY_SECONDS: '1', SHUTDOWN_GRACE_SECONDS: '1' });
    await facts.whileTablesAreLocked(['attachments', 'work_items'], async () => {
      const report = owner.get(`${world.project()}/reports/distribution`).catch(() => undefined);
      const sweeping = await start({ SHUTDOWN_DELAY_SECONDS: '1', SHUTDOWN_GRACE_SECONDS: '1' });
      await facts.untilSomebodyWaits(2);
      const ends = await Promise.all([server.stop('SIGTERM'), sweeping.server.stop('SIGTERM')]);
      expect(ends.map(({ code }) => code)).toEqual([0, 0]);
      await report;
    });
  });
});

describe('During SHUTDOWN_DELAY_SECONDS', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'the port is open and the server unready; a second signal, %s, ends it',
    async (signal) => {
      const { server, owner } = await start({ SHUTDOWN_DELAY_SECONDS: '60', SHUTDOWN_GRACE_SECONDS: '3600' });
      const end = server.stop('SIGTERM');
      const nobody = new Caller(server.baseUrl);
      const unready = await eventually('the server to be unready', async () => {
        const answer = await nobody.get('/api/ready');
        return answer.status === 200 ? undefined : answer;
      });
      expect(unready.status).toBe(503);
      // A load balancer needs some probes before it stops sending requests; until then they are answered.
      for (let probe = 0; probe < 5; probe += 1) {
        expect((await nobody.get('/api/ready')).status).toBe(503);
        expect((await nobody.get('/api/health')).status).toBe(200);
        const answer = await owner.get('/api/v1/me');
        expect(answer.status).toBe(200);
        expect(answer.headers.connection).toBe('close');
      }
      process.kill(server.pid, signal);
      expect((await end).code).toBe(0);
    },
  );

  it('passes, and the server ends by itself, after SIGINT too', async () => {
    const { server } = await start({ SHUTDOWN_DELAY_SECONDS: '1', SHUTDOWN_GRACE_SECONDS: '3600' });
    expect((await server.stop('SIGINT')).code).toBe(0);
  });
});

describe('Two servers of one database', () => {
  let one: Awaited<ReturnType<typeof start>>;
  let other: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    [one, other] = await Promise.all([start(), start()]);
  });

  it('ask a request to retry while its key is in use in the other', async () => {
    const { key: itemKey, id } = await givenWorkItem(one.owner, world.project());
    const key = freshKey();
    const change = { title: 'Slow' };
    const { first, meanwhile } = await facts.whileLocked('work_items', id, async () => {
      const first = one.owner.patch(world.item(itemKey), change, { key });
      await facts.untilSomebodyWaits();
      const meanwhile = [
        await other.owner.patch(world.item(itemKey), change, { key }),
        await other.owner.post(`${world.project()}/work-items`, { title: 'Other' }, { key }),
      ];
      return { first, meanwhile };
    });
    for (const answer of meanwhile) {
      expectRefusal(answer, 'IDEMPOTENCY_REQUEST_IN_PROGRESS');
      expect(answer.headers['retry-after']).toBe('1');
    }
    expect((await first).status).toBe(200);
    const again = await other.owner.patch(world.item(itemKey), change, { key });
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it('hand a cursor and a key on to the server that comes after them', async () => {
    const { key: projectKey } = await givenProject(one.owner, world.org());
    const path = `${world.project(projectKey)}/work-items`;
    for (let n = 0; n < 2; n += 1) await givenWorkItem(one.owner, world.project(projectKey));
    const { nextCursor } = (await one.owner.get(`${path}?limit=1`)).body.page;
    const conditions = { key: freshKey() };
    const first = await other.owner.patch(world.project(projectKey), { name: 'Once' }, conditions);
    await Promise.all([one.server.stop(), other.server.stop()]);

    const { owner } = await start();
    const rest = await owner.get(`${path}?limit=1&cursor=${encodeURIComponent(nextCursor)}`);
    expect(rest.body.items.map(({ key }: any) => key)).toEqual([`${projectKey}-1`]);
    const again = await owner.patch(world.project(projectKey), { name: 'Once' }, conditions);
    expect(again.text).toBe(first.text);
  });
});
