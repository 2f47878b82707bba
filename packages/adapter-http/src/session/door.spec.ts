import type { Quota } from '@worktrack/application';
import { createApi, type Api, type ApiOptions } from '../server.js';
import type { AccessEntry } from '../arrival/access-log.js';
import { SECRET, TOKEN, fakePorts, principal } from '../../test/fake-ports.js';

const lines: AccessEntry[] = [];
const options = (): ApiOptions => ({
  ports: fakePorts(),
  baseUrl: 'https://work.example',
  trustProxy: false,
  attachmentMaxBytes: 1_000,
  log: { access: (line) => lines.push(line), fault: () => undefined },
  logger: false,
});

let api: Api;
let base: string;
let apiAlone: Api;
let baseAlone: string;

beforeAll(async () => {
  [api, apiAlone] = await Promise.all([createApi(options()), createApi({ ...options(), web: false })]);
  base = `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}`;
  baseAlone = `http://127.0.0.1:${await apiAlone.listen(0, '127.0.0.1')}`;
});

afterAll(() => Promise.all([api.drain(1_000), apiAlone.drain(1_000)]));

const COOKIE = `__Host-worktrack=${SECRET}`;
const V1 = '/api/v1/organizations/acme/projects/WEB/work-items/WEB-1';
const W = `/app${V1}`;

interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly at?: string;
}

async function ask(path: string, { at = base, ...init }: Ask = {}) {
  const response = await fetch(at + path, init);
  const text = await response.text();
  const { error } = (text === '' ? {} : JSON.parse(text)) as {
    error?: { code: string; fieldErrors?: object; details?: object };
  };
  const { code, fieldErrors: fields, details } = error ?? {};
  return { status: response.status, code, fields, details, headers: response.headers };
}

/** A query that is not known is refused after everything that is tested here: the request was let in. */
const LET_IN = { status: 400, fields: { x: ['is not known here'] } };

