import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { BlobFolders } from '../kit/blob-folders.js';
import { Caller, freshKey } from '../kit/client.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { created, givenSprint, givenWorkItem } from '../kit/given.js';
import { samplesOf } from '../kit/metrics.js';
import { freePort, listenTo, PROGRAMS, startProgram } from '../kit/program.js';
import { OPERATIONS } from '../kit/operations.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { uploadOf } from '../kit/upload.js';
import { INSTANT } from '../kit/words.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

/** Failed authentications that are allowed. */
const FAILURES = 20;

const dataDir = scratchPath('metrics-data');
const folders = new BlobFolders(dataDir);

let server: RunningServer;
let world: World;
let metrics: string;

const scrape = (init?: RequestInit, path = '/metrics') => fetch(metrics + path, init);

const samples = () => samplesOf(metrics);

/** Waits until these samples are larger than before by so much. */
const grown = (before: ReadonlyMap<string, number>, by: Readonly<Record<string, number>>) =>
  eventually(`samples to grow by ${JSON.stringify(by)}`, async () => {
    const now = await samples();
    const isGrown = ([name, more]: [string, number]) => (now.get(name) ?? 0) - (before.get(name) ?? 0) === more;
    return Object.entries(by).every(isGrown) ? true : undefined;
  });

/** Waits until a scrape shows this sample: an answer is kept for a second. */
const shown = (name: string, value: number) =>
  eventually(`${name} to be ${value}`, async () => ((await samples()).get(name) === value ? true : undefined));

