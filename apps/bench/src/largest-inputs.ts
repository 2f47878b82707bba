import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { startDurablePostgres } from './durable-postgres.js';
import { median } from './load.js';
import { probing } from './probe.js';
import { freePort, runTask, startWorktrack, stop } from './processes.js';

const KIB = 1_024;
const MIB = KIB * KIB;

/** Bytes of a request's head (256 KiB at most) that remain in addition to the headers of every request. */
const HEAD = 255 * KIB;

/** Number of times that each input is sent. */
const TIMES = 5;

/** One request whose input is as large as it may be. */
interface Input {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: readonly string[];
  readonly body?: Buffer | string;
}

/** Sends every input of a request at its largest legal size and prints the time that a concurrent probe waited. */
export async function measureLargestInputs(wanted: readonly string[]): Promise<void> {
  const postgres = await startDurablePostgres();
  const port = await freePort();
  const token = await provisioned(postgres.url);
  const server = await startWorktrack(postgres.url, port);
  const origin = `http://127.0.0.1:${port}`;
  try {
    const call = { origin, token };
    await send(call, { name: 'first', method: 'POST', path: `${PROJECT}/work-items`, ...json({ title: 'One' }) });
    for (const input of inputs().filter(
      ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
    )) {
      const statuses = new Set<string>();
      const waits: number[] = [];
      for (let time = 0; time <= TIMES; time += 1) {
        const met = await probing(origin, async () => statuses.add(await send(call, input)));
        // The first request warms up.
        if (time > 0) waits.push(Math.max(...met));
      }
      const figures = [median(waits), Math.max(...waits)].map((wait) => wait.toFixed(0).padStart(5));
      console.log(`${figures.join(' ms, at most ')} ms  ${input.name}: ${[...statuses].join(', ')}`);
    }
  } finally {
    await stop(server);
    await postgres.leave();
  }
}

const ORGANIZATION = '/api/v1/organizations/bench';
const PROJECT = `${ORGANIZATION}/projects/BEN`;
const ITEM = `${PROJECT}/work-items/BEN-1`;

async function provisioned(databaseUrl: string): Promise<string> {
  await runTask(databaseUrl, ['db:migrate']);
  const email = 'bench@bench.example';
  const { tokens } = await runTask<{ tokens: { token: string }[] }>(databaseUrl, ['provision', '--file', '-'], {
    users: [{ email, name: 'bench' }],
    organizations: [
      {
        slug: 'bench',
        name: 'bench',
        members: [{ email, role: 'owner' }],
        projects: [{ key: 'BEN', name: 'bench' }],
      },
    ],
    tokens: [{ email, name: 'bench', scopes: 'all', org: ['bench'] }],
  });
  return tokens[0]!.token;
}

const times = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join('');
const padded = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length));