describe('The door', () => {
  it('takes the cookie of a session, and a token is nothing there', async () => {
    expect(await ask(`${W}?x=1`, { headers: { cookie: COOKIE } })).toMatchObject(LET_IN);
    expect(await ask(`${W}?x=1`, { headers: { authorization: `Bearer ${TOKEN}` } })).toMatchObject({
      status: 401,
      code: 'AUTH_REQUIRED',
    });
  });

  it('is no way around: the public API takes tokens alone, and sets no cookie', async () => {
    const answer = await ask(V1, { headers: { cookie: COOKIE } });
    expect(answer).toMatchObject({ status: 401, code: 'AUTH_REQUIRED' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('cross-origin-resource-policy')).toBeNull();
    const allowed = await ask(`${V1}?x=1`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(allowed).toMatchObject(LET_IN);
  });

  it('answers a missing or refused session without a challenge, and for this origin alone', async () => {
    for (const headers of [{}, { cookie: `__Host-worktrack=${'x'.repeat(43)}` }]) {
      const answer = await ask(W, { headers });
      expect(answer).toMatchObject({ status: 401, code: 'AUTH_REQUIRED' });
      expect(answer.headers.get('www-authenticate')).toBeNull();
      expect(answer.headers.get('ratelimit-limit')).toBeNull();
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it.each([
    ['the name of plain HTTP', `worktrack=${SECRET}`],
    ['two of the name', `${COOKIE}; ${COOKIE}`],
    ['two of the name that differ', `__Host-worktrack=${'x'.repeat(43)}; ${COOKIE}`],
    ['a secret that is too long', `${COOKIE}S`],
    ['a secret in quotes', `__Host-worktrack="${SECRET}"`],
    ['a secret with percent signs', `__Host-worktrack=%53${SECRET.slice(1)}`],
    ['no value', '__Host-worktrack='],
    ['no pair', '__Host-worktrack'],
    ['the name in another case', `__host-worktrack=${SECRET}`],
    ['a header of 20,000 characters', `${COOKIE}; other=${'x'.repeat(20_000)}`],
  ])('takes %s for no session', async (_, cookie) => {
    expect(await ask(`${W}?x=1`, { headers: { cookie } })).toMatchObject({ status: 401, code: 'AUTH_REQUIRED' });
  });

  it('finds the cookie among others', async () => {
    const cookie = `theme=dark; ${COOKIE}; x__Host-worktrack=1`;
    expect(await ask(`${W}?x=1`, { headers: { cookie } })).toMatchObject(LET_IN);
  });

  it('does not lead to what a session has of its own', async () => {
    for (const path of [
      '/app/api/v1/me',
      '/app/api/v1/openapi.json',
      '/app/api/v1/%6de',
      '/app/api/v1',
      '/app/api/v2/me',
    ]) {
      for (const method of ['GET', 'OPTIONS', 'PUT']) {
        const headers = { cookie: COOKIE, 'sec-fetch-site': 'same-origin' };
        expect(await ask(path, { method, headers })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
      }
    }
  });

  it('answers unknown methods and paths as the public API', async () => {
    const wrong = await ask(W, { method: 'PUT', body: '{' });
    expect(wrong).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE, OPTIONS');
    expect((await ask(W, { method: 'OPTIONS' })).headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE, OPTIONS');
    for (const path of ['/app/api/v1/nowhere', '/app/api/v1/organizations/%ZZ', '/app/app/api/v1/me', '/app']) {
      expect(await ask(path, { headers: { cookie: COOKIE } })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });

  it('logs the route as the client saw it', async () => {
    lines.length = 0;
    await ask(W, { headers: { cookie: COOKIE } });
    await ask(V1);
    expect(lines.map(({ route }) => route.replace(/:\w+/g, '*'))).toEqual([
      '/app/api/v1/organizations/*/projects/*/work-items/*',
      '/api/v1/organizations/*/projects/*/work-items/*',
    ]);
    expect(lines[0]).toMatchObject({ userId: principal.user.id, tokenId: principal.token.id });
  });

  it('is not there without the application, nor is any operation beside the public API', async () => {
    for (const path of [W, '/app/api/v1/organizations', '/api/session']) {
      const answer = await ask(path, { at: baseAlone, headers: { cookie: COOKIE } });
      expect(answer).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    expect(apiAlone.document).toBe(api.document);
  });
});

describe('A request that changes something', () => {
  const refused = { status: 403, code: 'FORBIDDEN' };

  /** A body is read after the origin was checked. */
  const permitted = { status: 400, fields: { body: ['must be JSON'] } };

  const patch = (headers: Record<string, string>, path = W) =>
    ask(path, {
      method: 'PATCH',
      body: '{',
      headers: {
        cookie: COOKIE,
        'worktrack-user': principal.user.publicId,
        'content-type': 'application/json',
        'if-match': '"wi-1"',
        ...headers,
      },
    });

  it.each([
    ['a page of this origin', { 'sec-fetch-site': 'same-origin' }],
    ['a page of this origin, which names it', { 'sec-fetch-site': 'same-origin', origin: 'https://work.example' }],
    ['an old browser at the public origin', { origin: 'https://work.example' }],
  ])('is permitted from %s', async (_, headers: Record<string, string>) => {
    expect(await patch(headers)).toMatchObject(permitted);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://work.example' }],
    ['another host of this site', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['two places at once', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['nowhere', {}],
    ['an opaque origin', { origin: 'null' }],
    ['an old browser at another origin', { origin: 'https://evil.example' }],
    ['an old browser at the host without TLS', { origin: 'http://work.example' }],
    ['an old browser at another port', { origin: 'https://work.example:444' }],
    ['two origins', { origin: 'https://work.example, https://evil.example' }],
    ['an origin with a path', { origin: 'https://work.example/' }],
    ['an origin with a user', { origin: 'https://work.example@evil.example' }],
  ])('is refused from %s, whoever asks', async (_, headers: Record<string, string>) => {
    expect(await patch(headers)).toMatchObject(refused);
    expect(await patch({ ...headers, cookie: '' })).toMatchObject(refused);
    expect(await ask('/api/session', { method: 'DELETE', headers })).toMatchObject(refused);
  });

  it('is checked for its origin after path and method, and before anything else', async () => {
    expect(await patch({}, '/app/api/v1/nowhere')).toMatchObject({ status: 404 });
    expect(await ask(W, { method: 'PUT' })).toMatchObject({ status: 405 });
    expect(await patch({}, `${W}-none?x=1`)).toMatchObject(refused);
  });

  it('needs no origin in the public API', async () => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'sec-fetch-site': 'cross-site', cookie: '' };
    expect(await patch(headers, V1)).toMatchObject(permitted);
  });
});

describe('A request that reads', () => {
  const refused = { status: 403, code: 'FORBIDDEN' };
  const read = (headers: Record<string, string>, path = `${W}?x=1`, method = 'GET') =>
    ask(path, { method, headers: { cookie: COOKIE, ...headers } });

  it.each([
    ['a script of the application', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }],
    ['a picture of the application', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
    ['a link of the application', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }],
    ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    ['an old browser', {}],
  ])('is permitted from %s', async (_, headers: Record<string, string>) => {
    expect(await read(headers)).toMatchObject(LET_IN);
  });

  it.each(['cross-site', 'same-site', 'same-origin, cross-site', 'unknown', ''])(
    'is refused from "%s", in one response whoever asks for whatever',
    async (site) => {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      for (const cookie of [COOKIE, '']) {
        for (const path of [`${W}?x=1`, W, W.replaceAll('WEB', 'APP'), W.replace('acme', 'other'), '/api/session']) {
          const answer = await read({ ...headers, cookie }, path);
          expect(answer).toMatchObject(refused);
          expect(answer.headers.get('content-disposition')).toBeNull();
          expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
          expect((await read({ ...headers, cookie }, path, 'HEAD')).status).toBe(403);
        }
      }
    },
  );

  it.each([
    'script',
    'style',
    'worker',
    'sharedworker',
    'serviceworker',
    'audioworklet',
    'paintworklet',
    'manifest',
    'xslt',
    'json',
    'font',
    'audio',
    'video',
    'track',
    'object',
    'embed',
    'frame',
    'iframe',
    'fencedframe',
    'unknown',
    '',
  ])('is refused as %s, from a page of the application too', async (destination) => {
    for (const site of ['same-origin', 'none']) {
      expect(await read({ 'sec-fetch-site': site, 'sec-fetch-dest': destination })).toMatchObject(refused);
    }
  });

  it('is counted as one without a token when it is refused, and not otherwise', async () => {
    let counted = 0;
    const used = (): Quota => ({ allowed: (counted += 1) <= 2, limit: 2, remaining: 0, resetSeconds: 7 });
    const counting = await createApi({ ...options(), ports: fakePorts({ anonymous: used }) });
    const at = `http://127.0.0.1:${await counting.listen(0, '127.0.0.1')}`;
    const statuses: number[] = [];
    for (const site of ['same-origin', 'none', 'cross-site', 'same-site', 'cross-site']) {
      const headers = { cookie: COOKIE, 'sec-fetch-site': site };
      statuses.push((await ask(`${W}?x=1`, { at, headers })).status);
    }
    await counting.drain(1_000);
    expect({ statuses, counted }).toEqual({ statuses: [400, 400, 403, 403, 429], counted: 3 });
  });

  it('is not refused in the public API', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' };
    const answer = await ask(`${V1}?x=1`, { headers: { ...headers, authorization: `Bearer ${TOKEN}` } });
    expect(answer).toMatchObject(LET_IN);
    expect((await fetch(`${base}/api/v1/openapi.json`, { headers })).status).toBe(200);
  });
});

describe('The user of the page that sends a request', () => {
  const OTHER = 'usr_BBBBBBBBBBBBBBBBBBBBBB';
  const SAME_ORIGIN = { cookie: COOKIE, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const named = (name: string) => ({ ...SAME_ORIGIN, 'worktrack-user': name });
  const otherUser = {
    status: 401,
    code: 'AUTH_REQUIRED',
    details: { user: { publicId: principal.user.publicId, name: 'Ada' } },
  };

  it.each([
    ['PATCH', W],
    ['POST', '/app/api/v1/organizations/acme/projects'],
    ['PUT', '/api/me/password'],
    ['DELETE', '/api/me/sessions'],
  ])('must be named by a change: %s %s', async (method, path) => {
    expect(await ask(path, { method, headers: SAME_ORIGIN })).toMatchObject({
      status: 400,
      fields: { 'Worktrack-User': ['is required'] },
    });
    expect(await ask(path, { method, headers: named(OTHER) })).toMatchObject(otherUser);
    const own = await ask(`${path}?x=1`, { method, headers: named(principal.user.publicId) });
    expect(own).toMatchObject(LET_IN);
  });

  it.each([
    ['another user', OTHER],
    ['nobody', ''],
    ['the user twice', `${principal.user.publicId}, ${principal.user.publicId}`],
    ['the user in another case', principal.user.publicId.toLowerCase()],
  ])('that names %s reads nothing either; a read need not name anybody', async (_, name) => {
    const answer = await ask(`${W}?x=1`, { headers: named(name) });
    expect(answer).toMatchObject(otherUser);
    expect(answer.headers.get('ratelimit-limit')).toBeNull();
    expect(await ask(`${W}?x=1`, { headers: SAME_ORIGIN })).toMatchObject(LET_IN);
  });

  it('is compared after the origin and the session, and before rights, query and body', async () => {
    const headers = { ...named(OTHER), 'sec-fetch-site': 'cross-site' };
    expect(await ask(W, { method: 'PATCH', headers })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    const nobody = await ask(W, { method: 'PATCH', headers: { ...named(OTHER), cookie: '' } });
    expect(nobody).toMatchObject({ status: 401, details: undefined });
    for (const path of [`${W}-none`, '/app/api/v1/organizations/frozen/projects', `${W}?x=1`]) {
      expect(
        await ask(path, { method: path.endsWith('projects') ? 'POST' : 'PATCH', headers: named(OTHER) }),
      ).toMatchObject(otherUser);
    }
  });

  it('is nothing to the public API', async () => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'worktrack-user': OTHER };
    expect(await ask(`${V1}?x=1`, { headers })).toMatchObject(LET_IN);
    expect(await ask(`${V1}?x=1`, { method: 'PATCH', headers })).toMatchObject(LET_IN);
  });

  it('keeps a page from signing somebody else out; a page that names nobody signs out', async () => {
    const answer = await ask('/api/session', { method: 'DELETE', headers: named(OTHER) });
    expect(answer).toMatchObject(otherUser);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const out = await ask('/api/session', { method: 'DELETE', headers: { ...named(OTHER), cookie: '' } });
    expect(out.status).toBe(204);
  });
});

describe('An operation of the application', () => {
  it('knows its methods, and its answers are for this origin alone', async () => {
    const wrong = await ask('/api/session', { method: 'PATCH' });
    expect(wrong).toMatchObject({ status: 405 });
    expect(wrong.headers.get('allow')).toContain('GET, HEAD,');
    expect(wrong.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('is not published', () => {
    expect(
      Object.keys((JSON.parse(api.document) as { paths: object }).paths).filter((path) => !path.startsWith('/api/v1/')),
    ).toEqual([]);
    expect(api.document).not.toContain('INVALID_CREDENTIALS');
  });
});
