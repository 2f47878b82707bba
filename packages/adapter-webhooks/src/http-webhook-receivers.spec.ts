import type * as dns from 'node:dns';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { HttpWebhookReceivers } from './http-webhook-receivers.js';

const OLD = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NEW = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const LOOPBACK = { allowHttp: true, allowedNetworks: ['127.0.0.1', '::1'], proxyUrl: undefined };
const never = new AbortController().signal;

interface Arrived {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('A receiver', () => {
  let server: Server;
  let port: number;
  let respond: RequestListener;
  let arrived: Arrived[];
  const opened: HttpWebhookReceivers[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        arrived.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
        respond(request, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  beforeEach(() => {
    arrived = [];
    respond = (_, response) => response.writeHead(204).end();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const open = (...parameters: ConstructorParameters<typeof HttpWebhookReceivers>) => {
    const made = new HttpWebhookReceivers(...parameters);
    opened.push(made);
    return made;
  };
  /** Looks every name up as the next of these addresses. */
  const resolving = (...addresses: string[]): typeof dns.lookup =>
    ((_name: string, _options: object, callback: (error: null, found: object[]) => void) => {
      const address = addresses.length > 1 ? addresses.shift() : addresses[0];
      callback(null, [{ address, family: address?.includes(':') ? 6 : 4 }]);
    }) as unknown as typeof dns.lookup;
  const request = (members: object = {}) => ({
    url: `http://receiver.test:${port}/path?x=1`,
    id: '11111111-1111-4111-8111-111111111111',
    body: JSON.stringify({ type: 'work_item.created', title: 'Tür' }),
    secrets: [NEW, OLD],
    ...members,
  });

  it('gets the event, signed by both secrets of a rotation', async () => {
    const result = await open(LOOPBACK, 5_000, resolving('127.0.0.1')).send(request(), never);
    expect(result).toMatchObject({ outcome: 'delivered', status: 204, retryAfter: null });
    const [{ headers, body }] = arrived as [Arrived];
    expect(headers['content-type']).toBe('application/json');
    expect(headers['webhook-id']).toBe(request().id);
    for (const secret of [OLD, NEW]) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    }
    const other = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
    expect(() => new Webhook(other).verify(body, headers as Record<string, string>)).toThrow();
  });

  it.each([
    [200, {}, { outcome: 'delivered', status: 200 }],
    [400, {}, { outcome: 'refused', status: 400 }],
    [410, {}, { outcome: 'gone', status: 410 }],
    [503, { 'retry-after': '120' }, { outcome: 'unavailable', status: 503, retryAfter: 120 }],
    [429, { 'retry-after': 'soon' }, { outcome: 'unavailable', status: 429, retryAfter: null }],
  ])('with status %d and %j is understood', async (status, headers, result) => {
    respond = (_, response) => response.writeHead(status, headers as Record<string, string>).end();
    expect(await open(LOOPBACK, 5_000, resolving('127.0.0.1')).send(request(), never)).toMatchObject(result);
  });

  it('that names a date gets until then', async () => {
    const date = new Date(Date.now() + 600_000).toUTCString();
    respond = (_, response) => response.writeHead(503, { 'retry-after': date }).end();
    const { retryAfter } = await open(LOOPBACK, 5_000, resolving('127.0.0.1')).send(request(), never);
    expect(retryAfter).toBeGreaterThan(500);
    expect(retryAfter).toBeLessThanOrEqual(600);
  });

  it('that leads elsewhere is not followed', async () => {
    respond = (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end();
    const result = await open(LOOPBACK, 5_000, resolving('127.0.0.1')).send(request(), never);
    expect(result).toMatchObject({ outcome: 'unavailable', status: 302 });
    expect(arrived).toHaveLength(1);
  });

  it('with an answer without end is not read', async () => {
    let closed = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    respond = (_, response) => {
      response.on('close', closed);
      const more = (): void => {
        if (!response.destroyed && response.write(Buffer.alloc(65_536))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    };
    const result = await open(LOOPBACK, 600_000, resolving('127.0.0.1')).send(request(), never);
    expect(result).toMatchObject({ outcome: 'delivered', status: 200 });
    await isClosed;
  });

  it('that says nothing in time, or is cut, or is not there, has no status', async () => {
    respond = () => undefined;
    const slow = open(LOOPBACK, 200, resolving('127.0.0.1'));
    expect(await slow.send(request(), never)).toMatchObject({ outcome: 'timed_out', status: null });
    expect(await slow.send(request(), AbortSignal.timeout(20))).toMatchObject({ outcome: 'ended' });
    respond = (_, response) => response.destroy();
    expect(await slow.send(request(), never)).toMatchObject({ outcome: 'no_connection', status: null });
  });

  it.each(['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'whose name leads to %s gets nothing without the permission of the operator',
    async (address) => {
      const strict = open({ ...LOOPBACK, allowedNetworks: [] }, 5_000, resolving(address));
      expect(await strict.send(request(), never)).toMatchObject({ outcome: 'address_refused', status: null });
      expect(arrived).toEqual([]);
    },
  );

  it('whose name leads elsewhere the second time gets nothing there', async () => {
    // The first lookup is allowed, each later one leads to loopback, which is not.
    const strict = open({ ...LOOPBACK, allowedNetworks: ['127.0.0.2'] }, 5_000, resolving('127.0.0.2', '127.0.0.1'));
    expect(await strict.send(request(), never)).toMatchObject({ outcome: 'no_connection' });
    expect(await strict.send(request(), never)).toMatchObject({ outcome: 'address_refused' });
    expect(arrived).toEqual([]);
  });

  it('is reached through the proxy of the operator, which gets the name', async () => {
    const seen: string[] = [];
    const proxy = createServer().on('connect', (connect, socket) => {
      seen.push(connect.url ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const result = await open({ ...LOOPBACK, allowedNetworks: [], proxyUrl }).send(
      request({ url: 'https://receiver.test/' }),
      never,
    );
    expect(result).toMatchObject({ outcome: 'no_connection', status: null });
    expect(seen).toEqual(['receiver.test:443']);
    proxy.close();
  });
});

describe('The address of a webhook', () => {
  const strict = new HttpWebhookReceivers({ allowHttp: false, allowedNetworks: [], proxyUrl: undefined });

  it('is https with a name', () => {
    expect(strict.problemOf('https://hooks.example.org:8443/a?b=c')).toBeUndefined();
    expect(new HttpWebhookReceivers(LOOPBACK).problemOf('http://localhost:1/')).toBeUndefined();
  });

  it.each([
    ['http://hooks.example.org/', 'https'],
    ['ftp://hooks.example.org/', 'https'],
    ['javascript:alert(1)', 'https'],
    ['hooks.example.org', 'https'],
    ['https://user:password@hooks.example.org/', 'password'],
    ['https://user@hooks.example.org/', 'user'],
    ['https://127.0.0.1/', 'IP'],
    ['https://2130706433/', 'IP'],
    ['https://0x7f.1/', 'IP'],
    ['https://[::1]/', 'IP'],
  ])('is never %s', (url, word) => {
    expect(strict.problemOf(url)).toContain(word);
  });
});
