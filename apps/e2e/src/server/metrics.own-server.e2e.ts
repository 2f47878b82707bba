import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { Caller, freshKey } from '../kit/client.js';
import { eventually } from '../kit/eventually.js';
import { givenWorkItem } from '../kit/given.js';
import { samplesOf } from '../kit/metrics.js';
import { freePort, listenTo, PROGRAMS, startProgram } from '../kit/program.js';
import { OPERATIONS } from '../kit/operations.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

let server: RunningServer;
let world: World;
let metrics: string;

const scrape = (init?: RequestInit, path = '/metrics') => fetch(metrics + path, init);

/** Waits until a scrape shows this sample: an answer is kept for a second. */
const shown = (name: string, value: number) =>
  eventually(`${name} to be ${value}`, async () => ((await samplesOf(metrics)).get(name) === value ? true : undefined));

beforeAll(async () => {
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}`;
  server = await startServer({ postgresUrl, template, environment: { METRICS_PORT: String(port) } });
  world = new World('running', server.baseUrl, server.databaseUrl);
});
afterAll(() => server.stop());

describe('The metrics', () => {
  it('count requests by operation and class of status, and refusals by code', async () => {
    const { key } = await givenWorkItem(world.owner, world.project());
    for (let n = 0; n < 3; n += 1) await world.owner.get(world.item(key));
    await world.owner.get(world.item('WEB-999999'));
    await world.nobody.get(world.item(key));
    await world.owner.get('/api/v1/nowhere');
    await shown('worktrack_http_requests_total{operation="getWorkItem",status="2xx"}', 3);
    const all = await samplesOf(metrics);
    expect({
      created: all.get('worktrack_http_requests_total{operation="createWorkItem",status="2xx"}'),
      refused: all.get('worktrack_http_requests_total{operation="getWorkItem",status="4xx"}'),
      unknown: all.get('worktrack_http_requests_total{operation="unknown",status="4xx"}'),
      durations: all.get('worktrack_http_request_duration_seconds_count{operation="getWorkItem"}'),
      notFound: all.get('worktrack_refusals_total{code="NOT_FOUND"}'),
      withoutToken: all.get('worktrack_refusals_total{code="AUTH_REQUIRED"}'),
      inFlight: all.get('worktrack_http_requests_in_flight'),
    }).toEqual({ created: 1, refused: 2, unknown: 1, durations: 5, notFound: 2, withoutToken: 1, inFlight: 0 });
  });

  it('count round trips, waits for connections and transactions', async () => {
    const before = await samplesOf(metrics);
    const path = `${world.project()}/work-items`;
    await world.owner.post(path, { title: 'One' }, { headers: { 'idempotency-key': freshKey() } });
    const taken = { name: 'Taken', key: 'WEB' };
    const refused = await world.owner.post(`${world.org()}/projects`, taken, {
      headers: { 'idempotency-key': freshKey() },
    });
    expect(refused.status).toBe(409);
    await eventually('both transactions to be counted', async () => {
      const now = await samplesOf(metrics);
      const more = (name: string) => (now.get(name) ?? 0) - (before.get(name) ?? 0);
      const isCounted =
        more('worktrack_transactions_total{outcome="committed"}') >= 1 &&
        more('worktrack_transactions_total{outcome="refused"}') >= 1 &&
        more('worktrack_database_wait_seconds_count{pool="requests"}') >= 2 &&
        more('worktrack_database_exchange_duration_seconds_count{pool="requests"}') >= 4 &&
        more('worktrack_database_exchange_duration_seconds_count{pool="counters"}') >= 1;
      return isCounted ? true : undefined;
    });
    const all = await samplesOf(metrics);
    expect(all.get('worktrack_database_connections{pool="requests",state="lent"}')).toBe(0);
    expect(all.get('worktrack_database_connections{pool="requests",state="waiting"}')).toBe(0);
  });

  it('tell the build, the delay of the event loop, and memory and processor time of the process', async () => {
    const all = [...(await samplesOf(metrics))];
    expect(all.find(([name]) => name.startsWith('worktrack_build_info'))?.[0]).toMatch(
      /^worktrack_build_info\{version="\d+\.\d+\.\d+",node="v\d+\.\d+\.\d+",migration="\d{4}-[a-z-]+-\d+"\}$/,
    );
    const names = all.map(([name]) => name);
    for (const quantile of ['0.5', '0.95', '0.99', '1']) {
      expect(names).toContain(`worktrack_event_loop_delay_seconds{quantile="${quantile}"}`);
    }
    expect(names).toEqual(expect.arrayContaining(['process_resident_memory_bytes', 'process_cpu_seconds_total']));
  });

  it('have labels from closed lists only, and name nobody and nothing', async () => {
    const project = `${world.project()}/work-items`;
    await world.owner.post(project, { title: 'canary-title' }, { headers: { 'idempotency-key': 'canary-key' } });
    await world.owner.get(`${project}?q=canary-query`);
    await new Caller(server.baseUrl, 'wtp_canary').get('/api/v1/canary-path');
    await new Promise((kept) => setTimeout(kept, 1_100));
    const text = await (await scrape()).text();
    expect(text).not.toMatch(/canary/);
    for (const secret of [world.slug, world.token('owner').token, world.token('owner').credentialId, 'WEB']) {
      expect(text).not.toContain(secret);
    }
    const operations = new Set([...OPERATIONS.map(({ id }) => id), 'unknown']);
    const labelled = [...text.matchAll(/operation="([^"]*)"/g)].map(([, operation = '']) => operation);
    expect(labelled.filter((operation) => !operations.has(operation))).toEqual([]);
  });

  it('are at most 3,000 samples when every operation and pool has its own', async () => {
    const perOperation = [...(await samplesOf(metrics)).keys()].filter((name) =>
      name.includes('operation="getWorkItem"'),
    ).length;
    const others = [...(await samplesOf(metrics)).keys()].filter((name) => !name.includes('operation="')).length;
    // Five classes of status and those without one; a new code of an error or outcome adds a sample.
    expect((OPERATIONS.length + 10) * (perOperation + 6) + 2 * others).toBeLessThan(3_000);
  });

  it('tell which store counts requests for the rate limits', async () => {
    const all = await samplesOf(metrics);
    expect(all.get('worktrack_rate_limit_store{store="memory"}')).toBe(1);
    // No Redis is configured.
    expect(all.has('worktrack_rate_limit_store{store="redis"}')).toBe(false);
  });

  it('are a page of its own port alone, and read only', async () => {
    expect((await scrape()).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect((await scrape({ method: 'HEAD' })).status).toBe(200);
    expect((await scrape({ method: 'POST' })).status).toBe(405);
    expect((await scrape({}, '/')).status).toBe(404);
    expect((await world.nobody.get('/metrics')).status).toBe(404);
  });

  it('are collected once a second at most, however many ask', async () => {
    await new Promise((kept) => setTimeout(kept, 1_100));
    const texts = await Promise.all(Array.from({ length: 10 }, async () => (await scrape()).text()));
    expect(new Set(texts).size).toBe(1);
  });
});

describe('A port for metrics that is in use', () => {
  let taken: Server;
  afterEach(() => taken.close());

  it('ends the start with exit code 1 and one sentence', async () => {
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const program = startProgram(PROGRAMS.server, [], {
      DATABASE_URL: server.databaseUrl,
      PORT: String(await freePort()),
      METRICS_PORT: String(port),
    });
    const { code, stderr } = await listenTo(program).ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `error: Port ${port} of 127.0.0.1 cannot be opened: it is in use.\n`,
    });
  });
});
