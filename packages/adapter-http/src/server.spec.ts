import { once } from 'node:events';
import { connect } from 'node:net';
import { Controller, Get } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { createApi, type Api, type ApiOptions } from './server.js';
import { TOKEN, fakePorts } from '../test/fake-ports.js';
import { aReference } from '../test/reference.js';

/** The compilers of schemas that were loaded. */
const mockLoaded: string[] = [];
jest.mock('@fastify/ajv-compiler', () => {
  mockLoaded.push('ajv-compiler');
  return jest.requireActual<object>('@fastify/ajv-compiler');
});
jest.mock('@fastify/fast-json-stringify-compiler', () => {
  mockLoaded.push('fast-json-stringify-compiler');
  return jest.requireActual<object>('@fastify/fast-json-stringify-compiler');
});

let api: Api;
let base: string;
const faults: unknown[] = [];

const options = (): ApiOptions => ({
  ports: fakePorts(),
  reference: aReference(),
  baseUrl: 'http://localhost:3000',
  trustProxy: false,
  attachmentMaxBytes: 1_000,
  log: { access: () => undefined, fault: (_id, error) => faults.push(error) },
  logger: false,
});

beforeAll(async () => {
  api = await createApi(options());
  base = `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}`;
});

afterAll(() => api.drain(1_000));

const W = '/api/v1/organizations/acme/projects/WEB/work-items/WEB-1';

async function ask(path: string, init: RequestInit & { token?: string | null } = {}) {
  const { token = TOKEN, headers, ...rest } = init;
  const response = await fetch(base + path, {
    ...rest,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...(headers as object) },
  });
  const text = await response.text();
  const body =
    text === ''
      ? undefined
      : (JSON.parse(text) as { error?: { code: string; fieldErrors?: object }; requestId?: string });
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  if (body?.error) expect(body.requestId).toBe(response.headers.get('x-request-id'));
  return {
    status: response.status,
    headers: response.headers,
    body,
    code: body?.error?.code,
    fields: body?.error?.fieldErrors,
  };
}

const patch = (body: string, headers: Record<string, string> = {}) =>
  ask(W, { method: 'PATCH', body, headers: { 'content-type': 'application/json', 'if-match': '"wi-1"', ...headers } });

