import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ProviderUnavailable } from '@worktrack/application';
import { MOST_BYTES, boundedFetch, isSecure } from './bounded-fetch.js';

describe('An address of a provider', () => {
  it.each([
    'https://id.example.org',
    'https://192.0.2.1/x',
    'http://127.0.0.1:4000',
    'http://[::1]/',
    'http://localhost/a',
  ])('can be %s', (address) => {
    expect(isSecure(address)).toBe(true);
  });

  it.each([
    'http://id.example.org',
    'http://192.0.2.1',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'ftp://id.example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'id.example.org',
    '',
  ])('is never %j, and nothing is sent there', async (address) => {
    expect(isSecure(address)).toBe(false);
    await expect(boundedFetch(address, { method: 'GET', headers: {} })).rejects.toThrow(ProviderUnavailable);
  });
});

describe('An answer of a provider', () => {
  let server: Server;
  let address: string;
  let respond: RequestListener;
  let requests: number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests += 1;
      respond(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  beforeEach(() => (requests = 0));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const get = (signal?: AbortSignal): Promise<Response> =>
    boundedFetch(address, { method: 'GET', headers: {}, signal });

  it('is read whole', async () => {
    respond = (_, response) => response.writeHead(201, { 'x-test': 'yes' }).end('x'.repeat(MOST_BYTES));
    const response = await get();
    expect([response.status, response.headers.get('x-test')]).toEqual([201, 'yes']);
    expect(await response.text()).toHaveLength(MOST_BYTES);
  });

  it('is not read beyond the bound', async () => {
    respond = (_, response) => response.end('x'.repeat(MOST_BYTES + 1));
    await expect(get()).rejects.toThrow(`more than ${MOST_BYTES} bytes`);
  });

  it('is measured without its compression', async () => {
    const small = gzipSync(Buffer.alloc(64 * 1_048_576));
    expect(small.length).toBeLessThan(MOST_BYTES);
    respond = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(small);
    await expect(get()).rejects.toThrow(`more than ${MOST_BYTES} bytes`);
  });

  it('that leads elsewhere is not followed', async () => {
    respond = (_, response) => response.writeHead(302, { location: address }).end();
    expect((await get()).status).toBe(302);
    expect(requests).toBe(1);
  });

  it.each([429, 500, 503])('with status %d is none', async (status) => {
    respond = (_, response) => response.writeHead(status).end('{}');
    await expect(get()).rejects.toThrow(`answers with ${status}`);
  });

  it('that does not come in time is none, also when its head has come', async () => {
    for (const head of [false, true]) {
      respond = (_, response) => {
        if (head) response.write('x');
      };
      await expect(get(AbortSignal.timeout(100))).rejects.toThrow(ProviderUnavailable);
    }
  });

  it('that is cut is none', async () => {
    respond = (_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('x');
      setImmediate(() => response.destroy());
    };
    await expect(get()).rejects.toThrow(ProviderUnavailable);
  });
});
