import { randomUUID } from 'node:crypto';
import type { Answer } from '../kit/client.js';
import { Raw } from '../kit/client.js';
import { givenWorkItem } from '../kit/given.js';
import { EXTENSIONS } from '../kit/extensions.js';
import { OPERATIONS, allowedMethods } from '../kit/operations.js';
import { expectRefusal } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('methods');
const { owner, nobody } = world;

beforeAll(async () => {
  await givenWorkItem(owner, world.project());
});

/** The parts of a path: methods are answered without looking anything up, so most of them need not exist. */
const NAMES: Readonly<Record<string, string>> = {
  organizationSlug: world.slug,
  projectKey: 'WEB',
  workItemKey: 'WEB-1',
  sprintId: '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11',
  publicId: 'anybody',
  reportType: 'velocity',
  labelId: 'bug',
  linkId: randomUUID(),
  commentId: randomUUID(),
  attachmentId: randomUUID(),
};
const named = (template: string): string => template.replace(/\{(\w+)\}/g, (part, name: string) => NAMES[name] ?? part);

/** Every path with its methods in the order of the header. */
const PATHS: readonly [path: string, methods: string][] = [
  ['/api/health', 'GET, HEAD, OPTIONS'],
  ['/api/ready', 'GET, HEAD, OPTIONS'],
  ['/api/docs', 'GET, HEAD, OPTIONS'],
  ...[...allowedMethods([...OPERATIONS, ...EXTENSIONS])].map(([template, methods]): [string, string] => [
    named(template),
    // The application changes the profile there, which is in no published document.
    template === '/api/x/me' ? 'GET, HEAD, PATCH, OPTIONS' : methods,
  ]),
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'SEARCH', 'PURGE', 'LOCK'];

describe.each(PATHS)('%s', (path, methods) => {
  const wrong = METHODS.filter((method) => !methods.split(', ').includes(method));

  const expectNotAllowed = (method: string, { status, headers, ...answer }: Answer): void => {
    expect({ method, status, allow: headers.allow }).toEqual({ method, status: 405, allow: methods });
    if (method !== 'HEAD') expectRefusal({ status, headers, ...answer }, 'METHOD_NOT_ALLOWED');
  };

  it('scenario 49: refuses every other method by 405 with Allow, without authentication', async () => {
    await Promise.all(
      wrong.map(async (method) => {
        expectNotAllowed(method, await nobody.send({ method, target: path }));
      }),
    );
  });

  it('refuses it before a token, a body and a query are looked at', async () => {
    const method = wrong.find((one) => one !== 'HEAD')!;
    const ask = { method, target: path };
    for (const answer of [
      await owner.send(ask),
      await nobody.send({ ...ask, headers: { authorization: 'Bearer garbage' } }),
      await nobody.send({ ...ask, body: new Raw('{broken') }),
      await nobody.send({ ...ask, target: `${path}?surprise=1` }),
    ]) {
      expectNotAllowed(method, answer);
    }
  });

  it('scenario 49: answers OPTIONS by 204 with Allow and no body, without authentication', async () => {
    for (const caller of [nobody, owner]) {
      const answer = await caller.options(path);
      expect({ status: answer.status, allow: answer.headers.allow, text: answer.text }).toEqual({
        status: 204,
        allow: methods,
        text: '',
      });
    }
    const preflight = { origin: 'https://example.test', 'access-control-request-method': 'GET' };
    const answer = await nobody.send({ method: 'OPTIONS', target: path, headers: preflight });
    expect(answer.status).toBe(204);
  });

  it('scenario 49: is another, unknown path with a slash at its end', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'PUT']) {
      expectRefusal(await nobody.send({ method, target: `${path}/` }), 'NOT_FOUND');
    }
  });

  it('is found whatever identifiers stand in it', async () => {
    const missing = path.replace(world.slug, 'no-such-organization').replaceAll('WEB', 'NONE');
    expect((await nobody.options(missing)).headers.allow).toBe(methods);
  });
});

const VARYING = ['x-request-id', 'date', 'ratelimit-remaining', 'ratelimit-reset', 'connection', 'keep-alive'];
const comparable = ({ status, headers }: Answer): object => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !VARYING.includes(name))),
});

describe('HEAD', () => {
  // The response to GET of a stream has no end: `feed/streams` has its HEAD.
  const isOther = (path: string): boolean => path.startsWith('/api/health') || path.endsWith('/events/stream');
  const readable = PATHS.filter(([path, methods]) => methods.startsWith('GET') && !isOther(path));

  it.each(readable)('scenario 49: on %s is GET without the body', async (path) => {
    for (const [caller, target] of [
      [owner, path],
      [nobody, path],
      [world.stranger, path],
      [owner, `${path}?surprise=1`],
    ] as const) {
      const head = await caller.head(target);
      expect(head.text).toBe('');
      expect(comparable(head)).toEqual(comparable(await caller.get(target)));
    }
  });

  it('is refused like GET where the path is unknown', async () => {
    expect((await owner.head('/api/v1/nowhere')).status).toBe(404);
  });
});

describe('A header of the client', () => {
  it('does not choose the request id', async () => {
    const mine = '00000000-0000-4000-8000-000000000000';
    const { headers } = await owner.get('/api/v1/me', { 'x-request-id': mine, 'request-id': mine });
    expect(headers['x-request-id']).not.toBe(mine);
  });

  it('does not choose the media type of the answer', async () => {
    for (const accept of ['text/html', 'application/xml;q=1', '*/*;q=0', '', 'nonsense']) {
      const { status, headers } = await owner.get('/api/v1/me', { accept });
      expect({ status, type: headers['content-type'] }).toEqual({
        status: 200,
        type: 'application/json; charset=utf-8',
      });
    }
  });

  it('does not make the answer conditional, partial or another method', async () => {
    const path = world.item('WEB-1');
    const { headers, text } = await owner.get(path);
    const odd = {
      'if-none-match': headers.etag!,
      'if-modified-since': new Date().toUTCString(),
      range: 'bytes=0-3',
      'x-http-method-override': 'PATCH',
      'x-forwarded-host': 'example.test',
      'x-original-url': '/api/v1/me',
    };
    expect(await owner.get(path, odd)).toMatchObject({ status: 200, text });
  });

  it('has a new request id each time', async () => {
    const ids = new Set<unknown>();
    for (let n = 0; n < 20; n += 1) ids.add((await nobody.get('/api/health')).headers['x-request-id']);
    expect(ids.size).toBe(20);
  });
});