describe('The start', () => {
  it('loads no compiler of schemas: no route has a schema', () => {
    expect(mockLoaded).toEqual([]);
  });

  it('makes openapi.json, which takes a long time in one piece, and no request does', async () => {
    const made = jest.spyOn(SwaggerModule, 'createDocument');
    const another = await createApi(options());
    const port = await another.listen(0, '127.0.0.1');
    const atStart = made.mock.calls.length;
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`);
    const text = await response.text();
    await another.drain(1_000);
    // That of v1, and that of the extensions.
    expect([atStart, made.mock.calls.length]).toEqual([2, 2]);
    expect(text).toBe(another.document);
  });
});

describe('The pipeline', () => {
  it('answers liveness without anybody, readiness without a database', async () => {
    expect(await ask('/api/health', { token: null })).toMatchObject({
      status: 200,
      body: { status: 'ok', version: '1.0.0' },
    });
    expect(await ask('/api/ready', { token: null })).toMatchObject({ status: 503, body: { status: 'unready' } });
  });

  it('knows its paths and methods before it knows the caller', async () => {
    expect(await ask('/api/v1/nowhere', { token: null })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await ask('/api/v1/me/', { token: null })).toMatchObject({ status: 404 });
    expect(await ask('/api/v1/organizations/', { token: null })).toMatchObject({ status: 404 });
    expect(await ask('/api/v1/organizations/%ZZ', { token: null })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const wrong = await ask(W, { token: null, method: 'PUT', body: '{' });
    expect(wrong).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE, OPTIONS');
    const options = await ask(W, { token: null, method: 'OPTIONS' });
    expect(options).toMatchObject({ status: 204, body: undefined });
    expect(options.headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE, OPTIONS');
    expect(options.headers.get('content-type')).toBeNull();
  });

  it('authenticates before it reads a body', async () => {
    const stranger = await ask(W, {
      token: null,
      method: 'PATCH',
      body: '{',
      headers: { 'content-type': 'text/plain' },
    });
    expect(stranger).toMatchObject({ status: 401, code: 'AUTH_REQUIRED' });
    expect(stranger.headers.get('www-authenticate')).toBe('Bearer');
    expect(stranger.headers.get('ratelimit-limit')).toBeNull();
    expect(await ask(W, { token: 'wtp_bad' })).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
  });

  it('checks visibility, then suspension, then the query', async () => {
    expect(await ask('/api/v1/organizations/other?x=1')).toMatchObject({ status: 404 });
    expect(await ask('/api/v1/organizations/frozen/projects/nope?x=1')).toMatchObject({
      code: 'ORGANIZATION_SUSPENDED',
    });
    expect(await ask('/api/v1/organizations/acme/projects/NOPE?x=1')).toMatchObject({ status: 404 });
    expect(await ask(`${W}?x=1`)).toMatchObject({ status: 400, fields: { x: ['is not known here'] } });
  });

  it('checks the key, then the precondition, then media type and body', async () => {
    const transition = (headers: Record<string, string>, body: string) =>
      ask(`${W}/transitions`, { method: 'POST', headers, body });
    expect(await transition({}, '{')).toMatchObject({ code: 'IDEMPOTENCY_KEY_REQUIRED' });
    expect(await transition({ 'idempotency-key': 'short' }, '{')).toMatchObject({
      fields: { 'Idempotency-Key': [expect.any(String)] },
    });
    expect(await transition({ 'idempotency-key': 'long-enough' }, '{')).toMatchObject({ status: 428 });
    expect(await transition({ 'idempotency-key': 'long-enough', 'if-match': 'W/"wi-1"' }, '{')).toMatchObject({
      fields: { 'If-Match': [expect.any(String)] },
    });
    expect(await transition({ 'idempotency-key': 'long-enough', 'if-match': '*' }, '{')).toMatchObject({
      fields: { body: ['must be sent as application/json'] },
    });
  });

  it.each([
    ['no JSON', '{', { body: ['must be JSON'] }],
    ['an array', '[]', { body: ['must be a JSON object'] }],
    ['nothing', '', { body: ['is required'] }],
    ['no member', '{}', { body: ['must have at least one member'] }],
    ['an unknown member', '{"colour":1}', { colour: ['is not known here'] }],
    ['a member of every object', '{"constructor":1}', { constructor: ['is not known here'] }],
    ['a prototype', '{"__proto__":{"title":"x"}}', JSON.parse('{"__proto__":["is not known here"]}') as object],
    ['a name twice', '{"title":"a","t\\u0069tle":"b"}', { title: ['must not be given twice'] }],
    [
      'a name twice in an object of a list',
      '{"title":["a",[{"a":{}},{"b":1,"c":[2,3],"b":4}]]}',
      { 'title.1.1.b': ['must not be given twice'] },
    ],
    ['a number for a text', '{"title":1}', { title: ['must be a string'] }],
    ['null where it cannot be', '{"title":null}', { title: ['must not be null'] }],
    ['only white space', '{"title":" \\u00a0 "}', { title: ['must have 1 to 500 characters'] }],
    ['a zero character', '{"title":"a\\u0000"}', { title: ['must not hold U+0000 or unpaired surrogates'] }],
    ['half a character', '{"title":"\\ud83d"}', { title: ['must not hold U+0000 or unpaired surrogates'] }],
    ['half a point', '{"storyPoints":1.5}', { storyPoints: ['must be an integer from 0 to 100000'] }],
    ['30 February', '{"dueDate":"2026-02-30T00:00:00Z"}', { dueDate: ['must be an RFC 3339 timestamp with offset'] }],
    [
      'both assignees',
      '{"assigneeId":null,"assigneePublicId":null}',
      { assigneeId: [expect.any(String)], assigneePublicId: [expect.any(String)] },
    ],
  ])('refuses %s', async (_what, body, fields) => {
    expect(await patch(body)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', fields });
  });

  it('counts 1 MiB of body and not a byte more', async () => {
    expect(await patch(`{"title":"${'x'.repeat(1_048_576 - 12)}"}`)).toMatchObject({ status: 400 });
    expect(await patch(`{"title":"${'x'.repeat(1_048_576 - 11)}"}`)).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    });
  });

  it('reveals nothing about a fault', async () => {
    expect(await ask(`${W}/comments`)).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
    expect(JSON.stringify(await ask(`${W}/comments`))).not.toContain('secret');
    expect(faults).toHaveLength(2);
  });

  it('answers bytes that are no HTTP in its own words', async () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.write('NOT HTTP AT ALL\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/X-Request-Id: [0-9a-f-]{36}/);
    expect(answer).toContain('"code":"VALIDATION_ERROR"');
  });

  it('answers a request before the garbage that follows it', async () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.write('GET /api/ready HTTP/1.1\r\nHost: x\r\n\r\nNOT HTTP AT ALL\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*\{"status":"unready"\}$/);
  });

  it('answers CONNECT with an envelope', async () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.write('CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"code":"VALIDATION_ERROR"/);
  });

  it('serves its documentation itself', async () => {
    const page = await fetch(`${base}/api/docs`, { redirect: 'manual' });
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => base + file!);
    expect(files).toHaveLength(2);
    for (const file of files) {
      const response = await fetch(file, { redirect: 'manual' });
      expect(response.status).toBe(200);
      // The name has the hash of the content.
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-encoding')).toBe(file.endsWith('.js') ? 'gzip' : null);
    }
    const guide = await fetch(`${base}/api/docs/squeakql.md`);
    // The name has no hash, so the next release changes what it shows.
    expect(guide.headers.get('cache-control')).toBe('no-store');
    expect(guide.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await guide.text()).toBe('# SqueakQL');
    expect(await ask('/api/docs/package.json', { token: null })).toMatchObject({ status: 404 });
  });
});

describe('A request that does not arrive whole', () => {
  const head = [
    `PATCH ${W} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${TOKEN}`,
    'Content-Type: application/json',
    'If-Match: "wi-1"',
    'Content-Length: 100',
    'Expect: 100-continue',
  ].join('\r\n');

  async function started(arrivalTimeouts?: ApiOptions['arrivalTimeouts']) {
    const slow = await createApi({ ...options(), ...(arrivalTimeouts && { arrivalTimeouts }) });
    const socket = connect(await slow.listen(0, '127.0.0.1'), '127.0.0.1');
    socket.setEncoding('latin1').write(`${head}\r\n\r\n`);
    // The server asks for the body: from here on it waits for it.
    expect(await new Promise((resolve) => socket.once('data', resolve))).toMatch(/^HTTP\/1\.1 100 /);
    socket.write('{"title"');
    return { slow, socket };
  }

  it('is answered after a time', async () => {
    const { slow, socket } = await started({
      request: 200,
      upload: { bytes: 1, milliseconds: 200, longest: 3_600_000 },
    });
    let answer = '';
    socket.on('data', (text: string) => (answer += text));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"VALIDATION_ERROR"');
    await slow.drain(1_000);
  });

  // A browser keeps connections for later requests. A response that nobody asked for would be taken for that of the next one.
  it('has no response when none of it has come: its connection is closed', async () => {
    const slow = await createApi({
      ...options(),
      arrivalTimeouts: { request: 200, upload: { bytes: 1, milliseconds: 200, longest: 3_600_000 } },
    });
    const socket = connect(await slow.listen(0, '127.0.0.1'), '127.0.0.1');
    let response = '';
    socket.setEncoding('latin1').on('data', (text: string) => (response += text));
    await once(socket, 'close');
    expect(response).toBe('');
    await slow.drain(1_000);
  });

  it('is over when the client has gone: a server that ends does not wait for it', async () => {
    const { slow, socket } = await started();
    socket.destroy();
    await slow.drain(60_000);
  });
});

@Controller('api/v1/unguarded')
class Unguarded {
  @Get()
  anything() {
    return {};
  }
}

describe('A route without a policy', () => {
  it('does not boot', async () => {
    const ports = { ...fakePorts(), controllers: [Unguarded] };
    await expect(createApi({ ...options(), ports })).rejects.toThrow('GET /api/v1/unguarded has no policy.');
  });
});
