import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { Browser, PLAIN, browserOf, newSecret } from '../kit/session.js';
import { taskResult } from '../kit/task.js';

const { postgresUrl } = theRun();
const LINE = /^Set up  (http:\/\/[^/]+\/setup)#([A-Za-z0-9_-]{43})$/gm;
const GRACE = {
  email: 'Grace@Example.org',
  name: 'Grace Hopper',
  password: 'correct horse battery',
  organizationName: 'Hopper & Söhne',
  timeZone: 'Europe/Berlin',
};

const databases: string[] = [];
const servers: RunningServer[] = [];

/** Makes a database without a schema, which `npm start` makes. */
async function newDatabase(): Promise<string> {
  const databaseUrl = await createDatabase(postgresUrl);
  databases.push(databaseUrl);
  return databaseUrl;
}

async function emptyDatabase(): Promise<string> {
  const databaseUrl = await newDatabase();
  await taskResult(['db:migrate'], { databaseUrl });
  return databaseUrl;
}

async function start(databaseUrl: string, environment = {}, setUp = false): Promise<RunningServer> {
  const server = await startServer({
    ...{ postgresUrl, databaseUrl, setUp },
    environment: { LOG_LEVEL: 'info', ...environment },
  });
  servers.push(server);
  // The last line of a start: all that the server prints then is there.
  await eventually('the end of the start', () => Promise.resolve(server.log().includes('"Serving."') || undefined));
  return server;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const databaseUrl of databases.splice(0)) await dropDatabase(postgresUrl, databaseUrl);
});

const linesOf = (server: RunningServer) => [...server.log().matchAll(LINE)];
const tokenOf = (server: RunningServer): string => {
  const [line, ...more] = linesOf(server);
  expect([line?.[1], more]).toEqual([`${server.baseUrl}/setup`, []]);
  return line![2]!;
};
const check = (server: RunningServer, token: string) =>
  new Browser(server.baseUrl).post('/api/setup/check', { token }, PLAIN);
const setUp = (server: RunningServer, token: string, more: object = {}) =>
  new Browser(server.baseUrl).post('/api/setup', { token, ...GRACE, ...more }, PLAIN);

