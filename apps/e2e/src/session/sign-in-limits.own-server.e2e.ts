import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { Browser, PLAIN, browserOf, givenLink, knownCookieOf, newSecret } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();
const PASSWORD = 'correct horse battery';
const OF_BROWSER = 10;
const OF_ACCOUNT = 10;
const OF_ACCOUNT_ANYWHERE = 100;
const LINKS = 20;

let server: RunningServer;
let secure: RunningServer;
let world: World;
let facts: Facts;

/** Sets the password of a user by a link. */
async function setPassword(user: string): Promise<void> {
  const answer = await at('192.0.2.250').post(
    '/api/session/link',
    { token: await givenLink(world, user, 'set-password') },
    PLAIN,
  );
  const browser = browserOf(answer, server.baseUrl);
  await browser.send({ method: 'PUT', target: '/api/me/password', body: { newPassword: PASSWORD } });
}

beforeAll(async () => {
  const environment = { RATE_LIMIT_DISABLED: 'false', TRUST_PROXY: '1' };
  server = await startServer({ postgresUrl, template, environment });
  const { databaseUrl } = server;
  world = new World('sign-in-limits', server.baseUrl, databaseUrl);
  facts = new Facts(databaseUrl);
  [secure] = await Promise.all([
    startServer({ postgresUrl, databaseUrl, environment: { BASE_URL: 'https://work.example' } }),
    ...['person1', 'person2', 'person3', 'person4', 'person6'].map(setPassword),
  ]);
});
afterAll(async () => {
  await secure.stop();
  await server.stop();
});

/** A browser at an address, with this cookie. */
const at = (address: string, cookie?: string) =>
  new Browser(server.baseUrl, undefined, {
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': address,
    ...(cookie !== undefined && { cookie }),
  });
const signIn = (email: string, password: string, address: string, cookie?: string): Promise<Answer> =>
  at(address, cookie).post('/api/session', { email, password }, PLAIN);
const email = (user: string): string => world.user(user).email;
const refusedHashings = async (): Promise<number> => (await facts.auditedRequests('signInRefused')).length;

function expectLimited(answer: Answer): void {
  expectRefusal(answer, 'RATE_LIMITED');
  const retryAfter = Number(answer.headers['retry-after']);
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(900);
}

describe('Failures to sign in', () => {
  it('of an account in a network end in 429 after ten, however many come at the same time; its owner signs in elsewhere', async () => {
    const before = await refusedHashings();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => signIn(email('person1'), 'a wrong password', '192.0.2.1')),
    );
    const refused = answers.filter(({ status }) => status === 401);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(OF_ACCOUNT);
    for (const answer of answers) if (!refused.includes(answer)) expectLimited(answer);
    // The limit refuses a sign-in before its password is verified.
    expect((await refusedHashings()) - before).toBeLessThanOrEqual(OF_ACCOUNT);
    expectLimited(await signIn(email('person1'), PASSWORD, '192.0.2.1'));
    expect((await signIn(email('person2'), PASSWORD, '192.0.2.1')).status).toBe(200);
    expect((await signIn(email('person1'), PASSWORD, '192.0.2.200')).status).toBe(200);
  });

  it('of an account that does not exist are counted in the same way', async () => {
    for (let n = 0; n < OF_ACCOUNT; n += 1) {
      expectRefusal(await signIn('nobody@example.test', 'a wrong password', '192.0.3.1'), 'INVALID_CREDENTIALS');
    }
    expectLimited(await signIn('Nobody@example.test', 'a wrong password', '192.0.3.1'));
  });

  it('by link end in 429 after twenty of an address; the right link is not used up by it', async () => {
    const post = (path: string) => (token: string, address: string) => at(address).post(path, { token }, PLAIN);
    const [use, preview] = [post('/api/session/link'), post('/api/session/link/preview')];
    const link = await givenLink(world, 'person5');
    for (let n = 0; n < LINKS; n += 1) {
      // Previews count like uses, and one that succeeds does not count.
      const attempt = n % 2 === 0 ? use : preview;
      expectRefusal(await attempt(newSecret(), '203.0.113.1'), 'INVALID_CREDENTIALS');
      if (n < LINKS - 1) expect((await preview(link, '203.0.113.1')).status).toBe(200);
    }
    expectLimited(await preview(link, '203.0.113.1'));
    expectLimited(await use(link, '203.0.113.1'));
    expect((await preview(link, '203.0.113.2')).status).toBe(200);
    expect((await use(link, '203.0.113.2')).status).toBe(200);
  });
});

