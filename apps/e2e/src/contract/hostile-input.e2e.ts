import { Readable } from 'node:stream';
import { HURTFUL_BODIES } from '../hostile/inputs.js';
import { freshKey, Raw } from '../kit/client.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { exchangeBytes } from '../kit/raw-socket.js';
import { expectRefusal } from '../kit/refusals.js';
import { STATUS_OF_CODE, UUID } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('hostile');
const { owner } = world;

let path: string;
let item: string;
beforeAll(async () => {
  path = world.project((await givenProject(owner, world.org())).key);
  item = world.item((await givenWorkItem(owner, path)).key);
});

const MIB = 2 ** 20;
const padded = (text: string, length: number): string => text.padEnd(length, ' ');
const inPieces = (text: string, size: number): Readable =>
  Readable.from(
    (function* pieces() {
      for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
    })(),
  );

describe('The size of a body', () => {
  it('scenario 49: may be 1 MiB, not a byte more', async () => {
    const fits = await owner.post(`${path}/work-items`, new Raw(padded('{"title":"Wide"}', MIB)));
    expect(fits.status).toBe(201);
    const tooLarge = await owner.post(`${path}/work-items`, new Raw(padded('{"title":"Wide"}', MIB + 1)));
    expectRefusal(tooLarge, 'PAYLOAD_TOO_LARGE');
  });

  it('scenario 49: is counted on the stream when it comes in chunks', async () => {
    const fits = await owner.post(`${path}/work-items`, new Raw(inPieces(padded('{"title":"Chunks"}', MIB), 65_536)));
    expect(fits.status).toBe(201);
    const tooLarge = await owner.post(
      `${path}/work-items`,
      new Raw(inPieces(padded('{"title":"Chunks"}', MIB + 1), 65_536)),
    );
    expectRefusal(tooLarge, 'PAYLOAD_TOO_LARGE');
  });

  it('holds for every mutation, and before the key, the tag and the media type', async () => {
    const huge = new Raw('x'.repeat(MIB + 1), 'text/plain');
    const bare = { key: null, ifMatch: null };
    for (const target of [
      `${world.org()}/projects`,
      `${path}/archive`,
      `${path}/work-items`,
      `${item}/transitions`,
      `${item}/archive`,
    ]) {
      expectRefusal(await owner.post(target, huge, bare), 'PAYLOAD_TOO_LARGE');
    }
    for (const target of [path, item]) expectRefusal(await owner.patch(target, huge, bare), 'PAYLOAD_TOO_LARGE');
    expectRefusal(await owner.delete(item, bare, huge), 'PAYLOAD_TOO_LARGE');
  });

  it('counts bytes, not characters', async () => {
    const text = `{"description":"${'é'.repeat(60_000)}","title":"x"}`;
    const bytes = Buffer.byteLength(text);
    const fits = await owner.post(`${path}/work-items`, new Raw(text + ' '.repeat(MIB - bytes)));
    expect(fits.status).toBe(201);
    const tooLarge = await owner.post(`${path}/work-items`, new Raw(text + ' '.repeat(MIB - bytes + 1)));
    expectRefusal(tooLarge, 'PAYLOAD_TOO_LARGE');
  });
});

describe('A body that is made to hurt', () => {
  it.each(HURTFUL_BODIES)('is refused: %s', async (_what, text) => {
    expectRefusal(await owner.post(`${path}/work-items`, new Raw(text)), 'VALIDATION_ERROR');
  });
});