beforeAll(async () => {
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}`;
  server = await startServer({
    postgresUrl,
    template,
    environment: {
      METRICS_PORT: String(port),
      WORKTRACK_DATA_DIR: dataDir,
      RATE_LIMIT_DISABLED: 'false',
      TRUST_PROXY: '1',
      AUTH_FAILURE_LIMIT_MAX: String(FAILURES),
    },
  });
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
    const all = await samples();
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
    const before = await samples();
    const path = `${world.project()}/work-items`;
    await world.owner.post(path, { title: 'One' }, { headers: { 'idempotency-key': freshKey() } });
    const taken = { name: 'Taken', key: 'WEB' };
    const refused = await world.owner.post(`${world.org()}/projects`, taken, {
      headers: { 'idempotency-key': freshKey() },
    });
    expect(refused.status).toBe(409);
    await eventually('both transactions to be counted', async () => {
      const now = await samples();
      const more = (name: string) => (now.get(name) ?? 0) - (before.get(name) ?? 0);
      const isCounted =
        more('worktrack_transactions_total{outcome="committed"}') >= 1 &&
        more('worktrack_transactions_total{outcome="refused"}') >= 1 &&
        more('worktrack_database_wait_seconds_count{pool="requests"}') >= 2 &&
        more('worktrack_database_exchange_duration_seconds_count{pool="requests"}') >= 4 &&
        more('worktrack_database_exchange_duration_seconds_count{pool="counters"}') >= 1;
      return isCounted ? true : undefined;
    });
    const all = await samples();
    expect(all.get('worktrack_database_connections{pool="requests",state="lent"}')).toBe(0);
    expect(all.get('worktrack_database_connections{pool="requests",state="waiting"}')).toBe(0);
  });

  it('show the build, the delay of the event loop, and memory and processor time of the process', async () => {
    const all = [...(await samples())];
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
    const perOperation = [...(await samples()).keys()].filter((name) =>
      name.includes('operation="getWorkItem"'),
    ).length;
    const others = [...(await samples()).keys()].filter((name) => !name.includes('operation="')).length;
    // Five classes of status and those without one; a new code of an error or outcome adds a sample.
    expect((OPERATIONS.length + 10) * (perOperation + 6) + 2 * others).toBeLessThan(3_000);
  });

  it('show which store counts requests for the rate limits', async () => {
    const all = await samples();
    expect(all.get('worktrack_rate_limit_store{store="memory"}')).toBe(1);
    // No Redis is configured.
    expect(all.has('worktrack_rate_limit_store{store="redis"}')).toBe(false);
  });

  it('count mutations by what their key was: first, replay, reused', async () => {
    const path = `${world.project()}/work-items`;
    const before = await samples();
    const headers = { 'idempotency-key': freshKey() };
    for (const title of ['Once', 'Once', 'Other']) await world.owner.post(path, { title }, { headers });
    await grown(before, {
      'worktrack_idempotency_total{result="first"}': 1,
      'worktrack_idempotency_total{result="replay"}': 1,
      'worktrack_idempotency_total{result="reused"}': 1,
    });
  });

  it('count mutations whose key is in use by another request', async () => {
    const facts = new Facts(server.databaseUrl);
    const { key, id } = await givenWorkItem(world.owner, world.project());
    const before = await samples();
    const headers = { 'idempotency-key': freshKey() };
    const change = () => world.owner.patch(world.item(key), { title: 'Slow' }, { headers });
    const { first } = await facts.whileLocked('work_items', id, async () => {
      const first = change();
      await facts.untilSomebodyWaits();
      expect((await change()).status).toBe(409);
      return { first };
    });
    expect((await first).status).toBe(200);
    await grown(before, { 'worktrack_idempotency_total{result="in_progress"}': 1 });
  });

  it('count operations on the bytes of attachments, and the bytes', async () => {
    const { key } = await givenWorkItem(world.owner, world.project());
    const files = `${world.item(key)}/attachments`;
    const before = await samples();
    const { id } = await created(world.owner.post(files, uploadOf(Buffer.alloc(100_000, 'x'))));
    const download = await world.owner.get(`${files}/${String(id)}`);
    expect(Buffer.byteLength(download.text)).toBe(100_000);
    expect((await world.owner.delete(`${files}/${String(id)}`)).status).toBe(204);
    await grown(before, {
      'worktrack_blob_operations_total{operation="write",result="done"}': 1,
      'worktrack_blob_operations_total{operation="read",result="done"}': 1,
      'worktrack_blob_operations_total{operation="remove",result="done"}': 1,
      'worktrack_blob_bytes_total{direction="in"}': 100_000,
      'worktrack_blob_bytes_total{direction="out"}': 100_000,
    });
  });

  it('count a download that cannot be read', async () => {
    const { key } = await givenWorkItem(world.owner, world.project());
    const files = `${world.item(key)}/attachments`;
    const { id } = await created(world.owner.post(files, uploadOf('lost')));
    const before = await samples();
    await folders.remove('blobs');
    await world.owner.send({ method: 'GET', target: `${files}/${String(id)}`, mayFail: true });
    await grown(before, { 'worktrack_blob_operations_total{operation="read",result="failed"}': 1 });
  });

  it('measure reports by their type', async () => {
    const before = await samples();
    await world.owner.get(`${world.project()}/reports/ageing-wip`);
    const sprint = await givenSprint(world.owner, world.project());
    await world.owner.get(`${world.project()}/sprints/${String(sprint.id)}/report`);
    await grown(before, {
      'worktrack_report_duration_seconds_count{report="ageing-wip"}': 1,
      'worktrack_report_duration_seconds_count{report="sprint"}': 1,
    });
  });

  it('count what was within a rate limit and what was beyond it', async () => {
    const before = await samples();
    const stranger = new Caller(server.baseUrl, 'wtp_nobody');
    const headers = { 'x-forwarded-for': '192.0.2.77' };
    for (let n = 0; n < FAILURES + 2; n += 1) await stranger.get('/api/v1/me', headers);
    const limit = (name: string, result: string) => `worktrack_rate_limit_total{limit="${name}",result="${result}"}`;
    await grown(before, { [limit('failures', 'allowed')]: FAILURES, [limit('failures', 'refused')]: 2 });
  });

  it('show when each job last ended well, and which requests wait for a permit', async () => {
    await eventually('the first sweep', async () => {
      const at = (await samples()).get('worktrack_last_success_timestamp_seconds{job="sweep"}');
      return at === undefined ? undefined : true;
    });
    const all = await samples();
    const at = all.get('worktrack_last_success_timestamp_seconds{job="sweep"}') ?? 0;
    expect(Math.abs(Date.now() / 1_000 - at)).toBeLessThan(300);
    expect(all.get('worktrack_turns_waiting')).toBe(0);
    expect(all.get('worktrack_sweep_removed_total')).toBe(0);
  });

  it('are what the alerts ask for', async () => {
    const text = await (await scrape()).text();
    const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
    const alerts = readFileSync(path.resolve(__dirname, '../../../../docker/alerts.yaml'), 'utf8');
    const asked = [...alerts.matchAll(/worktrack_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, ''));
    expect(asked.length).toBeGreaterThanOrEqual(9);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });

  it('are a page of its own port alone, and read only', async () => {
    expect((await scrape()).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect((await scrape({ method: 'HEAD' })).status).toBe(200);
    expect((await scrape({ method: 'POST' })).status).toBe(405);
    expect((await scrape({}, '/')).status).toBe(404);
    expect((await world.nobody.get('/metrics')).status).toBe(404);
  });

  it('have a health page next to them, which names the release of the time zone data too', async () => {
    const health = await scrape({}, '/api/health');
    expect([health.status, health.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await health.json()).toEqual({
      status: 'ok',
      version: expect.any(String) as string,
      timeZoneData: expect.stringMatching(/^20\d\d[a-z]$/) as string,
      timestamp: expect.stringMatching(INSTANT) as string,
    });
    expect(Object.keys((await world.nobody.get('/api/health')).body as object).sort()).toEqual([
      ...['status', 'timestamp', 'version'],
    ]);
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
      stderr: `error: Port ${port} of 127.0.0.1 cannot be opened: it is in use, choose another one by METRICS_PORT=….\n`,
    });
  });
});
