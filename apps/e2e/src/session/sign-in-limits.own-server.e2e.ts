import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { Browser, PLAIN, browserOf, givenLink, newSecret } from '../kit/session.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();
const PASSWORD = 'correct horse battery';
const OF_ACCOUNT = 10;
const OF_ADDRESS = 50;
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
    ...['person1', 'person2', 'person3', 'person4'].map(setPassword),
  ]);
});
afterAll(async () => {
  await secure.stop();
  await server.stop();
});

/** A browser at an address. */
const at = (address: string) =>
  new Browser(server.baseUrl, undefined, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address });
const signIn = (email: string, password: string, address: string): Promise<Answer> =>
  at(address).post('/api/session', { email, password }, PLAIN);
const email = (user: string): string => world.user(user).email;
const refusedHashings = async (): Promise<number> => (await facts.auditedRequests('signInRefused')).length;

function expectLimited(answer: Answer): void {
  expectRefusal(answer, 'RATE_LIMITED');
  const retryAfter = Number(answer.headers['retry-after']);
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(900);
}

describe('Failures to sign in', () => {
  it('of an account end in 429 after ten, however many come at once, and the right password does not help', async () => {
    const before = await refusedHashings();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signIn(email('person1'), 'a wrong password', `192.0.2.${n}`)),
    );
    const refused = answers.filter(({ status }) => status === 401);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(OF_ACCOUNT);
    for (const answer of answers) if (!refused.includes(answer)) expectLimited(answer);
    // The limit refuses a sign-in before its password is verified.
    expect((await refusedHashings()) - before).toBeLessThanOrEqual(OF_ACCOUNT);
    expectLimited(await signIn(email('person1'), PASSWORD, '192.0.2.200'));
    expect((await signIn(email('person2'), PASSWORD, '192.0.2.200')).status).toBe(200);
  });

  it('of an account that does not exist are counted in the same way', async () => {
    for (let n = 0; n < OF_ACCOUNT; n += 1) {
      expectRefusal(await signIn('nobody@example.test', 'a wrong password', `192.0.3.${n}`), 'INVALID_CREDENTIALS');
    }
    expectLimited(await signIn('Nobody@example.test', 'a wrong password', '192.0.3.100'));
  });

  it('are forgotten when the account signs in', async () => {
    const fail = (n: number) => signIn(email('person3'), 'a wrong password', `192.0.4.${n}`);
    for (let n = 0; n < OF_ACCOUNT - 1; n += 1) expectRefusal(await fail(n), 'INVALID_CREDENTIALS');
    expect((await signIn(email('person3'), PASSWORD, '192.0.4.100')).status).toBe(200);
    for (let n = 0; n < OF_ACCOUNT; n += 1) expectRefusal(await fail(n), 'INVALID_CREDENTIALS');
    expectLimited(await fail(0));
  });

  it('of an address end in 429 after fifty, whatever the account', async () => {
    const fail = (n: number) => signIn(`nobody${n}@example.test`, 'a wrong password', '198.51.100.1');
    for (let n = 0; n < OF_ADDRESS; n += 1) expectRefusal(await fail(n), 'INVALID_CREDENTIALS');
    expectLimited(await fail(OF_ADDRESS));
    expectLimited(await signIn(email('person4'), PASSWORD, '198.51.100.1'));
    expect((await signIn(email('person4'), PASSWORD, '198.51.100.2')).status).toBe(200);
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

describe('Behind TLS', () => {
  const fromThePublicOrigin = { 'sec-fetch-site': 'same-origin' };

  it('the cookie is of this host alone, and is sent by TLS alone', async () => {
    const browser = new Browser(secure.baseUrl, undefined, fromThePublicOrigin);
    const answer = await browser.post('/api/session', { email: email('person2'), password: PASSWORD }, PLAIN);
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-worktrack=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const out = await browser.delete('/api/session', PLAIN);
    expect(out.headers['set-cookie']).toBe('__Host-worktrack=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax');
  });

  it('a session that ends at one server is over at another within a second', async () => {
    const begun = await signIn(email('person2'), PASSWORD, '192.0.2.201');
    const secret = /^worktrack=([^;]+);/.exec(String(begun.headers['set-cookie']))?.[1] ?? '';
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