describe('Bytes on a connection', () => {
  const request = (first: string, ...lines: string[]): string => [first, ...lines, '', ''].join('\r\n');
  const host = 'Host: 127.0.0.1';
  const bearer = (): string => `Authorization: Bearer ${owner.token!}`;

  it.each<[what: string, bytes: () => string | Buffer]>([
    ['no HTTP', () => 'nonsense\r\n\r\n'],
    ['a TLS greeting', () => Buffer.from('160301020001000001fc0303', 'hex')],
    ['an unknown method', () => request('BREW /api/v1/me HTTP/1.1', host)],
    ['no Host', () => request('GET /api/v1/me HTTP/1.1')],
    ['another HTTP', () => request('GET /api/v1/me HTTP/9.9', host)],
    ['a space in the path', () => request('GET /api/v1/m e HTTP/1.1', host)],
    ['two lengths', () => request('POST /api/v1/me HTTP/1.1', host, 'Content-Length: 1', 'Content-Length: 2')],
    [
      'a length and chunks',
      () => request('POST /api/v1/me HTTP/1.1', host, 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    ],
    ['a length that is no number', () => request('POST /api/v1/me HTTP/1.1', host, 'Content-Length: x')],
    ['a negative length', () => request('POST /api/v1/me HTTP/1.1', host, 'Content-Length: -1')],
    ['a header without a name', () => request('GET /api/v1/me HTTP/1.1', host, ': x')],
    ['a header with a space in its name', () => request('GET /api/v1/me HTTP/1.1', host, 'a b: x')],
    ['U+0000 in a header', () => request('GET /api/v1/me HTTP/1.1', host, 'x: a\u0000b')],
    ['a header of 100 kB', () => request('GET /api/v1/me HTTP/1.1', host, `x: ${'y'.repeat(100_000)}`)],
    [
      '5,000 headers',
      () => request('GET /api/v1/me HTTP/1.1', host, ...Array.from({ length: 5000 }, (_, n) => `x-${n}: 1`)),
    ],
    ['a path of 100 kB', () => request(`GET /${'x'.repeat(100_000)} HTTP/1.1`, host)],
    ['an expectation that nobody has', () => request('GET /api/v1/me HTTP/1.1', host, 'Expect: nonsense')],
    [
      'broken chunks',
      () => `${request(`POST ${path}/work-items HTTP/1.1`, host, bearer(), 'Transfer-Encoding: chunked')}zz\r\n`,
    ],
  ])('that are %s get an envelope', async (_what, bytes) => {
    const { status, headers, body } = await exchangeBytes(world.baseUrl, bytes());
    expect([400, 401, 404]).toContain(status);
    expect(headers['x-request-id']).toMatch(UUID);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers.server).toBeUndefined();
    const { error, requestId } = JSON.parse(body) as { error: { code: string }; requestId: string };
    expect(requestId).toBe(headers['x-request-id']);
    expect(STATUS_OF_CODE[error.code]).toBe(status);
  });

  it.each<[what: string, bytes: () => string, status: number]>([
    ['HTTP/1.0', () => request('GET /api/v1/me HTTP/1.0', bearer()), 200],
    ['a full address', () => request(`GET ${world.baseUrl}/api/v1/me HTTP/1.1`, host, bearer()), 200],
    ['TRACE on a known path', () => request('TRACE /api/v1/me HTTP/1.1', host), 405],
    ['OPTIONS of the whole server', () => request('OPTIONS * HTTP/1.1', host), 404],
    [
      'a wish to upgrade',
      () => request('GET /api/v1/me HTTP/1.1', host, bearer(), 'Connection: Upgrade', 'Upgrade: websocket'),
      200,
    ],
    [
      'spaces around the header values',
      () => request('GET /api/v1/me HTTP/1.1', host, `authorization:   Bearer ${owner.token!}  `),
      200,
    ],
  ])('that are %s are understood', async (_what, bytes, status) => {
    const answer = await exchangeBytes(world.baseUrl, bytes());
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toMatch(UUID);
  });

  it('with Expect: 100-continue are answered 100 before the body', async () => {
    const body = '{"title":"Expected"}';
    const head = request(
      `POST ${path}/work-items HTTP/1.1`,
      host,
      bearer(),
      `Idempotency-Key: ${freshKey()}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    );
    expect((await exchangeBytes(world.baseUrl, head + body)).status).toBe(201);
  });
});
