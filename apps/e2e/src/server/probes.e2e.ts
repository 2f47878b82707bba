import { connected, databaseName } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { Caller } from '../kit/client.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { INSTANT, membersOf } from '../kit/words.js';
import { World } from '../kit/world.js';

describe('The probes', () => {
  const { nobody } = new World('running');

  it('say that the process serves, with version and time', async () => {
    const { status, headers, body } = await nobody.get('/api/health');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(membersOf(body)).toEqual(['status', 'timestamp', 'version']);
    expect(body.status).toBe('ok');
    expect(body.version).toMatch(/\S/);
    expect(body.timestamp).toMatch(INSTANT);
  });

  it('say that the database answers', async () => {
    const { status, body } = await nobody.get('/api/ready');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('do not look at credentials', async () => {
    for (const path of ['/api/health', '/api/ready']) {
      expect((await nobody.get(path, { authorization: 'Bearer garbage' })).status).toBe(200);
    }
  });
});

describe('Without its database, a server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    const { postgresUrl, template } = theRun();
    server = await startServer({ postgresUrl, template });
  });
  afterAll(async () => {
    await admit(true);
    await server.stop();
  });

  const admit = (yes: boolean): Promise<unknown> =>
    connected(theRun().postgresUrl, async (client) => {
      const name = databaseName(server.databaseUrl);
      await client.query(`alter database ${name} allow_connections ${String(yes)}`);
      if (!yes) await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    });

  it('stays alive, says only that it is unready, and recovers', async () => {
    const caller = new Caller(server.baseUrl);
    await admit(false);
    const unready = await eventually('an unready server', async () => {
      const answer = await caller.get('/api/ready');
      return answer.status === 503 ? answer : undefined;
    });
    expect(unready.body).toEqual({ status: 'unready' });
    expect((await caller.get('/api/health')).status).toBe(200);
    await admit(true);
    await eventually('a ready server', async () => {
      const answer = await caller.get('/api/ready');
      return answer.status === 200 ? true : undefined;
    });
  });
});
