import { type Exchange, ResponseChecker } from '../kit/response-checker.js';
import { theRun } from '../kit/run.js';

const checker = new ResponseChecker(theRun());
const requestId = '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11';
const project = {
  id: '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11',
  organizationId: '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a12',
  key: 'WEB',
  name: 'Website',
  description: null,
  color: '#6366f1',
  revision: 3,
  archivedAt: null,
  createdAt: '2026-09-01T00:00:00.000Z',
  updatedAt: '2026-09-01T00:00:00.000Z',
};
const envelope = { error: { code: 'NOT_FOUND', message: 'There is no such thing.' }, requestId };
const limits = { 'ratelimit-limit': '600', 'ratelimit-remaining': '599', 'ratelimit-reset': '30' };
const headers = {
  'x-request-id': requestId,
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  ...limits,
};
const sound: Exchange = {
  method: 'GET',
  target: '/api/v1/organizations/acme/projects/WEB',
  status: 200,
  headers: { ...headers, etag: '"project-3"' },
  text: JSON.stringify(project),
};
const refusal: Exchange = { ...sound, status: 404, headers, text: JSON.stringify(envelope) };
const shown = (change: object): Partial<Exchange> => ({ text: JSON.stringify({ ...project, ...change }) });
const refused = (change: object): Partial<Exchange> => ({
  ...refusal,
  text: JSON.stringify({ ...envelope, ...change }),
});
const withHeaders = (change: object): Partial<Exchange> => ({ headers: { ...sound.headers, ...change } });

describe('The checker of every answer', () => {
  it('is content with a sound answer and a sound refusal', () => {
    expect(checker.complaints(sound)).toEqual([]);
    expect(checker.complaints(refusal)).toEqual([]);
  });

  it('takes a 429 of the limit by address where no token is asked for, without RateLimit headers', () => {
    const bare = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('ratelimit-')));
    const limited: Exchange = {
      method: 'GET',
      target: '/api/v1/openapi.json',
      status: 429,
      headers: { ...bare, 'retry-after': '30' },
      text: JSON.stringify({ error: { code: 'RATE_LIMITED', message: 'Too many.' }, requestId }),
    };
    expect(checker.complaints(limited)).toEqual([]);
    expect(checker.complaints({ ...limited, headers: bare })).not.toEqual([]);
    expect(checker.complaints({ ...limited, headers: { ...limited.headers, ...limits } })).not.toEqual([]);
  });

  it.each<[what: string, change: Partial<Exchange>]>([
    ['an unknown member', shown({ surprise: 1 })],
    ['a missing member', shown({ archivedAt: undefined })],
    ['null where nothing may be null', shown({ name: null })],
    ['a number as text', shown({ revision: '3' })],
    ['an instant without milliseconds', shown({ createdAt: '2026-09-01T00:00:00Z' })],
    ['an instant in another zone', shown({ createdAt: '2026-09-01T00:00:00.000+02:00' })],
    ['a uuid in capitals', shown({ id: project.id.toUpperCase() })],
    ['a colour in capitals', shown({ color: '#6366F1' })],
    ['a body that is no JSON', { text: 'ok' }],
    ['an undeclared status', { status: 202 }],
    ['another success than the declared one', { status: 201 }],
    ['a redirect', { status: 302 }],
    [
      'a 500',
      {
        ...refusal,
        status: 500,
        text: JSON.stringify({ ...envelope, error: { code: 'INTERNAL_ERROR', message: 'x' } }),
      },
    ],
    ['a missing ETag', withHeaders({ etag: undefined })],
    ['a weak ETag', withHeaders({ etag: 'W/"project-3"' })],
    ['an ETag of another revision', withHeaders({ etag: '"project-4"' })],
    ['an ETag on a list', { target: '/api/v1/organizations', headers: { ...headers, etag: '"x"' } }],
    ['a missing request id', withHeaders({ 'x-request-id': undefined })],
    ['a request id that is no uuid', withHeaders({ 'x-request-id': 'req-1' })],
    ['an answer that may be stored', withHeaders({ 'cache-control': 'no-cache' })],
    ['another media type', withHeaders({ 'content-type': 'application/json' })],
    [
      'missing RateLimit headers',
      withHeaders({ 'ratelimit-limit': undefined, 'ratelimit-remaining': undefined, 'ratelimit-reset': undefined }),
    ],
    ['one missing RateLimit header', withHeaders({ 'ratelimit-reset': undefined })],
    ['a fraction of a second', withHeaders({ 'ratelimit-reset': '29.5' })],
    ['a remainder above the limit', withHeaders({ 'ratelimit-remaining': '601' })],
    ['X-RateLimit headers', withHeaders({ 'x-ratelimit-limit': '600' })],
    ['Access-Control headers', withHeaders({ 'access-control-allow-origin': '*' })],
    ['a cookie', withHeaders({ 'set-cookie': 'a=b' })],
    ['the name of the server', withHeaders({ server: 'x' })],
    ['the name of the framework', withHeaders({ 'x-powered-by': 'x' })],
    ['a deprecation', withHeaders({ deprecation: '@1788220800' })],
    ['an end of service', withHeaders({ sunset: 'Mon, 01 Mar 2027 12:30:05 GMT' })],
    ['Allow on a success', withHeaders({ allow: 'GET' })],
    ['WWW-Authenticate on a success', withHeaders({ 'www-authenticate': 'Bearer' })],
    ['a replayed GET', withHeaders({ 'idempotency-replayed': 'true' })],
    ['a body on HEAD', { method: 'HEAD' }],
    ['a refusal without an envelope', { ...refusal, text: '{"message":"Not Found"}' }],
    ['an unknown member of the envelope', refused({ surprise: 1 })],
    ['an unknown member of the error', refused({ error: { ...envelope.error, stack: 'x' } })],
    ['an unknown code', refused({ error: { code: 'TEAPOT', message: 'x' } })],
    ['a code with another status', refused({ error: { code: 'CONFLICT', message: 'x' } })],
    [
      'a code that the operation does not list',
      { ...refused({ error: { code: 'CONFLICT', message: 'x' } }), status: 409 },
    ],
    [
      'a validation error without a field',
      { ...refused({ error: { code: 'VALIDATION_ERROR', message: 'x' } }), status: 400 },
    ],
    ['another request id in the body', refused({ requestId: '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a13' })],
    ['a 401 without WWW-Authenticate', { ...refused({ error: { code: 'AUTH_REQUIRED', message: 'x' } }), status: 401 }],
    ['a 429 without Retry-After', { ...refused({ error: { code: 'RATE_LIMITED', message: 'x' } }), status: 429 }],
    ['Retry-After without a reason', { ...refusal, headers: { ...headers, 'retry-after': '1' } }],
    ['RateLimit headers on an unknown path', { ...refusal, target: '/api/v1/nowhere' }],
  ])('complains about %s', (_what, change) => {
    const exchange = { ...sound, ...change };
    expect(checker.complaints(exchange)).not.toEqual([]);
    expect(() => {
      checker.check(exchange);
    }).toThrow('against the contract');
  });
});

