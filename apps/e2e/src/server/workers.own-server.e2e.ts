import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { childrenOf } from '../kit/children.js';
import { eventually } from '../kit/eventually.js';
import { freshKey } from '../kit/client.js';
import { givenWorkItem } from '../kit/given.js';
import { samplesOf } from '../kit/metrics.js';
import { freePort } from '../kit/program.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { untilAnswered } from '../kit/until-answered.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

const WORKERS = 2;
const OF_TOKEN = 60;

let server: RunningServer;
let world: World;
let metricsUrl: string;

beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}`;
  server = await startServer({
    postgresUrl,
    template,
    environment: {
      WORKERS: String(WORKERS),
      METRICS_PORT: String(port),
      RATE_LIMIT_DISABLED: 'false',
      RATE_LIMIT_MAX: String(OF_TOKEN),
      RATE_LIMIT_USER_MAX: '1000000',
      RATE_LIMIT_WINDOW_SECONDS: '600',
      LOG_LEVEL: 'info',
    },
  });
  world = new World('limits', server.baseUrl, server.databaseUrl);
  await untilAllServe();
}, 60_000);

afterAll(() => server.stop());

/** The processes that serve now. */
const workers = (): number[] => childrenOf(server.pid);

/** Returns how many times a process has begun to serve. */
const starts = (): number => server.log().split('"Serving."').length - 1;

const untilAllServe = (count = WORKERS): Promise<true> =>
  eventually('all workers to serve', () => Promise.resolve(starts() >= count || undefined));

/** Reads a resource, and returns the status. */
type Read = (path: string, token?: string) => Promise<number>;

/** Does something with a connection of its own: connections go round the workers. */
async function anew<Result>(work: (read: Read) => Promise<Result>): Promise<Result> {
  const agent = new Agent({ connections: 1, pipelining: 1 });
  try {
    return await work(async (path, token) => {
      const { statusCode, body } = await request(server.baseUrl + path, {
        dispatcher: agent,
        ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      });
      await body.dump();
      return statusCode;
    });
  } finally {
    await agent.destroy();
  }
}

const readAnew = (token: string): Promise<number> => anew((read) => read('/api/v1/me', token));

/** Stops a process while something is done: its connections stay open, and it answers nothing. */
async function whileStalled<Result>(pid: number, work: () => Promise<Result>): Promise<Result> {
  process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

describe('A server with several workers', () => {
  it('counts the requests of a token once, whichever worker answers', async () => {
    const { token } = world.token('spare 1');
    const statuses: number[] = [];
    for (let n = 0; n < OF_TOKEN + 20; n += 1) statuses.push(await readAnew(token));
    expect(statuses.filter((status) => status === 200)).toHaveLength(OF_TOKEN);
    expect(statuses.slice(OF_TOKEN)).toEqual(Array(20).fill(429));
  });

  it('adds up the metrics of all workers', async () => {
    const { token } = world.token('spare 2');
    const name = 'worktrack_http_requests_total{operation="getMe",status="2xx"}';
    const before = (await samplesOf(metricsUrl)).get(name) ?? 0;
    for (let n = 0; n < 10; n += 1) await readAnew(token);
    await eventually('ten more requests', async () =>
      (await samplesOf(metricsUrl)).get(name) === before + 10 ? true : undefined,
    );
  });

  it('replaces a worker that was killed, while the other one serves, and doubles nothing', async () => {
    const { owner } = world;
    const { key } = await givenWorkItem(owner, world.project());
    const [victim] = workers();
    const seen = starts();
    process.kill(victim!, 'SIGKILL');
    // One of these connections is given to the worker that was killed, before its end is known.
    const reads = await Promise.all(Array.from({ length: 6 }, () => anew((read) => read('/api/health'))));
    expect(reads).toEqual(Array(6).fill(200));
    const conditions = { key: freshKey() };
    const done = await untilAnswered(() => owner.patch(world.item(key), { title: 'Once' }, conditions));
    expect(done.status).toBe(200);
    expect(done.body.revision).toBe(2);
    await untilAllServe(seen + 1);
    expect(workers()).toHaveLength(WORKERS);
    expect(workers()).not.toContain(victim);
    expect(server.log()).toContain('A worker ended: another one takes its place.');
  });

  it('is ready while a worker is stalled, which is given one connection at most', async () => {
    const statuses: number[] = [];
    const probe = async () => void statuses.push(await anew((read) => read('/api/ready')));
    const probes = await whileStalled(workers()[0]!, async () => {
      const sent = Array.from({ length: 6 }, probe);
      await eventually('all answers but one', () => Promise.resolve(statuses.length >= 5 || undefined));
      return sent;
    });
    await Promise.all(probes);
    expect(statuses).toEqual(Array(6).fill(200));
  });

  it('answers on its connections while the primary process is stalled, and waits for it once', async () => {
    const { token } = world.token('spare 3');
    const milliseconds = await anew(async (read) => {
      expect(await read('/api/v1/me', token)).toBe(200);
      return whileStalled(server.pid, async () => {
        const began = performance.now();
        for (let n = 0; n < 20; n += 1) expect(await read('/api/v1/me', token)).toBe(200);
        return performance.now() - began;
      });
    });
    // With a wait for each of its counts every request would take 300 ms.
    expect(milliseconds).toBeLessThan(2_000);
    const silent = /The primary process does not answer: each worker counts rate limits for itself/g;
    expect(server.log().match(silent)).toHaveLength(1);
    await eventually('a ready server', async () =>
      (await anew((read) => read('/api/ready'))) === 200 ? true : undefined,
    );
  });

  it('verifies ten of thirty wrong passwords, while the primary process takes longer for the counts than it is usually waited for', async () => {
    const { email } = world.user('owner');
    const agents = Array.from({ length: 30 }, () => new Agent({ connections: 1, pipelining: 1 }));
    const ask = async (dispatcher: Agent, body?: object): Promise<number> => {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
      const answer = body
        ? await request(`${server.baseUrl}/api/session`, {
            dispatcher,
            method: 'POST',
            headers,
            body: JSON.stringify(body),
          })
        : await request(`${server.baseUrl}/api/health`, { dispatcher });
      await answer.body.dump();
      return answer.statusCode;
    };
    try {
      // The connections are open, and go round the workers, before the primary process is held up.
      for (const agent of agents) expect(await ask(agent)).toBe(200);
      const guesses = await whileStalled(server.pid, async () => {
        const sent = agents.map((agent) => ask(agent, { email, password: 'a wrong password' }));
        await pause(1_500);
        return sent;
      });
      const statuses = await Promise.all(guesses);
      expect([401, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([10, 20]);
    } finally {
      await Promise.all(agents.map((agent) => agent.destroy()));
    }
  });

  it('stops all workers at one signal, answers what is under way, and ends with 0', async () => {
    const open = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
    open.on('error', () => undefined);
    const before = workers();
    expect(before).toHaveLength(WORKERS);
    const { code } = await server.stop('SIGTERM');
    expect(code).toBe(0);
    for (const pid of before) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    open.destroy();
  });
});
