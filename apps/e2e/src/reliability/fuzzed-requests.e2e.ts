import path from 'node:path';
import { freshKey, Raw, type Ask } from '../kit/client.js';
import { eventually } from '../kit/eventually.js';
import { figures } from '../kit/figures.js';
import { givenComment, givenLabel, givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { expectInvariants } from '../kit/invariants.js';
import { type Located, operationsOf } from '../kit/openapi-document.js';
import { listenTo, startProgram } from '../kit/program.js';
import { Chance, seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

/** `TEST_DEEP` asks for the number that takes a long time. */
const REQUESTS = process.env.TEST_DEEP === undefined ? 1_000 : 50_000;
const CLIENTS = 8;
const PATIENCE = 4 * 3_600_000;

/** The most memory that a server keeps after all requests, beyond what it had when it was warm. */
const MOST_KEPT = 30 * 2 ** 20;

const document = theRun().openapi;
const operations = operationsOf(document);
const chance = new Chance(seed);

/** Texts that programs stumble over. */
const ODD = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e400',
    '9'.repeat(400),
    'null',
    'true',
    '{}',
    '[]',
    '__proto__',
    'constructor',
    '../..',
    '%',
  ],
  ...['\u0000', '\u0001', '\ud83d', '😀'.repeat(200), 'İ', '\u2028', "' or 1=1 --", '*', '"wi-1"', 'me', 'none'],
  ...['2026-02-30', '0000-01-01T00:00:00Z', '2026-03-01T00:00:00.000Z', '00000000-0000-0000-0000-000000000000'],
  ...['x'.repeat(3_000), 'title ~ "x" order by title', 'status = todo and wasIn("done")', 'a,b', '(((', 'WEB-1'],
];

let known: Readonly<Record<string, readonly string[]>>;

/** A value for a schema: usually one that it allows, sometimes anything. */
function valueFor(schema: any, depth = 0): unknown {
  if (chance.once(12) || depth > 6) return chance.of([...ODD, 0, -1, 1.5, 1e21, true, null, [], {}, [[]]]);
  const { $ref, anyOf, oneOf, type, properties, items, enum: words, minimum = 0, maximum = 100, format } = schema;
  if ($ref) return valueFor(document.components.schemas[String($ref).split('/').at(-1)!], depth + 1);
  if (words) return chance.of(words);
  if (anyOf ?? (properties ? undefined : oneOf)) return valueFor(chance.of(anyOf ?? oneOf), depth + 1);
  const kind = Array.isArray(type) ? chance.of(type) : type;
  if (kind === 'object') {
    const required = new Set<string>(schema.required);
    const members = Object.entries(properties ?? {}).filter(([name]) => required.has(name) || chance.once(2));
    const extra = chance.once(20) ? { [chance.of(ODD)]: 1 } : {};
    return { ...Object.fromEntries(members.map(([name, one]) => [name, valueFor(one, depth + 1)])), ...extra };
  }
  if (kind === 'array') return Array.from({ length: chance.below(4) }, () => valueFor(items, depth + 1));
  if (kind === 'boolean') return chance.once(2);
  if (kind === 'integer' || kind === 'number')
    return Number(minimum) + chance.below(Math.min(maximum - minimum + 1, 1_000));
  if (kind === 'null') return null;
  if (format === 'uuid') return chance.of(known.ids!);
  if (format === 'date-time') return '2026-03-01T00:00:00Z';
  return chance.of([...known.texts!, ...known.ids!]);
}

const encoded = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    // Half a character has no UTF-8.
    return '%ED%A0%BD';
  }
};

function requestFor({ template, method, operation }: Located): Ask {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const texts = chance.once(8) ? ODD : (known[name] ?? known.ids!);
    const segment = encoded(chance.of(texts));
    return segment === '' ? 'x' : segment;
  });
  const query: string[] = [];
  const headers: Record<string, string> = {};
  for (const { name, in: place, schema } of operation.parameters ?? []) {
    if (place === 'query' && chance.once(4)) {
      const values = [valueFor(schema)].flat();
      for (const value of values) query.push(`${encoded(name)}=${encoded(String(value))}`);
    }
    if (name === 'If-Match' && !chance.once(10))
      headers[name] = chance.of(['*', '"wi-1"', '"project-1"', '"sprint-1"']);
    if (name === 'Idempotency-Key' && !chance.once(10)) headers[name] = chance.once(20) ? 'fuzzed-again' : freshKey();
  }
  if (chance.once(20)) query.push(`${encoded(chance.of(ODD))}=${encoded(chance.of(ODD))}`);
  const content = operation.requestBody?.content ?? {};
  const body =
    'multipart/form-data' in content
      ? uploadOf('x'.repeat(chance.below(3_000)), { fileName: `${chance.of(known.texts!)}.txt` })
      : 'application/json' in content
        ? bodyFor(content['application/json'].schema)
        : undefined;
  return { method, target: query.length > 0 ? `${path}?${query.join('&')}` : path, headers, body };
}

