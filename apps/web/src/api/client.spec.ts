import { QueryClient } from '@tanstack/preact-query';
import { isTransient, pauseBefore, shouldRetry } from './cache.js';
import { attempted, changeOptions } from './change.js';
import { api, application, dataOf, revisionTag } from './client.js';
import { Refusal, sentenceOf } from './refusal.js';
import { account } from '../identity/account.api.js';
import { readSession, redeemLink, signIn } from './session.api.js';
import { session } from './session.js';
import { isUnreachable, sessionLost, signedInInstead } from './transport.js';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  /** The user whom the request names. */
  readonly user: string | null;
  readonly body: string;
}

const sent: Sent[] = [];
let answers: (Response | Error)[] = [];

beforeEach(() => {
  sent.length = 0;
  sessionLost.value = false;
  signedInInstead.value = undefined;
  session.value = null;
  isUnreachable.value = false;
  Object.assign(globalThis, {
    fetch: async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      const key = request.headers.get('idempotency-key');
      const user = request.headers.get('worktrack-user');
      sent.push({ method: request.method, path: pathname + search, key, user, body: await request.text() });
      const answer = answers.shift() ?? new Error('No answer is left.');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
});

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });

const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(
    status,
    { error: { code, message: `The message of ${code}.` }, requestId: 'r-1' },
    { 'x-request-id': 'r-1', ...headers },
  );

const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`No refusal: ${String(error)}`);
  return error;
};

const createItem = (title: string, idempotencyKey: string) =>
  dataOf(
    api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
      params: {
        path: { organizationSlug: 'demo', projectKey: 'WEB' },
        header: { 'Idempotency-Key': idempotencyKey },
      },
      body: { title, type: 'task', status: 'backlog', priority: 'medium' },
    }),
  );

const sessionOf = (publicId: string): NonNullable<typeof session.value> => ({
  user: { id: '1', publicId, name: 'Ada', email: 'ada@example.org', avatarUrl: null },
  session: { id: '2', createdAt: '', expiresAt: '' },
  organizations: [],
  defaultOrganization: null,
  hasPassword: true,
  canCreateOrganizations: true,
  sendsMail: false,
});

describe('A change', () => {
  const make = (title: string) => {
    const client = new QueryClient();
    const options = { ...changeOptions(createItem), retry: shouldRetry, retryDelay: 0 };
    return client.getMutationCache().build(client, options).execute(attempted(title));
  };

  it('is sent again with the key of the first attempt, under /app', async () => {
    answers = [new TypeError('no connection'), json(503, {}), json(201, { key: 'WEB-1' })];
    await expect(make('Write')).resolves.toEqual({ key: 'WEB-1' });
    expect(sent.map(({ path }) => path)).toEqual(
      Array(3).fill('/app/api/v1/organizations/demo/projects/WEB/work-items'),
    );
    const [first] = sent;
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(sent.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
  });

  it('has another key than the change before', async () => {
    answers = [json(201, {}), json(201, {})];
    await make('Write');
    await make('Write');
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });

  it('is not sent again as another user who has signed in meanwhile', async () => {
    session.value = sessionOf('usr_ada');
    answers = [new TypeError('no connection'), json(201, {})];
    const made = make('Write');
    session.value = sessionOf('usr_bob');
    expect((await refusalOf(made)).code).toBe('AUTH_REQUIRED');
    expect(sent.map(({ user }) => user)).not.toContain('usr_bob');
  });

  it('is not sent again after a refusal', async () => {
    answers = [refused(409, 'PROJECT_ARCHIVED')];
    expect((await refusalOf(make('Write'))).code).toBe('PROJECT_ARCHIVED');
    expect(sent).toHaveLength(1);
  });

  it('is given up after three more attempts', async () => {
    answers = Array.from({ length: 9 }, () => new TypeError('no connection'));
    await expect(make('Write')).rejects.toThrow(TypeError);
    expect(sent).toHaveLength(4);
  });
});

describe('A refusal', () => {
  it('has the code, the sentences of the members and the request id', async () => {
    const body = { error: { code: 'VALIDATION_ERROR', message: 'Invalid.', fieldErrors: { title: ['is required'] } } };
    answers = [json(400, body, { 'x-request-id': 'r-2' })];
    expect(await refusalOf(createItem('', 'k'))).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      fieldErrors: { title: ['is required'] },
      requestId: 'r-2',
    });
  });

  it('of something between is one too', async () => {
    answers = [new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })];
    expect(await refusalOf(readSession())).toMatchObject({ status: 502, code: 'UNREADABLE_RESPONSE' });
    expect(isUnreachable.value).toBe(true);
  });

  it.each([
    [refused(429, 'RATE_LIMITED', { 'retry-after': '7' }), true],
    [refused(409, 'IDEMPOTENCY_REQUEST_IN_PROGRESS'), true],
    [refused(503, 'INTERNAL_ERROR'), true],
    [refused(500, 'INTERNAL_ERROR'), false],
    [refused(412, 'REVISION_CONFLICT'), false],
    [refused(404, 'NOT_FOUND'), false],
  ])('may pass or not (%#)', async (answer, transient) => {
    answers = [answer];
    expect(isTransient(await refusalOf(readSession()))).toBe(transient);
  });

  it('that asks to wait is obeyed', async () => {
    answers = [refused(429, 'RATE_LIMITED', { 'retry-after': '7' })];
    const refusal = await refusalOf(readSession());
    expect([pauseBefore(0, refusal), pauseBefore(0, new TypeError()), pauseBefore(9, new TypeError())]).toEqual([
      7_000, 1_000, 15_000,
    ]);
    expect(sentenceOf(refusal)).toBe('Too many requests. Try again in 7 seconds.');
  });
});

