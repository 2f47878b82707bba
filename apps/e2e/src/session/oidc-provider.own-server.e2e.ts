import { type RealProvider, startRealProvider, throughForms } from '../kit/oidc-provider.js';
import { freePort } from '../kit/program.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { Visitor } from '../kit/visitor.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

let provider: RealProvider;
let server: RunningServer;
let another: RunningServer;
let world: World;

beforeAll(async () => {
  const port = await freePort();
  provider = await startRealProvider(`http://127.0.0.1:${port}`, {
    grace: { email: 'grace@example.test', name: 'Grace Hopper', roles: 'admins' },
    ada: { email: 'ada@example.test', name: 'Ada Lovelace', roles: 'staff' },
  });
  const environment = {
    ...provider.environment,
    OIDC_SCOPES: 'openid email profile roles',
    OIDC_CREATE_USERS: 'true',
    OIDC_ORGANIZATION: theRun().worlds['oidc-provider'].slug,
    OIDC_ROLE_CLAIM: 'roles',
    OIDC_ROLE_MAP: 'admins=admin',
  };
  server = await startServer({ postgresUrl, template, port, environment });
  another = await startServer({ postgresUrl, databaseUrl: server.databaseUrl, environment });
  world = new World('oidc-provider', server.baseUrl, server.databaseUrl);
});

afterAll(async () => {
  await another.stop();
  await server.stop();
  await provider.stop();
});

interface Person {
  readonly here: Visitor;
  readonly there: Visitor;
}

/** Signs a person in, through the forms of the provider. */
async function signIn(name: string): Promise<Person> {
  const here = new Visitor(server.baseUrl, { 'sec-fetch-site': 'same-origin' });
  const there = new Visitor(provider.url);
  const { location } = await here.open('/api/session/oidc/begin?provider=main&returnTo=/settings');
  const back = await throughForms(there, location, name);
  const shown = await here.open(back, { 'sec-fetch-site': 'cross-site' });
  expect([shown.status, shown.location]).toEqual([303, '/settings']);
  return { here, there };
}

const sessionOf = async ({ here }: Person, origin = server.baseUrl): Promise<any> => {
  const { status, text } = await here.open(`${origin}/api/session`);
  return status === 200 ? JSON.parse(text) : status;
};

describe('With oidc-provider', () => {
  it('people sign in, with their names, addresses and roles, and find their accounts again', async () => {
    const grace = await sessionOf(await signIn('grace'));
    expect(grace).toMatchObject({
      user: { name: 'Grace Hopper', email: 'grace@example.test' },
      organizations: [{ slug: world.slug, role: 'admin', username: 'grace-hopper' }],
    });
    const ada = await sessionOf(await signIn('ada'));
    expect(ada.organizations).toMatchObject([{ role: 'member' }]);
    expect((await sessionOf(await signIn('grace'))).user).toEqual(grace.user);
  });

  it('the end of the session there ends the session here, on every server within a second, and no other', async () => {
    const [one, two] = [await signIn('ada'), await signIn('ada')];
    for (const origin of [server.baseUrl, another.baseUrl]) {
      expect(await sessionOf(one, origin)).toMatchObject({ user: { name: 'Ada Lovelace' } });
    }
    await throughForms(one.there, `${provider.url}/session/end`, 'ada');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    for (const origin of [server.baseUrl, another.baseUrl]) expect(await sessionOf(one, origin)).toBe(401);
    expect(await sessionOf(two)).toMatchObject({ user: { name: 'Ada Lovelace' } });
  });

  it('a person who goes away there is told so here', async () => {
    const here = new Visitor(server.baseUrl, { 'sec-fetch-site': 'same-origin' });
    const there = new Visitor(provider.url);
    const { location } = await here.open('/api/session/oidc/begin?provider=main');
    const form = await there.open((await there.open(location)).location);
    const abort = /href="([^"]*\/abort)"/.exec(form.text)?.[1] ?? '';
    const back = await throughForms(there, abort, 'ada');
    const shown = await here.open(back, { 'sec-fetch-site': 'cross-site' });
    expect([shown.status, shown.boot.signInProblem]).toEqual([
      403,
      'Example ID has not signed you in. Try again, or choose another way.',
    ]);
  });
});