function json(body: object | string): Pick<Input, 'headers' | 'body'> {
  return {
    headers: ['Content-Type: application/json', 'If-Match: *'],
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

function inputs(): Input[] {
  const list = `${PROJECT}/work-items`;
  const emoji = encodeURIComponent('😀'.repeat(200));
  const search = (query: string): Input => ({
    name: `SqueakQL of ${query.length} characters, ${query.slice(0, 20)}…`,
    method: 'POST',
    path: `${ORGANIZATION}/work-items/search`,
    ...json({ query }),
  });
  const form = (name: string, head: string, content = 'x', type = 'multipart/form-data; boundary=b'): Input => ({
    name: `form: ${name}`,
    method: 'POST',
    path: `${ITEM}/attachments`,
    headers: [`Content-Type: ${type}`],
    body: `--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`,
  });
  const create = (name: string, body: string): Input => ({
    name: `JSON: ${name}`,
    method: 'POST',
    path: list,
    ...json(body),
  });
  return [
    { name: 'nothing', path: ITEM },
    { name: 'query: one parameter repeated', path: `${list}?${padded('type=task&', HEAD)}` },
    { name: 'query: an unknown parameter repeated', path: `${list}?${padded('x&', HEAD)}` },
    { name: 'query: empty pairs', path: `${list}?${padded('&', HEAD)}` },
    { name: 'query: broken percent sequences', path: `${list}?${padded('%ZZ&', HEAD)}` },
    { name: 'query: q of escapes', path: `${list}?q=${padded('%41', HEAD)}` },
    { name: 'query: q of white space', path: `${list}?q=${padded('+', HEAD)}` },
    { name: 'query: fields', path: `${list}?fields=${padded('title,', HEAD)}id` },
    { name: 'query: unknown fields', path: `${list}?fields=${padded('a,', HEAD)}` },
    { name: 'query: a cursor of 200 KiB', path: `${list}?cursor=${padded('A', HEAD)}` },
    { name: 'query: a cursor of 2,048 characters', path: `${list}?cursor=${padded('A', 2_048)}` },
    { name: 'query: digits', path: `${list}?limit=${padded('9', HEAD)}` },
    {
      name: 'query: an instant with 200 KiB of fraction',
      path: `${list}?updatedAfter=2026-03-01T00:00:00.${padded('1', HEAD)}Z`,
    },
    { name: 'query: an instant with zeros', path: `${list}?dueBefore=2026-03-01T00:00:00.${padded('0', HEAD)}Z` },
    {
      name: 'query: 100 label names of 200 code points',
      path: `${list}?${times(100, (n) => `&labelName=${n}${emoji.slice(0, -24)}`)}`,
    },
    {
      name: 'query: 100 of every filter',
      path: `${list}?${times(100, (n) => `&status=todo&type=bug&priority=low&labelName=a${n}&label=${randomUUID()}`)}`,
    },
    {
      name: 'query: a report with 2,000 characters of SqueakQL',
      path: `${PROJECT}/reports/distribution?squeakql=${encodeURIComponent(`title = a${' or title = a'.repeat(98)}`)}`,
    },
    { name: 'query: buckets', path: `${PROJECT}/reports/ageing-wip?buckets=${padded('1,', HEAD)}` },
    { name: 'query: a time zone', path: `${PROJECT}/reports/cumulative-flow?timeZone=${padded('Europe/', HEAD)}` },
    { name: 'query: a range', path: `${PROJECT}/reports/velocity?range=${padded('1', HEAD)}` },
    { name: 'path: a segment of 64 KiB', path: `${PROJECT}/work-items/${padded('A', 64 * KIB)}` },
    { name: 'path: a segment of 255 KiB', path: `${PROJECT}/work-items/${padded('A', HEAD)}` },
    { name: 'path: escapes', path: `${PROJECT}/work-items/${padded('%41', 64 * KIB)}` },
    { name: 'path: broken escapes', path: `${PROJECT}/work-items/${padded('%ZZ', 64 * KIB)}` },
    { name: 'path: a key of digits', path: `${PROJECT}/work-items/BEN-${padded('9', 60 * KIB)}` },
    { name: 'path: slashes', path: padded('/', HEAD) },
    { name: 'path: many segments', path: `/api/v1/organizations${padded('/a', HEAD)}` },
    {
      name: 'path: a label name of white space',
      method: 'DELETE',
      path: `${ITEM}/labels/${padded('%20', 64 * KIB)}`,
      headers: ['If-Match: *'],
    },
    { name: 'path: a public id', path: `/api/v1/users/${padded('usr_', 64 * KIB)}` },
    {
      name: 'header: 2,000 lines',
      path: ITEM,
      headers: Array.from({ length: 1_990 }, (_, n) => `X-${n}: ${'y'.repeat(100)}`),
    },
    { name: 'header: one line 60,000 times', path: ITEM, headers: Array.from({ length: 50_000 }, () => 'a:') },
    { name: 'header: Cookie', path: ITEM, headers: [`Cookie: ${padded('a=b; ', HEAD)}`] },
    { name: 'header: X-Forwarded-For', path: ITEM, headers: [`X-Forwarded-For: ${padded('1.1.1.1,', HEAD)}`] },
    { name: 'header: Authorization', path: ITEM, headers: [`Authorization: Bearer ${padded(' ', HEAD)}x`] },
    { name: 'header: Accept', path: ITEM, headers: [`Accept: ${padded('a/b;q=0.1,', HEAD)}`] },
    { name: 'header: Accept-Encoding', path: ITEM, headers: [`Accept-Encoding: ${padded('gzip;q=0.1,', HEAD)}`] },
    { name: 'header: Host', path: ITEM, headers: [`Host: ${padded('a.', HEAD)}`] },
    { name: 'header: X-Request-Id', path: ITEM, headers: [`X-Request-Id: ${padded('é', HEAD)}`] },
    {
      name: 'header: If-Match of digits',
      method: 'PATCH',
      path: ITEM,
      headers: [`If-Match: "wi-${padded('9', HEAD)}"`, 'Content-Type: application/json'],
      body: '{"title":"x"}',
    },
    {
      name: 'header: If-Match list',
      method: 'PATCH',
      path: ITEM,
      headers: [`If-Match: ${padded('"wi-1",', HEAD)}`, 'Content-Type: application/json'],
      body: '{"title":"x"}',
    },
    {
      name: 'header: Idempotency-Key',
      method: 'POST',
      path: list,
      headers: [`Idempotency-Key: ${padded('a', HEAD)}`, 'Content-Type: application/json'],
      body: '{"title":"x"}',
    },
    {
      name: 'header: Content-Type with parameters',
      method: 'POST',
      path: list,
      headers: [`Content-Type: application/json${padded(';a=b', HEAD)}`],
      body: '{"title":"x"}',
    },
    {
      name: 'header: Content-Type with white space',
      method: 'POST',
      path: list,
      headers: [`Content-Type: application/json${padded(' ', HEAD)};a=b`],
      body: '{"title":"x"}',
    },
    {
      name: 'header: Content-Type with an open quote',
      method: 'POST',
      path: list,
      headers: [`Content-Type: application/json${padded(';a="', HEAD)}`],
      body: '{"title":"x"}',
    },
    {
      name: 'header: boundary behind semicolons',
      method: 'POST',
      path: `${ITEM}/attachments`,
      headers: [`Content-Type: multipart/form-data${padded('; ', HEAD)}`],
      body: '--b\r\n',
    },
    {
      name: 'header: boundary behind tabs',
      method: 'POST',
      path: `${ITEM}/attachments`,
      headers: [`Content-Type: multipart/form-data;${padded('\t', HEAD)}x`],
      body: '--b\r\n',
    },
    create('a description of 64,000 code points', JSON.stringify({ title: 'x', description: '😀'.repeat(64_000) })),
    create('a title of white space', `{"title":"${padded(' ', MIB - 20)}"}`),
    create('a title of Unicode white space', `{"title":"${padded('\u2003', MIB / 3 - 20)}"}`),
    create('escapes', `{"title":"${padded('\\u0041', MIB - 20)}"}`),
    create('backslashes', `{"title":"${padded('\\\\', MIB - 20)}"}`),
    create('an unknown name of 1 MiB', `{"${padded('a', MIB - 20)}":1}`),
    create('an escaped name of 1 MiB', `{"${padded('\\u0041', MIB - 20)}":1}`),
    create('5,000 members', `{${Array.from({ length: 1_660 }, (_, n) => `"${n}${'x'.repeat(600)}":1`).join(',')}}`),
    create('digits', `{"title":"x","storyPoints":${padded('9', MIB - 40)}}`),
    create('a fraction', `{"title":"x","storyPoints":1.${padded('9', MIB - 40)}}`),
    create('an instant', `{"title":"x","dueDate":"2026-03-01T00:00:00.${padded('9', MIB - 60)}Z"}`),
    create('brackets', padded('[', MIB)),
    create('brackets behind brackets', padded('[]', MIB)),
    create('white space', `{"title":"x"}${padded(' ', MIB - 20)}`),
    create('quotes', padded('"', MIB)),
    create('a parent of 1 MiB', `{"title":"x","parentId":"${padded('A', MIB - 60)}"}`),
    create('a public id of 1 MiB', `{"title":"x","assigneePublicId":"${padded('usr_', MIB - 60)}"}`),
    {
      name: 'JSON: 50 operations of 1 MiB',
      method: 'POST',
      path: `${ORGANIZATION}/bulk-work-items`,
      ...json({
        operations: Array.from({ length: 50 }, () => ({
          projectKey: 'BEN',
          title: 'x',
          description: 'é'.repeat(10_000),
        })),
      }),
    },
    {
      name: 'JSON: 50 operations of 90 unknown members',
      method: 'POST',
      path: `${ORGANIZATION}/bulk-work-items`,
      ...json({
        operations: Array.from({ length: 50 }, () =>
          Object.fromEntries(Array.from({ length: 45 }, (_, n) => [`x${n}${'y'.repeat(300)}`, 1])),
        ),
      }),
    },
    {
      name: 'JSON: 1 MiB in chunks of one byte',
      method: 'POST',
      path: list,
      headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      body: `${padded('1\r\n \r\n', 6 * MIB)}0\r\n\r\n`,
    },
    {
      name: 'JSON: chunk extensions',
      method: 'POST',
      path: list,
      headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      body: `${padded(`1;${'x'.repeat(10_000)}\r\n \r\n`, 2 * MIB)}0\r\n\r\n`,
    },
    search(`${'('.repeat(19)}a = 1${')'.repeat(19)}`),
    search(padded('(', 4_096)),
    search(padded('not ', 4_090) + 'a'),
    search(padded("'", 4_096)),
    search(padded('a ', 4_096)),
    search(padded('a=b or ', 4_080) + 'a=b'),
    search(`title ~ '${'x'.repeat(4_000)}'`),
    search(`title in (${Array.from({ length: 100 }, (_, n) => `'${'é'.repeat(30)}${n}'`).join(',')})`),
    search(`status = todo${" and title ~ 'a%_'".repeat(98)}`),
    search(Array.from({ length: 95 }, (_, n) => `labels = 'l${n}'`).join(' or ')),
    search(Array.from({ length: 12 }, () => "wasIn('done')").join(' or ')),
    search(`points in (${Array.from({ length: 100 }, (_, n) => '9'.repeat(30) + String(n)).join(',')})`),
    search(padded('statuz = todo or ', 4_080) + 'statuz = todo'),
    search(padded('abcdefghij', 4_000)),
    search(padded('\n', 4_000) + 'status = todo'),
    {
      name: 'JSON: a search cursor of 8,192 characters',
      method: 'POST',
      path: `${ORGANIZATION}/work-items/search`,
      ...json({ query: 'status = todo', cursor: padded('A', 8_192) }),
    },
    {
      name: 'form: chunks of one byte',
      method: 'POST',
      path: `${ITEM}/attachments`,
      headers: ['Content-Type: multipart/form-data; boundary=b', 'Transfer-Encoding: chunked'],
      body: [
        ...['45', '\r\n', '--b\r\nContent-Disposition: form-data; name="file"; filename="abcd"\r\n\r\n', '\r\n'],
        padded('1\r\n-\r\n', 3 * MIB),
        '7\r\n\r\n--b--\r\n0\r\n\r\n',
      ].join(''),
    },
    form(
      'a part header of 100 KiB',
      `Content-Disposition: form-data; name="file"; filename="${padded('a', 100 * KIB)}"`,
    ),
    form('a part header of parameters', `Content-Disposition: form-data${padded('; a=b', 70 * KIB)}`),
    form(
      'a part header of open quotes',
      `Content-Disposition: form-data; name="file"; filename="${padded('\\', 70 * KIB)}`,
    ),
    form(
      'a file name of escapes',
      `Content-Disposition: form-data; name="file"; filename*=utf-8''${padded('%C3%A9', 70 * KIB)}`,
    ),
    form(
      '1,000 part headers',
      `Content-Disposition: form-data; name="file"; filename="a"${times(1_000, (n) => `\r\nX-${n}: y`)}`,
    ),
    form('a preamble of line ends', padded('\r\n', 100 * KIB)),
    form(
      '1 MiB of almost boundaries',
      'Content-Disposition: form-data; name="file"; filename="a"',
      padded('\r\n--', MIB),
    ),
    form('1 MiB of dashes', 'Content-Disposition: form-data; name="file"; filename="a"', padded('-', MIB)),
    form(
      '1 MiB of almost a boundary of 70 characters',
      'Content-Disposition: form-data; name="file"; filename="a"',
      padded(`\r\n--${'b'.repeat(69)}`, MIB),
      `multipart/form-data; boundary=${'b'.repeat(70)}`,
    ),
  ];
}

interface Call {
  readonly origin: string;
  readonly token: string;
}

/** Sends one request on a new connection. Resolves to its status, or to "no answer". */
function send({ origin, token }: Call, { method = 'GET', path, headers = [], body }: Input): Promise<string> {
  const { hostname, port } = new URL(origin);
  const names = new Set(headers.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()));
  const standard = [
    ['Host', 'x'],
    ['Authorization', `Bearer ${token}`],
    ['Idempotency-Key', randomUUID()],
    ...(body === undefined || names.has('transfer-encoding')
      ? []
      : [['Content-Length', String(Buffer.byteLength(body))]]),
  ].filter(([name = '']) => !names.has(name.toLowerCase()));
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...standard.map((line) => line.join(': ')),
    ...headers,
    'Connection: close',
  ];
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body ?? '')]);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    let answer = '';
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on('data', (text: string) => (answer += text.slice(0, 200)));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'no answer');
    });
    socket.write(bytes);
  });
}
