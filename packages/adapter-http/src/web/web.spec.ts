import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createApi, type Api, type ApiOptions } from '../server.js';
import { SECRET, TOKEN, fakePorts } from '../../test/fake-ports.js';
import { encodingFor } from './encoding.js';
import { pageHeaders } from './security-headers.js';
import { WebApplication } from './web-application.js';

const SCRIPT = Buffer.from('console.log("Worktrack");'.repeat(20));
const INDEX = '<!doctype html><html><script type="application/json" id="boot">\n  __BOOT__\n</script></html>';

const application = () =>
  new WebApplication(
    INDEX,
    new Map([
      [
        '/assets/index-1a2b.js',
        {
          type: 'text/javascript; charset=utf-8',
          bytes: SCRIPT,
          br: brotliCompressSync(SCRIPT),
          gzip: gzipSync(SCRIPT),
        },
      ],
      ['/assets/font-3c4d.woff2', { type: 'font/woff2', bytes: Buffer.from('font') }],
      ['/favicon.svg', { type: 'image/svg+xml', bytes: Buffer.from('<svg/>') }],
      ['/manifest.webmanifest', { type: 'application/manifest+json', bytes: Buffer.from('{}') }],
      ['/service-worker.js', { type: 'text/javascript; charset=utf-8', bytes: Buffer.from('self') }],
      ['/robots.txt', { type: 'text/plain; charset=utf-8', bytes: Buffer.from('User-agent: *\nDisallow: /\n') }],
    ]),
  );

const options = (more: Partial<ApiOptions> = {}): ApiOptions => ({
  ports: fakePorts(),
  baseUrl: 'http://localhost:3000',
  trustProxy: false,
  attachmentMaxBytes: 1_000,
  log: { access: () => undefined, fault: () => undefined },
  logger: false,
  pages: application(),
  ...more,
});

const running: Api[] = [];

async function serve(more?: Partial<ApiOptions>) {
  const api = await createApi(options(more));
  running.push(api);
  const base = `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}`;
  return { api, get: (path: string, init?: RequestInit) => fetch(base + path, { redirect: 'manual', ...init }) };
}

let get: Awaited<ReturnType<typeof serve>>['get'];

beforeAll(async () => {
  ({ get } = await serve());
});
afterAll(() => Promise.all(running.map((api) => api.drain(0))));

const SCREENS = [
  '/',
  '/sign-in',
  '/welcome',
  '/organizations/new',
  '/invitation',
  '/setup',
  '/forgotten',
  '/email',
  '/settings',
  '/settings/tokens',
  '/o/demo',
  '/o/demo/WEB/reports/velocity',
];

