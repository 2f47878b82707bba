import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { AccessEntry } from './arrival/access-log.js';
import { createApi, type Api, type ApiOptions } from './server.js';
import { TOKEN, fakePorts } from '../test/fake-ports.js';
import { aReference } from '../test/reference.js';

const W = '/api/v1/organizations/acme/projects/WEB/work-items/WEB-1';
const MIB = 1_048_576;

const entries: AccessEntry[] = [];
let api: Api;
let port: number;

const options: ApiOptions = {
  ports: fakePorts(),
  reference: aReference(),
  baseUrl: 'http://localhost:3000',
  trustProxy: 1,
  attachmentMaxBytes: 1_000,
  log: { access: (entry) => entries.push(entry), fault: () => undefined },
  logger: false,
  // Room for four bodies, of which one user may hold all but one.
  bounds: {
    largeBodies: {
      of: 'bodies',
      process: 4 * MIB,
      user: 3 * MIB,
      waiting: { process: 100, one: 100, timeout: 300 },
    },
  },
};

beforeAll(async () => {
  api = await createApi(options);
  port = await api.listen(0, '127.0.0.1');
});
afterAll(() => api.drain(1_000));

/** A connection that was sent these lines, and an empty one. */
function sent(...lines: readonly string[]): Socket {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.write([...lines, '', ''].join('\r\n'));
  return socket;
}

/** All that comes back until the server ends the connection. */
async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (text: string) => (answer += text));
  await once(socket, 'close');
  return answer;
}

const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `X-${at}: y`);

describe('Header lines', () => {
  it('may be 2,000', async () => {
    const socket = sent('GET /api/health HTTP/1.1', 'Host: x', 'Connection: close', ...lines(1_998));
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ['a route', `PATCH ${W}`],
    ['a probe', 'GET /api/health'],
    ['no route', 'POST /api/v1/nowhere'],
    ['a path that cannot be read', 'POST /api/v1/%ZZ'],
  ])('behind which the length of a body hides end the connection with an answer: %s', async (what, first) => {
    const socket = sent(`${first} HTTP/1.1`, 'Host: x', ...lines(1_999), 'Content-Length: 1000000');
    socket.write('{"title":');
    const answer = await answerOf(socket);
    expect(answer).toMatch(what === 'a path that cannot be read' ? /^HTTP\/1\.1 404 / : /^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toMatch(/"requestId":"[0-9a-f-]{36}"/);
  });

  it('that are too many are reported', async () => {
    const answer = await answerOf(sent('GET /api/v1/me HTTP/1.1', 'Host: x', ...lines(2_000)));
    expect(answer).toContain('"code":"VALIDATION_ERROR"');
    expect(answer).toContain('"fieldErrors":{"headers":["must be at most 2000 lines"]}');
  });
});

describe('Content-Type', () => {
  const BODY = '{"title":5}';
  const patchedAs = (type: string): Promise<string> => {
    const socket = sent(
      `PATCH ${W} HTTP/1.1`,
      ...['Host: x', `Authorization: Bearer ${TOKEN}`, 'If-Match: "wi-1"', 'Connection: close'],
      ...[`Content-Type: ${type}`, `Content-Length: ${BODY.length}`],
    );
    socket.write(BODY);
    return answerOf(socket);
  };
  const typeOf = (length: number): string => 'application/json; x='.padEnd(length, 'y');

  it('may have 1,024 characters', async () => {
    expect(await patchedAs(typeOf(1_024))).toContain('"fieldErrors":{"title":');
  });

  it('that is longer is unknown', async () => {
    const answer = await patchedAs(typeOf(1_025));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"fieldErrors":{"body":["must be sent as application/json"]}');
  });

  it('that is longer does not reach the parsers of Fastify, which keep it', async () => {
    const socket = sent(
      `POST ${W}/attachments HTTP/1.1`,
      ...['Host: x', `Authorization: Bearer ${TOKEN}`, 'Idempotency-Key: long-content-type', 'Connection: close'],
      ...['Content-Type: multipart/form-data; boundary=x; y='.padEnd(200_000, 'y'), 'Content-Length: 0'],
    );
    expect(await answerOf(socket)).toContain('"fieldErrors":{"file":["must be sent as multipart/form-data"]}');
  });
});

describe('X-Forwarded-For', () => {
  it('is logged as an address, and as no other text', async () => {
    for (const forwarded of ['x'.repeat(200_000), '1.2.3.4,'.repeat(20_000) + ' 5.6.7.8', 'a"b']) {
      entries.length = 0;
      const socket = sent('GET /api/health HTTP/1.1', 'Host: x', 'Connection: close', `X-Forwarded-For: ${forwarded}`);
      expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 /);
      expect(entries).toHaveLength(1);
      expect(entries[0]?.address).toBe(forwarded.endsWith('5.6.7.8') ? '5.6.7.8' : '127.0.0.1');
      expect(JSON.stringify(entries).length).toBeLessThan(500);
    }
  });
});

describe('Bodies under way', () => {
  const head = [`PATCH ${W} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${TOKEN}`, 'If-Match: "wi-1"'];

  it('are limited: a further one waits, and is refused with a retry time when there is no room in time', async () => {
    const open = [1, 2, 3].map(() => sent(...head, `Content-Length: ${MIB}`));
    for (const socket of open) socket.write('{"title":"');
    await new Promise((later) => setTimeout(later, 100));
    const chunked = sent(...head, 'Transfer-Encoding: chunked');
    const answer = await answerOf(chunked);
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/\r\nretry-after: 1\r\n/i);
    expect(answer).toContain('"code":"RATE_LIMITED"');

    // A client that leaves gives the room back.
    open[0]?.destroy();
    await new Promise((later) => setTimeout(later, 50));
    const next = sent(...head, 'Content-Type: application/json', 'Connection: close', 'Transfer-Encoding: chunked');
    next.write('2\r\n{}\r\n0\r\n\r\n');
    expect(await answerOf(next)).toMatch(/^HTTP\/1\.1 400 [^]*must have at least one member/);
    for (const socket of open) socket.destroy();
  });
});

describe('The documentation page', () => {
  it('runs no script of others, is shown in no frame, and is of the type it says', async () => {
    for (const path of ['/api/docs', '/api/docs/page-1a2b.js', '/api/docs/page-3c4d.css']) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
    }
    const response = await fetch(`http://127.0.0.1:${port}/api/docs`);
    const policy = response.headers.get('content-security-policy')?.split('; ');
    const files = [`127.0.0.1:${port}/api/docs/`, 'localhost:3000/api/docs/'];
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        `script-src ${files.join(' ')}`,
        "worker-src 'none'",
        `style-src ${files.join(' ')} 'unsafe-inline'`,
        "frame-ancestors 'none'",
      ]),
    );
    const page = await response.text();
    expect(page).not.toMatch(/<script>|<script [^>]*>[^<]|\son\w+=/);
  });
});