function bodyFor(schema: unknown): Raw {
  const text = JSON.stringify(valueFor(schema));
  if (!chance.once(25)) return new Raw(text);
  // Cut off, or with a byte that is another one.
  const bytes = Buffer.from(text);
  if (chance.once(2)) return new Raw(bytes.subarray(0, chance.below(bytes.length + 1)));
  if (bytes.length > 0) bytes[chance.below(bytes.length)] = chance.below(256);
  return new Raw(bytes);
}

/** The bytes that the server still uses after collecting garbage. Resident memory also counts what the engine keeps for later. */
async function usedBytes(): Promise<number> {
  const reports = (): number[] => [...server.log().matchAll(/memory in use: (\d+)/g)].map(([, bytes]) => Number(bytes));
  const before = reports().length;
  process.kill(server.pid, 'SIGUSR2');
  return eventually('a report of memory', () => Promise.resolve(reports()[before]));
}

let server: RunningServer;
afterAll(async () => {
  await expectInvariants(server);
  await server.stop();
});

it(
  'Requests of every kind are answered as the document says, never with a fault',
  async () => {
    const { postgresUrl, template } = theRun();
    const preload = path.resolve(__dirname, '../kit/preload/report-memory.cjs');
    const environment = { NODE_OPTIONS: `--expose-gc --require ${preload}` };
    server = await startServer({ postgresUrl, template, environment });
    const world = new World('hostile', server.baseUrl, server.databaseUrl);
    const { owner } = world;
    const { key } = await givenProject(owner, world.org());
    const project = world.project(key);
    const items = [];
    for (const title of ['One', 'Two', 'Three']) items.push(await givenWorkItem(owner, project, { title }));
    const sprint = await givenSprint(owner, project);
    const label = await givenLabel(owner, project, 'fuzzed');
    const comment = await givenComment(owner, world.item(items[0].key));
    known = {
      organizationSlug: [world.slug],
      projectKey: [key],
      workItemKey: items.map((item) => item.key),
      sprintId: [sprint.id],
      labelId: [label.id, 'fuzzed'],
      commentId: [comment.id],
      publicId: [world.user('owner').publicId],
      reportType: ['velocity', 'cumulative-flow', 'control-chart', 'ageing-wip', 'distribution', 'epic-progress'],
      ids: [sprint.id, label.id, comment.id, ...items.map(({ id }) => id)],
      texts: ['One', 'fuzzed', key, items[0].key, '#3b82f6', 'status = todo', 'backlog', ...ODD],
    };

    const statuses = new Map<number, number>();
    let sent = 0;
    let warm: Promise<number> | undefined;
    const client = async (): Promise<void> => {
      while (sent < REQUESTS) {
        sent += 1;
        const request = requestFor(chance.of(operations));
        const caller = chance.once(30) ? world.nobody : owner;
        const { status, text } = await caller.send(request);
        if (status >= 500) throw new Error(`${request.method} ${request.target}: ${status} ${text}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (sent >= REQUESTS / 5) warm ??= usedBytes();
      }
    };
    const probe = startProgram(path.resolve(__dirname, '../kit/probe.cjs'), [`${server.baseUrl}/api/health`], {});
    const { ended } = listenTo(probe);
    try {
      await Promise.all(Array.from({ length: CLIENTS }, client));
    } finally {
      probe.stdin?.end();
    }
    const { stdout: longestWait, code } = await ended;
    expect(code).toBe(0);
    const grown = (await usedBytes()) - ((await warm) ?? 0);
    // Print the figure, do not assert it: the wait of a probe depends on the machine, which this process uses too.
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    console.log(
      `${counts.join(', ')}; a probe waited ${Number(longestWait).toFixed(0)} ms at most; memory grew by ${grown} bytes`,
    );
    figures.add('requests sent', sent);
    if (process.env.TEST_DEEP !== undefined) expect(grown).toBeLessThan(MOST_KEPT);
  },
  PATIENCE,
);