describe('An account whose hundred failures from anywhere are used up by strangers', () => {
  const address = '203.0.113.200';
  const attempt = (password: string, cookie?: string) => signIn(email('person6'), password, address, cookie);
  let known: string;

  beforeAll(async () => {
    known = knownCookieOf(await attempt(PASSWORD));
    for (let network = 0; network < OF_ACCOUNT_ANYWHERE / OF_ACCOUNT; network += 1) {
      const guess = () => signIn(email('person6'), 'a wrong password', `203.0.113.${100 + network}`);
      const answers = await Promise.all(Array.from({ length: OF_ACCOUNT }, guess));
      for (const answer of answers) expectRefusal(answer, 'INVALID_CREDENTIALS');
    }
  });

  it('is refused in every network, with a forged or foreign cookie too', async () => {
    const foreign = knownCookieOf(await signIn(email('person2'), PASSWORD, address));
    const forged = `${known.slice(0, -1)}${known.endsWith('A') ? 'B' : 'A'}`;
    for (const cookie of [undefined, forged, foreign, `${known}; ${known}`, `__Host-${known}`]) {
      expectLimited(await attempt(PASSWORD, cookie));
    }
  });

  it('signs in by a browser that has signed in before, which has ten failures of its own', async () => {
    for (let n = 0; n < OF_BROWSER - 1; n += 1) {
      expectRefusal(await attempt('a wrong password', known), 'INVALID_CREDENTIALS');
    }
    const begun = await attempt(PASSWORD, known);
    expect(begun.status).toBe(200);
    for (let n = 0; n < OF_BROWSER; n += 1) {
      expectRefusal(await attempt('a wrong password', known), 'INVALID_CREDENTIALS');
    }
    expectLimited(await attempt(PASSWORD, known));
    // Use the browser after its sign-in.
    expectLimited(await attempt(PASSWORD, knownCookieOf(begun)));
  });

  /** Signs in by a link, which makes the browser known. */
  const byLink = async () => at(address).post('/api/session/link', { token: await givenLink(world, 'person6') }, PLAIN);

  it('signs in by a browser that used a link before and has signed out', async () => {
    const begun = await byLink();
    known = knownCookieOf(begun);
    const out = await browserOf(begun, server.baseUrl).delete('/api/session', PLAIN);
    expect(out.cookies).toEqual([expect.stringMatching(/^worktrack=; Max-Age=0;/)]);
    expect((await attempt(PASSWORD, known)).status).toBe(200);
  });

  it('knows no browser of before after a change of the password, but the one that changed it', async () => {
    const browser = browserOf(await attempt(PASSWORD, known), server.baseUrl);
    const body = { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` };
    const changed = await browser.send({
      method: 'PUT',
      target: '/api/me/password',
      body,
      headers: { cookie: `worktrack=${browser.secret}; ${known}` },
    });
    expect(changed.status).toBe(200);
    expectLimited(await attempt(`${PASSWORD}!`, known));
    known = knownCookieOf(changed);
    expect((await attempt(`${PASSWORD}!`, known)).status).toBe(200);
  });

  it.each([
    [
      'the owner signs out everywhere',
      async (browser: Browser) => void (await browser.delete('/api/me/sessions', PLAIN)),
    ],
    [
      'the task user:sign-out',
      async () =>
        void (await taskResult(['user:sign-out', '--email', email('person6')], { databaseUrl: server.databaseUrl })),
    ],
  ])('knows no browser of before after %s: a copy of its cookie is worth nothing', async (_, signOut) => {
    const begun = await byLink();
    known = knownCookieOf(begun);
    expect((await attempt(`${PASSWORD}!`, known)).status).toBe(200);
    await signOut(browserOf(begun, server.baseUrl));
    expectLimited(await attempt(`${PASSWORD}!`, known));
  });
});

describe('Behind TLS', () => {
  const fromThePublicOrigin = { 'sec-fetch-site': 'same-origin' };

  it('the cookie is of this host alone, and is sent by TLS alone', async () => {
    const browser = new Browser(secure.baseUrl, undefined, fromThePublicOrigin);
    const answer = await browser.post('/api/session', { email: email('person2'), password: PASSWORD }, PLAIN);
    expect(answer.cookies).toEqual([
      expect.stringMatching(
        /^__Host-worktrack=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-worktrack-browser=[A-Za-z0-9_-]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const [, text = ''] = knownCookieOf(answer).split('=');
    expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('@');
    const out = await browser.delete('/api/session', PLAIN);
    expect(out.headers['set-cookie']).toBe('__Host-worktrack=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax');
  });

  it('a session that ends at one server is over at another within a second', async () => {
    const begun = await signIn(email('person2'), PASSWORD, '192.0.2.201');
    const { secret = '' } = browserOf(begun, server.baseUrl);
    const here = new Browser(server.baseUrl, secret);
    const there = new Browser(secure.baseUrl, undefined, {
      ...fromThePublicOrigin,
      cookie: `__Host-worktrack=${secret}`,
    });
    expect((await there.get('/api/session')).body.session.id).toBe(begun.body.session.id);
    expect((await here.delete('/api/session', PLAIN)).status).toBe(204);
    await pause(1_100);
    expectRefusal(await there.get('/api/session'), 'AUTH_REQUIRED');
    expectRefusal(await there.get(world.project()), 'AUTH_REQUIRED');
  });
});