describe('The end of the session', () => {
  it('is noticed by any request', async () => {
    answers = [refused(401, 'AUTH_REQUIRED')];
    await refusalOf(createItem('Write', 'k'));
    expect(sessionLost.value).toBe(true);
  });

  it('is noticed with the name of the user who has signed in instead', async () => {
    const body = { error: { code: 'AUTH_REQUIRED', message: 'Another user.', details: { user: { name: 'Bob' } } } };
    answers = [json(401, body), refused(401, 'AUTH_REQUIRED')];
    expect((await refusalOf(createItem('Write', 'k'))).status).toBe(401);
    expect([sessionLost.value, signedInInstead.value]).toEqual([true, 'Bob']);
    await refusalOf(createItem('Write', 'k'));
    expect([sessionLost.value, signedInInstead.value]).toEqual([true, undefined]);
  });

  it('is noticed when something between answers', async () => {
    answers = [new Response('<h1>Sign in</h1>', { status: 401, headers: { 'content-type': 'text/html' } })];
    await refusalOf(dataOf(application.GET('/api/me/sessions')));
    expect(sessionLost.value).toBe(true);
  });

  it.each([
    ['a sign-in', () => signIn('ada@example.org', 'wrong')],
    ['a sign-in by link', () => redeemLink('used')],
    ['a change of the password', () => account.changePassword({ newPassword: 'correct horse battery' })],
  ])('is not that %s is refused for wrong credentials', async (_, sign) => {
    answers = [refused(401, 'INVALID_CREDENTIALS')];
    const refusal = await refusalOf(sign());
    expect([sessionLost.value, sentenceOf(refusal)]).toEqual([false, 'The e-mail address or the password is wrong.']);
  });
});

it('Every request names the user to whom the page belongs, if there is one', async () => {
  answers = [json(200, {}), json(201, {}), json(200, {})];
  await dataOf(application.GET('/api/me/tokens'));
  session.value = sessionOf('usr_ada');
  await createItem('Write', 'k');
  await dataOf(application.GET('/api/me/tokens'));
  expect(sent.map(({ user }) => user)).toEqual([null, 'usr_ada', 'usr_ada']);
});

it('An operation of the application has its own path, and the body and the conditions of the call', async () => {
  answers = [json(200, {}), new Response(null, { status: 204 })];
  const path = { organizationSlug: 'demo', projectKey: 'WEB', labelId: 'a label/1' };
  const header = { 'If-Match': revisionTag('label', 7), 'Idempotency-Key': 'k' };
  const one = '/api/organizations/{organizationSlug}/projects/{projectKey}/labels/{labelId}';
  await dataOf(application.PATCH(one, { params: { path, header }, body: { name: 'ui' } }));
  await expect(dataOf(application.DELETE(one, { params: { path, header } }))).resolves.toBeUndefined();
  const wire = '/api/organizations/demo/projects/WEB/labels/a%20label%2F1';
  expect(sent).toMatchObject([
    { method: 'PATCH', path: wire, key: 'k', body: '{"name":"ui"}' },
    { method: 'DELETE', path: wire, key: 'k', body: '' },
  ]);
});

it('A revision is sent as the tag that the API gave', () => {
  expect(revisionTag('wi', 7)).toBe('"wi-7"');
});
