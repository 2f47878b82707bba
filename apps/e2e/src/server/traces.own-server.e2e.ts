import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { Caller } from '../kit/client.js';
import { query } from '../kit/database.js';
import { givenWorkItem } from '../kit/given.js';
import { freePort } from '../kit/program.js';
import { Chance, seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';
import { FAILING, RefusedRequests } from './refused-requests.js';

const { postgresUrl, template } = theRun();

/** A secret that must not be found anywhere. */
const CANARY = `canary${randomBytes(9).toString('hex')}`;

/** The number of refused requests that carry a secret. */
const REQUESTS = process.env.TEST_DEEP === undefined ? 50 : 500;

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: {
    key: string;
    value: { stringValue?: string; arrayValue?: { values: { stringValue: string }[] } };
  }[];
}

/** A collecting system that keeps what it is sent. It says that it refuses the first two batches. */
class Collector {
  readonly bodies: string[] = [];
  private readonly server: Server = createServer((incoming, outgoing) => {
    let text = '';
    incoming.on('data', (piece: Buffer) => (text += piece.toString()));
    incoming.on('end', () => {
      this.bodies.push(text);
      if (this.bodies.length <= 2) outgoing.statusCode = 400;
      outgoing.setHeader('Content-Type', 'application/json').end(this.bodies.length <= 2 ? CANARY : '{}');
    });
  });

