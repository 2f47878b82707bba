import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { request } from 'undici';
import { freshKey } from '../kit/client.js';
import { eventually } from '../kit/eventually.js';
import { type ProxyProgram, type RunningProxy, startProxy } from '../kit/proxy.js';
import { parseAnswer, type RawAnswer } from '../kit/raw-socket.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

/** An address that a client claims to have; its real one is another address of the loopback network. */
const FORGED = '203.0.113.9';
const REAL = '127.0.0.9';
const MIB = 1_048_576;

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Describes what a client sees of two servers behind a proxy with the configuration in `docker/`. */
export function describeProxy(
  proxyProgram: ProxyProgram,
  more: (servers: () => readonly [string, string], databaseUrl: () => string) => void = () => undefined,
): void {
  describe(`Behind ${proxyProgram.configuration} in docker/`, () => {
    const { postgresUrl, template } = theRun();
    let servers: [RunningServer, RunningServer];
    let world: World;
    let proxy: RunningProxy;
    let here: string;

    beforeAll(async () => {
      const environment = {
        ATTACHMENT_MAX_BYTES: String(8 * MIB),
        BASE_URL: 'http://proxy.example',
        LOG_LEVEL: 'info',
        TRUST_PROXY: '1',
        WORKTRACK_DATA_DIR: scratchPath('proxied'),
      };
      const first = await startServer({ postgresUrl, template, environment });
      servers = [first, await startServer({ postgresUrl, databaseUrl: first.databaseUrl, environment })];
      world = new World('proxied', first.baseUrl, first.databaseUrl);
      proxy = await startProxy(proxyProgram, [servers[0].baseUrl, servers[1].baseUrl]);
      here = world.project();
      // A proxy that asks servers for their health may find none at its very first requests.
      await eventually('a server behind the proxy', async () =>
        (await request(`${proxy.baseUrl}/api/ready`)).statusCode === 200 ? true : undefined,
      );
    }, 120_000);
    afterAll(async () => {
      await proxy.stop();
      await servers[1].stop();
      await servers[0].stop();
    });

    /** Sends what a browser would: it takes compressed responses. */
    const send = async (method: string, target: string, given: object = {}, body?: unknown) => {
      const raw = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const {
        statusCode,
        headers,
        body: sent,
      } = await request(`${proxy.baseUrl}${target}`, {
        method,
        headers: {
          authorization: `Bearer ${world.token('owner').token}`,
          'accept-encoding': 'gzip, deflate, br',
          ...(method !== 'GET' && { 'idempotency-key': freshKey(), 'content-type': 'application/json' }),
          ...given,
        },
        body: raw ?? null,
      });
      return { status: statusCode, headers, bytes: Buffer.from(await sent.arrayBuffer()) };
    };
    const json = (answer: { bytes: Buffer }): any => JSON.parse(answer.bytes.toString('utf8'));
    const item = async (): Promise<string> => {
      const made = await send('POST', `${here}/work-items`, {}, { title: 'Behind a proxy' });
      return `${here}/work-items/${json(made).key as string}`;
    };
    const upload = (at: string, content: Buffer) => {
      const form = uploadOf(content, { fileName: 'a.bin', contentType: 'application/octet-stream' });
      return send('POST', `${at}/attachments`, { 'content-type': form.contentType }, form.content);
    };

    it('a tag comes back as it was sent, and is taken by the next update', async () => {
      const at = await item();
      const read = await send('GET', at);
      expect([read.status, read.headers.etag]).toEqual([200, '"wi-1"']);
      const changed = await send('PATCH', at, { 'if-match': String(read.headers.etag) }, { title: 'Changed' });
      expect([changed.status, changed.headers.etag]).toEqual([200, '"wi-2"']);
    });

    it('a file comes back as it was sent', async () => {
      const at = await item();
      const content = randomBytes(6 * MIB);
      const made = await upload(at, content);
      expect(made.status).toBe(201);
      const file = await send('GET', `${at}/attachments/${json(made).id as string}`);
      expect([file.status, file.headers['content-length']]).toEqual([200, String(content.length)]);
      expect(digestOf(file.bytes)).toBe(digestOf(content));
    });

    it('an upload reaches the server before its body has ended', async () => {
      const id = freshKey();
      const head = [
        `POST ${await item()}/attachments HTTP/1.1`,
        'Host: proxy',
        'Authorization: Bearer garbage',
        `X-Request-Id: ${id}`,
        'Content-Type: multipart/form-data; boundary=x',
        `Content-Length: ${4 * MIB}`,
      ];
      const socket = connect(Number(new URL(proxy.baseUrl).port), '127.0.0.1');
      try {
        socket.on('error', () => undefined);
        socket.write(`${head.join('\r\n')}\r\n\r\n--x\r\n`);
        // The server refuses it by the head alone. Caddy keeps the response until the body has ended, so the log is read.
        await eventually('the line of the request', () =>
          Promise.resolve(servers.some((one) => one.log().includes(id)) ? true : undefined),
        );
      } finally {
        socket.destroy();
      }
    });

    it.each([
      ['a body', () => send('POST', `${here}/work-items`, {}, { title: 'x', description: 'x'.repeat(2 * MIB) })],
      ['a file', async () => upload(await item(), Buffer.alloc(9 * MIB))],
    ])('%s that is too large is refused by the server, with the reason', async (_what, attempt) => {
      const refused = await attempt();
      expect([refused.status, json(refused).error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    });

    it('a long response arrives whole', async () => {
      const through = await send('GET', '/api/v1/openapi.json');
      const straight = await request(`${servers[0].baseUrl}/api/v1/openapi.json`);
      expect(digestOf(through.bytes)).toBe(digestOf(Buffer.from(await straight.body.arrayBuffer())));
      const report = await send('GET', `${here}/reports/cumulative-flow?range=90&limit=90`);
      expect([report.status, json(report).items.length]).toEqual([200, 90]);
    });

    it('a path arrives as it was sent', async () => {
      const at = await item();
      const name = `a/b ${freshKey()}`;
      await send('POST', `${here}/labels`, {}, { name });
      const attached = await send('POST', `${at}/labels`, { 'if-match': '*' }, { label: name });
      expect(json(attached).labels).toHaveLength(1);
      const detached = await send('DELETE', `${at}/labels/${encodeURIComponent(name)}`, { 'if-match': '*' }, {});
      expect([detached.status, json(detached).labels]).toEqual([200, []]);
      expect((await send('GET', '/api/v1//me')).status).toBe(404);
    });

    it('a client has its own address, and not one that it claims', async () => {
      const head = ['GET /api/v1/me HTTP/1.1', 'Host: proxy', 'Connection: close', `X-Forwarded-For: ${FORGED}`];
      expect((await answerTo(proxy.baseUrl, `${head.join('\r\n')}\r\n\r\n`, REAL)).status).toBe(401);
      await eventually('the line of the request', () =>
        Promise.resolve(servers.some((one) => one.log().includes(`"address":"${REAL}"`)) ? true : undefined),
      );
      for (const one of servers) expect(one.log()).not.toContain(FORGED);
    });

    it('a server that stops is replaced by the other one', async () => {
      await servers[1].stop();
      await eventually('the other server alone', async () => {
        const answers = await Promise.all(Array.from({ length: 10 }, () => send('GET', '/api/health')));
        return answers.every(({ status }) => status === 200) ? true : undefined;
      });
    });

    more(
      () => [servers[0].baseUrl, servers[0].baseUrl],
      () => servers[0].databaseUrl,
    );
  });
}

/** Writes bytes to a fresh connection from a local address, and reads the response. */
function answerTo(baseUrl: string, bytes: string, localAddress = '127.0.0.1'): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!text.includes('\r\n\r\n')) return;
      socket.destroy();
      resolve(parseAnswer(text));
    });
    socket.on('error', reject);
    socket.write(bytes);
  });
}