describe('The checker of an answer to the application', () => {
  const label = { id: project.id, name: 'ui', color: '#6366f1', createdAt: project.createdAt, revision: 3 };
  const answer: Exchange = {
    ...sound,
    target: `/api/organizations/acme/projects/WEB/labels/${label.id}`,
    headers: { ...headers, etag: '"label-3"' },
    text: JSON.stringify(label),
    isBrowser: true,
  };
  const wrong = (status: number, code: string): Partial<Exchange> => ({
    status,
    headers,
    text: JSON.stringify({ error: { code, message: 'x' }, requestId }),
  });

  it('is content with a sound answer and a sound refusal', () => {
    expect(checker.complaints(answer)).toEqual([]);
    expect(checker.complaints({ ...answer, ...wrong(404, 'NOT_FOUND') })).toEqual([]);
    const signIn: Exchange = { ...answer, method: 'POST', target: '/api/session' };
    expect(checker.complaints({ ...signIn, ...wrong(401, 'INVALID_CREDENTIALS') })).toEqual([]);
  });

  it.each<[what: string, change: Partial<Exchange>]>([
    ['an unknown member', { text: JSON.stringify({ ...label, surprise: 1 }) }],
    ['a missing member', { text: JSON.stringify({ ...label, revision: undefined }) }],
    ['an undeclared status', { status: 201 }],
    ['a missing ETag', { headers }],
    [
      'a report without its members',
      { target: '/api/organizations/acme/projects/WEB/reports/velocity.json', headers, text: '{"kind":"velocity"}' },
    ],
    ['a code of another operation', wrong(401, 'INVALID_CREDENTIALS')],
    ['a code of the application in the public API', { ...wrong(401, 'INVALID_CREDENTIALS'), target: sound.target }],
  ])('complains about %s', (_what, change) => {
    expect(checker.complaints({ ...answer, ...change })).not.toEqual([]);
  });
});