  async open(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  get spans(): Span[] {
    return this.bodies.flatMap((body) =>
      JSON.parse(body).resourceSpans.flatMap((resource: any) =>
        resource.scopeSpans.flatMap((scope: any) => scope.spans),
      ),
    );
  }
}

const wordOf = ({ attributes }: Span, key: string): string | undefined =>
  attributes.find((one) => one.key === key)?.value.stringValue;

const wordsOf = ({ attributes }: Span, key: string): string[] =>
  (attributes.find((one) => one.key === key)?.value.arrayValue?.values ?? []).map(({ stringValue }) => stringValue);

/** Finds the tables with a row that holds the text, in letters or as bytes. */
async function tablesWith(databaseUrl: string, text: string): Promise<string[]> {
  const tables = await query(databaseUrl, `select tablename from pg_tables where schemaname = 'public'`);
  const found: string[] = [];
  for (const { tablename } of tables) {
    const rows = await query(
      databaseUrl,
      `select 1 from "${tablename}" as t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%' limit 1`,
      [text, Buffer.from(text).toString('hex')],
    );
    if (rows.length > 0) found.push(tablename);
  }
  return found;
}

describe('With OTEL_EXPORTER_OTLP_ENDPOINT a server', () => {
  const collector = new Collector();
  let server: RunningServer;
  let world: World;
  let key: string;
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
  let metrics: string;
  let answered: { code: string; expected: string }[];
  let holders: string[];
  let holdersOfTitle: string[];

  beforeAll(async () => {
    const metricsPort = String(await freePort());
    server = await startServer({
      postgresUrl,
      template,
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: await collector.open(),
        OTEL_EXPORTER_OTLP_HEADERS: `authorization=${CANARY}`,
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
        ...FAILING,
        METRICS_PORT: metricsPort,
        // Every round trip of a millisecond is slow: the lines of all statements are searched for the secret.
        SLOW_EXCHANGE_MS: '1',
        LOG_LEVEL: 'debug',
        WORKTRACK_DATA_DIR: scratchPath('traces-data'),
      },
    });
    world = new World('running', server.baseUrl, server.databaseUrl);
    ({ key } = await givenWorkItem(world.owner, world.project()));
    await world.owner.get(world.item(key), { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` });
    await world.owner.get(world.item(key), { traceparent: `00-${TRACE.replace('4', '5')}-00f067aa0ba902b7-00` });
    const { status } = await world.owner.post(`${world.item(key)}/attachments`, uploadOf('bytes'));
    expect(status).toBe(201);
    await world.owner.patch(world.item(key), { title: 'Another title' });
    answered = await refusedRequests(REQUESTS);
    metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    holders = await tablesWith(server.databaseUrl, CANARY);
    holdersOfTitle = await tablesWith(server.databaseUrl, 'Another title');
    await server.stop();
    collector.close();
  });

  /** Locks a Work Item for a transaction of its own. Returns a function that ends the transaction. */
  async function hold(id: string): Promise<() => Promise<void>> {
    const client = new Client(server.databaseUrl);
    // A test that fails drops the database, which ends the connection.
    client.on('error', () => undefined);
    await client.connect();
    await client.query('begin');
    await client.query('select 1 from work_items where id = $1 for update', [id]);
    return () => client.end();
  }

  /** Sends `amount` requests that are refused: each kind once, then by chance. */
  async function refusedRequests(amount: number): Promise<{ code: string; expected: string }[]> {
    const refused = new RefusedRequests(world, CANARY, key);
    const [locked, failing, others] = [
      await givenWorkItem(world.owner, world.project()),
      refused.requestsThatFail(),
      await refused.requests(),
    ];
    const letGo = await hold(locked.id as string);
    const change = refused.change(locked.key as string);
    const changed = change.send();
    const results: { code: string; expected: string }[] = [];
    const chance = new Chance(seed);
    const first = [...failing, ...others];
    for (let n = 0; n < amount - 1; n += 1) {
      const { code: expected, send } = first[n] ?? chance.of(others);
      results.push({ code: await send(), expected });
    }
    results.push({ code: await changed, expected: change.code });
    await letGo();
    return results;
  }

  it('sends a span of a request in the trace that its client named, with the operation, and no path', () => {
    const [span] = collector.spans.filter(({ traceId, name }) => traceId === TRACE && name === 'getWorkItem');
    expect(span).toMatchObject({ parentSpanId: '00f067aa0ba902b7' });
    expect(wordOf(span!, 'http.route')).toMatch(/\/work-items\/:\w+$/);
    expect(collector.bodies.join('\n')).toContain('"service.name"');
    expect(collector.bodies.join('\n')).toContain('deployment.environment.name');
  });

  it('sends a span of each exchange, with the names of its statements; of the use case; and of the bytes of a file', () => {
    const spans = collector.spans;
    const parent = spans.find(({ traceId, name }) => traceId === TRACE && name === 'getWorkItem')!;
    const exchanges = spans.filter(
      ({ parentSpanId, name }) => parentSpanId === parent.spanId && name === 'database exchange',
    );
    expect(exchanges.length).toBeGreaterThan(0);
    for (const one of exchanges) expect(wordsOf(one, 'worktrack.statements').join(' ')).toMatch(/^[a-z0-9_. -]+$/i);
    const useCases = spans.filter(({ name }) => name === 'use case').map((one) => wordOf(one, 'worktrack.use_case'));
    expect(useCases).toEqual(expect.arrayContaining(['createWorkItem', 'updateWorkItem']));
    expect(spans.map(({ name }) => name)).toContain('blob write');
  });

  it('sends a request that its client chose not to collect: the variables of the server decide', () => {
    const names = collector.spans.filter(({ traceId }) => traceId === TRACE.replace('4', '5')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['getWorkItem', 'database exchange']));
  });

  it('writes the id of the trace into the line of the request, and the names of slow statements', () => {
    const lines = server
      .log()
      .trim()
      .split('\n')
      // The injected faults write lines of their own.
      .filter((line) => !line.startsWith('fault: '))
      .map((line) => JSON.parse(line));
    const ofRequest = lines.filter(({ msg, traceId }) => msg === 'request' && traceId === TRACE);
    expect(ofRequest).toHaveLength(1);
    expect(lines.filter(({ msg, traceId }) => msg === 'request' && !/^[0-9a-f]{32}$/.test(traceId))).toEqual([]);
    const slow = lines.filter(({ msg }) => msg === 'A round trip to the database was slow.');
    expect(slow.length).toBeGreaterThan(0);
    for (const { level, statements, milliseconds } of slow) {
      expect({ level, isSlow: milliseconds >= 1 }).toEqual({ level: 'warn', isSlow: true });
      expect(statements.join(' ')).toMatch(/^[a-z0-9_. -]+$/i);
    }
  });

  it('says once a minute that traces are refused', () => {
    const lines = server.log().match(/^.*"Traces could not be sent: the collecting system does not take them\."/gm);
    expect(lines).toHaveLength(1);
    expect(lines?.[0]).toContain('"level":"warn"');
  });

  it('keeps the token, the password, the address and the body of a refused request out of log, metrics, spans and rows', () => {
    expect(answered).toHaveLength(REQUESTS);
    expect(answered.filter(({ code, expected }) => code !== expected)).toEqual([]);
    expect(server.log()).toContain('"msg":"request"');
    expect(metrics).toContain('worktrack_refusals_total');
    // The search finds an accepted text, in letters and in the bytes of a stored reply.
    expect(holdersOfTitle).toEqual(expect.arrayContaining(['work_items', 'idempotency_records']));
    expect({
      log: server.log().includes(CANARY),
      metrics: metrics.includes(CANARY),
      spans: collector.bodies.some((body) => body.includes(CANARY)),
      holders,
    }).toEqual({ log: false, metrics: false, spans: false, holders: [] });
  });
});

describe('Without the variable a server', () => {
  it('loads no module of OpenTelemetry', async () => {
    const [probe, listed] = [scratchPath('loaded.cjs'), scratchPath('loaded.json')];
    writeFileSync(
      probe,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(listed)}, JSON.stringify(Object.keys(require('node:module')._cache))));`,
    );
    const server = await startServer({ postgresUrl, template, environment: { NODE_OPTIONS: `--require ${probe}` } });
    const world = new World('running', server.baseUrl, server.databaseUrl);
    expect((await new Caller(server.baseUrl, world.owner.token).get('/api/v1/me')).status).toBe(200);
    await server.stop();
    const loaded = JSON.parse(readFileSync(listed, 'utf8')) as string[];
    expect(loaded.filter((file) => file.endsWith('apps/server/dist/serving/serve.js'))).toHaveLength(1);
    expect(loaded.filter((file) => /@opentelemetry|\/traces\//.test(file))).toEqual([]);
  });
});