describe('The page of the browser application', () => {
  it.each(SCREENS)('is the answer to %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [, boot = ''] = /id="boot">(.*)<\/script>/.exec(await answer.text()) ?? [];
    const signIn = { providers: [], password: true };
    expect(JSON.parse(boot)).toEqual({ session: null, signIn, version: expect.stringMatching(/^[0-9a-f]{12}$/) });
  });

  /** The policy of the page for a request to this `Host`, at a server with this public origin. */
  const policyAt = (host: string, baseUrl = 'http://localhost:3000') =>
    pageHeaders(baseUrl, host)['Content-Security-Policy'];

  it('runs and loads only what this server has, and turns no text into code', async () => {
    const { headers, url } = await get('/');
    const { host } = new URL(url);
    const files = `${host}/assets/ localhost:3000/assets/`;
    const worker = `${host}/service-worker.js localhost:3000/service-worker.js`;
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src ${files}; worker-src ${worker}; style-src ${files}; img-src 'self' blob:; ` +
        `font-src ${files}; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; ` +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker",
    );
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
  });

  it.each([
    ['the public host', 'localhost:3000', 'localhost:3000/assets/'],
    ['the public host in capitals', 'LOCALHOST:3000', 'localhost:3000/assets/'],
    ['another host', 'track.example.org', 'track.example.org/assets/ localhost:3000/assets/'],
    ['an IPv4 address', '127.0.0.1:3000', '127.0.0.1:3000/assets/ localhost:3000/assets/'],
    ['an IPv6 address, which no policy can name', '[::1]:3000', "'self'"],
    ['a text that would become a directive', "x;script-src 'unsafe-inline'", "'self'"],
    ['a text that would become a source', 'x *', "'self'"],
    ['a wildcard', '*.example.org', "'self'"],
    ['a scheme', 'https:', "'self'"],
    ['nothing', '', "'self'"],
  ])('runs scripts of the folder of assets only, as seen from %s', (_, host, sources) => {
    expect(policyAt(host)).toContain(
      `; script-src ${sources}; worker-src ${sources.replaceAll('/assets/', '/service-worker.js')}; style-src ${sources}; `,
    );
    expect(policyAt(host)?.split('; ')).toHaveLength(13);
  });

  it('admits the public host next to that of the request, and the whole origin where that host is an IPv6 address', () => {
    expect(policyAt('worktrack:3000', 'https://track.example.org')).toContain(
      '; script-src worktrack:3000/assets/ track.example.org/assets/; ',
    );
    expect(policyAt('localhost:3000', 'http://[::1]:3000')).toContain("; script-src 'self'; ");
  });

  it('asks browsers to come by https only where it is served by https', async () => {
    const { headers } = await get('/');
    expect(headers.get('strict-transport-security')).toBeNull();
    const secure = await serve({ baseUrl: 'https://track.example.org' });
    expect((await secure.get('/')).headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('keeps the script element of the boot data closed, whatever is in it', () => {
    const page = application().page({ name: '</script><script>alert(1)</script><!--' });
    expect(page.match(/<\/?script/g)).toEqual(['<script', '</script']);
    expect(page).not.toContain('<!--');
    const [, boot = ''] = /id="boot">(.*)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(boot)).toEqual({ name: '</script><script>alert(1)</script><!--' });
  });

  it.each(['no place', '__BOOT__ and __BOOT__'])('is not made of an index.html with %s for the boot data', (index) => {
    expect(() => new WebApplication(index, new Map())).toThrow('index.html must contain __BOOT__ exactly once.');
  });

  it('is a page with status 503 when the session cannot be read, and the log has the fault', async () => {
    const faults: unknown[][] = [];
    const fault = (requestId: string, error: unknown) => faults.push([requestId, error]);
    const away = await serve({ log: { access: () => undefined, fault } });
    for (const path of SCREENS) {
      const answer = await away.get(path, { headers: { cookie: `worktrack=${SECRET}` } });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      const text = await answer.text();
      const [, boot = ''] = /id="boot">(.*)<\/script>/.exec(text) ?? [];
      const failedRequest = answer.headers.get('x-request-id');
      expect(JSON.parse(boot)).toMatchObject({ session: null, failedRequest });
      expect(text).not.toContain('database');
      expect(faults.pop()).toEqual([failedRequest, new Error('A secret of the database.')]);
    }
    const head = await away.get('/', { method: 'HEAD', headers: { cookie: `worktrack=${SECRET}` } });
    expect([head.status, await head.text()]).toEqual([503, '']);
    const api = await away.get('/api/session', { headers: { cookie: `worktrack=${SECRET}` } });
    expect([api.status, api.headers.get('content-type')]).toEqual([500, 'application/json; charset=utf-8']);
  });

  it('says to the service worker of which release it is, and nobody as its user when nobody is signed in', async () => {
    const { headers } = await get('/');
    expect(headers.get('worktrack-release')).toMatch(/^[0-9a-f]{12}$/);
    expect(headers.get('worktrack-user')).toBeNull();
  });

  it('has a HEAD without a body', async () => {
    const answer = await get('/o/demo', { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it.each(['/', '/sign-in', '/o/demo/WEB', '/settings/tokens', '/assets/index-1a2b.js', '/favicon.svg'])(
    'refuses other methods of %s and says which there are',
    async (path) => {
      const answer = await get(path, { method: 'POST', body: '{}' });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(await answer.json()).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } });
      const methods = await get(path, { method: 'OPTIONS' });
      expect([methods.status, methods.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    },
  );

  it.each([
    '/o',
    '/o/',
    '/signin',
    '/index.html',
    '/settings/',
    '/welcome/x',
    '/organizations',
    '/invitation/x',
    '/email/x',
    '/api',
    '/assets',
    '/assets/',
    '/main.js',
  ])('is not the answer to %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});

describe('The files of the browser application', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('come in the smallest form that "%s" admits, and may be kept for ever', async (accepted, encoding) => {
    const answer = await get('/assets/index-1a2b.js', { headers: { 'accept-encoding': accepted } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(SCRIPT);
  });

  it('come as they are where no form was compressed', async () => {
    const answer = await get('/assets/font-3c4d.woff2', { headers: { 'accept-encoding': 'br' } });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, 'font']);
  });

  it.each([
    ['/favicon.svg', 'image/svg+xml'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
  ])('have %s, which may change', async (path, type) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      type,
      'public, max-age=3600',
    ]);
  });

  it('have the service worker, which is asked for again each time, loads no code and speaks to this server alone', async () => {
    const { status, headers } = await get('/service-worker.js');
    expect([
      status,
      headers.get('content-type'),
      headers.get('cache-control'),
      headers.get('content-security-policy'),
    ]).toEqual([200, 'text/javascript; charset=utf-8', 'no-cache', "default-src 'none'; connect-src 'self'"]);
  });

  it.each(['/assets/unknown.js', '/assets/..%2frobots.txt', '/assets/__proto__', `/assets/${'x'.repeat(10_000)}`])(
    'do not have %.40s',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
    },
  );
});

describe('Accept-Encoding', () => {
  const file = { br: Buffer.from('b'), gzip: Buffer.from('g') };
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=x', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('%s', (accepted, encoding) => {
    expect(encodingFor(accepted, file)).toBe(encoding);
  });
});

describe('The API beside the browser application', () => {
  it('has its own document without a word about it', async () => {
    const without = await serve({ web: false });
    expect(running[0]?.document).toBe(without.api.document);
    expect((await without.get('/')).status).toBe(404);
    expect((await without.get('/favicon.svg')).status).toBe(404);
  });

  it('refuses as before', async () => {
    expect((await get('/api/v1/me')).status).toBe(401);
    expect((await get('/api/v1/me', { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
    expect((await get('/api/v1/unknown')).status).toBe(404);
  });
});