describe('A server without any account', () => {
  it('prints a link, which makes an owner with an Organization, signs them in, and works once', async () => {
    const databaseUrl = await emptyDatabase();
    const server = await start(databaseUrl, { ORGANIZATION_CREATION: 'nobody' });
    const token = tokenOf(server);
    const checked = await check(server, token);
    expect([checked.status, checked.cookies]).toEqual([204, []]);
    const done = await setUp(server, token);
    expect(done.body).toMatchObject({
      user: { name: 'Grace Hopper', email: 'grace@example.org' },
      defaultOrganization: 'hopper-sohne',
      organizations: [{ name: 'Hopper & Söhne', role: 'owner', timeZone: 'Europe/Berlin', username: 'grace-hopper' }],
      hasPassword: true,
      canCreateOrganizations: false,
    });
    const grace = browserOf(done, server.baseUrl);
    expect((await grace.get('/api/session')).body).toEqual(done.body);
    const sent = { email: GRACE.email, password: GRACE.password };
    expect((await new Browser(server.baseUrl).post('/api/session', sent, PLAIN)).status).toBe(200);

    const unusable = [await check(server, token), await setUp(server, token, { email: 'eve@example.org' })];
    unusable.push(await check(server, newSecret()), await setUp(server, 'short'));
    for (const refusal of unusable) expectRefusal(refusal, 'NOT_FOUND');
    expect(new Set(unusable.map(({ body }) => body.error.message)).size).toBe(1);
    const accounts = await query(databaseUrl, 'select email, email_confirmed_at from users');
    expect(accounts).toEqual([{ email: 'grace@example.org', email_confirmed_at: expect.any(Date) }]);
    const audited = await query(databaseUrl, `select operation, touched from audit_log order by at, id`);
    expect(audited.map(({ operation }) => operation)).toEqual(['setup:link', 'setUp', 'signIn']);
    expect(audited[1].touched.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['user', 'organization', 'membership', 'session'],
    ]);
  });

  it('names each member that is wrong, and leaves the link as it is', async () => {
    const server = await start(await emptyDatabase());
    const token = tokenOf(server);
    const wrong = {
      email: 'nobody',
      name: ' ',
      password: '',
      organizationName: 'x'.repeat(101),
      timeZone: 'Europe/Atlantis',
    };
    for (const [member, value] of Object.entries(wrong)) {
      expectRefusal(await setUp(server, token, { [member]: value }), 'VALIDATION_ERROR', member);
      expectRefusal(await setUp(server, token, { [member]: undefined }), 'VALIDATION_ERROR', member);
    }
    expectRefusal(await setUp(server, token, { password: 'passwordpassword' }), 'VALIDATION_ERROR', 'password');
    expectRefusal(await setUp(server, token, { password: 'Grace Hopper' }), 'VALIDATION_ERROR', 'password');
    expect((await check(server, token)).status).toBe(204);
  });

  it('is set up by one of many requests at the same moment, with whichever link', async () => {
    const databaseUrl = await emptyDatabase();
    const [one, other] = [await start(databaseUrl), await start(databaseUrl)];
    const tries = Array.from({ length: 20 }, (_, index) => {
      const server = index % 2 === 0 ? one : other;
      return setUp(server, tokenOf(server), { email: `owner-${index}@example.org` });
    });
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array<number>(19).fill(404)]);
    expect(await query(databaseUrl, 'select from users')).toHaveLength(1);
    expect(await query(databaseUrl, 'select from organizations')).toHaveLength(1);
    expect(await query(databaseUrl, 'select from setup_links')).toHaveLength(0);
  });

  it('prints another link at each start; that of another replica holds, for 24 hours', async () => {
    const databaseUrl = await emptyDatabase();
    const [one, other] = [await start(databaseUrl), await start(databaseUrl)];
    expect(tokenOf(one)).not.toBe(tokenOf(other));
    for (const server of [one, other]) expect((await check(other, tokenOf(server))).status).toBe(204);
    const [{ hours }] = await query(
      databaseUrl,
      `select max(extract(epoch from expires_at - clock_timestamp())) / 3600 as hours from setup_links`,
    );
    expect(Math.round(Number(hours))).toBe(24);
    await query(databaseUrl, `update setup_links set expires_at = clock_timestamp()`);
    expectRefusal(await check(one, tokenOf(one)), 'NOT_FOUND');
    expectRefusal(await setUp(one, tokenOf(one)), 'NOT_FOUND');
  });

  it('prints one line, however many workers it has', async () => {
    const server = await start(await emptyDatabase(), { WORKERS: '2' });
    expect((await check(server, tokenOf(server))).status).toBe(204);
  });

  it('counts the attempts of a network like those with sign-in links: after too many, even the right one waits', async () => {
    const server = await start(await emptyDatabase(), { RATE_LIMIT_DISABLED: 'false' });
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 30) {
      statuses.push((await (statuses.length % 2 ? check : setUp)(server, newSecret())).status);
    }
    expect([statuses.length, new Set(statuses)]).toEqual([21, new Set([404, 429])]);
    expectRefusal(await check(server, tokenOf(server)), 'RATE_LIMITED');
  });

  it('accepts no link once an account was made by a task, or was removed again', async () => {
    const databaseUrl = await emptyDatabase();
    const server = await start(databaseUrl);
    await taskResult(['user:create', '--email', 'ada@example.org', '--name', 'Ada'], { databaseUrl });
    expectRefusal(await setUp(server, tokenOf(server)), 'NOT_FOUND');
    await taskResult(['user:remove', '--email', 'ada@example.org'], { databaseUrl });
    expectRefusal(await setUp(server, tokenOf(server)), 'NOT_FOUND');
    expect(linesOf(await start(databaseUrl))).toEqual([]);
  });
});

describe('No link is printed', () => {
  const provider = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'worktrack', OIDC_CLIENT_SECRET: 'secret' };

  it.each([
    ['with the demo of `npm start`', { WORKTRACK_DEMO: 'on' }, true],
    ['where the pages are switched off', { WORKTRACK_WEB: 'off' }, false],
    ['where passwords are switched off', { PASSWORD_SIGN_IN: 'off', ...provider }, false],
  ])('%s', async (_, environment, isSetUp) => {
    const databaseUrl = await emptyDatabase();
    expect(linesOf(await start(databaseUrl, environment, isSetUp))).toEqual([]);
    expect(await query(databaseUrl, 'select from setup_links')).toEqual([]);
  });

  it('and one of an earlier start is refused, where passwords are switched off', async () => {
    const databaseUrl = await emptyDatabase();
    const token = tokenOf(await start(databaseUrl));
    const server = await start(databaseUrl, { PASSWORD_SIGN_IN: 'off', ...provider });
    expectRefusal(await setUp(server, token), 'NOT_FOUND');
  });

  it('but one is, where `npm start` makes no demo', async () => {
    const server = await start(await newDatabase(), {}, true);
    expect((await check(server, tokenOf(server))).status).toBe(204);
  });
});
