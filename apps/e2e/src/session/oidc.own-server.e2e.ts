import { randomUUID } from 'node:crypto';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { Issuer } from '../kit/issuer.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { Browser, PLAIN, browserOf } from '../kit/session.js';
import { runTask, taskResult } from '../kit/task.js';
import { type Shown, Visitor } from '../kit/visitor.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();
const MINUTE = 60;

let issuer: Issuer;
let other: Issuer;
let server: RunningServer;
let world: World;
let facts: Facts;

beforeAll(async () => {
  [issuer, other] = await Promise.all([Issuer.start(), Issuer.start()]);
  const { slug } = theRun().worlds.oidc;
  server = await startServer({
    postgresUrl,
    template,
    environment: {
      ...issuer.environment('Example'),
      OIDC_LINK_BY_EMAIL: 'true',
      OIDC_CREATE_USERS: 'true',
      OIDC_ORGANIZATION: slug,
      OIDC_ROLE_CLAIM: 'realm_access.roles',
      OIDC_ROLE_MAP: 'worktrack-admins=admin,worktrack-owners=owner',
      ...other.environment('Other', 'OIDC_2_'),
    },
  });
  world = new World('oidc', server.baseUrl, server.databaseUrl);
  facts = new Facts(server.databaseUrl);
});

afterAll(async () => {
  await server.stop();
  await Promise.all([issuer.stop(), other.stop()]);
});

beforeEach(() => {
  issuer.reset();
  other.reset();
});

const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const FROM_PROVIDER = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** A person nobody has seen before. */
const somebody = (more: object = {}): Record<string, unknown> => {
  const sub = randomUUID();
  return { sub, email: `${sub}@example.test`, email_verified: true, name: 'Ada Lovelace', ...more };
};

const visitor = (): Visitor => new Visitor(server.baseUrl);

const begin = (one: Visitor, { provider = 'main', returnTo = '/', headers = OWN_PAGE } = {}): Promise<Shown> =>
  one.open(`/api/session/oidc/begin?${new URLSearchParams({ provider, returnTo }).toString()}`, headers);

const callback = (one: Visitor, query: Readonly<Record<string, string>>, provider = 'main'): Promise<Shown> => {
  const own = provider === 'main' ? '' : `/${provider}`;
  return one.open(`/api/session/oidc/callback${own}?${new URLSearchParams(query).toString()}`, FROM_PROVIDER);
};

/** The session of a visitor as a page of the application sends it. */
async function pageOf(one: Visitor): Promise<Browser> {
  const { user } = await sessionOf(one);
  return new Browser(server.baseUrl, one.cookies.get('worktrack')).withPageOf(user.publicId);
}

const setPassword = (page: Browser, newPassword = 'a first walk by the river') =>
  page.send({ method: 'PUT', target: '/api/me/password', body: { newPassword } });

/** Signs the person of the issuer in, from the begin to the answer. */
async function signIn(one: Visitor = visitor(), returnTo = '/'): Promise<Shown> {
  const { location } = await begin(one, { returnTo });
  return callback(one, issuer.authorize(location));
}

/** The session of a visitor, as the page asks for it. */
const sessionOf = async (one: Visitor): Promise<any> => {
  const { status, text } = await one.open('/api/session', { 'sec-fetch-site': 'same-origin' });
  return status === 200 ? JSON.parse(text) : status;
};

/** The audit rows of a request. */
const auditOf = ({ headers }: Shown) => facts.audit(headers.get('x-request-id') ?? undefined);

/** Expects the sign-in page with a sentence, and no session. */
function expectPage(one: Visitor, shown: Shown, status: number, sentence: RegExp): void {
  expect(shown.boot).toMatchObject({ session: null, signInProblem: expect.stringMatching(sentence) });
  expect(shown.status).toBe(status);
  expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(one.cookies.has('worktrack')).toBe(false);
}

describe('A sign-in with a provider', () => {
  it('asks it by the code flow with PKCE, a state and a nonce, and keeps the secrets in a cookie of this browser alone', async () => {
    const one = visitor();
    const shown = await begin(one, { returnTo: `/o/${world.slug}` });
    expect(shown.status).toBe(303);
    const url = new URL(shown.location);
    expect(url.origin + url.pathname).toBe(`${issuer.url}/authorize`);
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'worktrack',
      redirect_uri: `${server.baseUrl}/api/session/oidc/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/);
    const [cookie = ''] = shown.headers.getSetCookie();
    expect(cookie).toMatch(/^worktrack-oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('begins a session, makes the account a member, and goes on at the page that asked', async () => {
    issuer.person = somebody({ name: 'Grace Hopper' });
    const one = visitor();
    const shown = await signIn(one, `/o/${world.slug}?view=all`);
    expect([shown.status, shown.location]).toEqual([303, `/o/${world.slug}?view=all`]);
    expect([...one.cookies.keys()].sort()).toEqual(['worktrack', 'worktrack-browser']);
    expect(await sessionOf(one)).toMatchObject({
      user: { name: 'Grace Hopper', email: issuer.person.email },
      organizations: [{ slug: world.slug, role: 'member', username: 'grace-hopper' }],
      defaultOrganization: world.slug,
      hasPassword: false,
    });
    const { text } = await one.open('/api/me/sessions', { 'sec-fetch-site': 'same-origin' });
    expect(JSON.parse(text).items).toMatchObject([{ signedInBy: 'provider', current: true }]);
  });

  it('finds the account again by issuer and subject, whatever the address and the name are now', async () => {
    issuer.person = somebody();
    const [first, second] = [visitor(), visitor()];
    await signIn(first);
    issuer.person = { sub: issuer.person.sub, email: 'another@example.test', email_verified: false, name: 'Another' };
    await signIn(second);
    expect((await sessionOf(second)).user).toEqual((await sessionOf(first)).user);
  });

  it('leaves an audit row for the sign-in, and one for the membership', async () => {
    issuer.person = somebody();
    const one = visitor();
    const rows = await auditOf(await signIn(one));
    const { user, session } = await sessionOf(one);
    expect(rows).toEqual([
      {
        operation: 'signInWithProvider',
        organization: null,
        actor: user.id,
        token: session.id,
        touched: [
          { kind: 'session', id: session.id },
          { kind: 'user', id: user.id },
        ],
      },
      {
        operation: 'joinByProvider',
        organization: expect.any(String),
        actor: user.id,
        token: session.id,
        touched: [{ kind: 'membership', id: user.id }],
      },
    ]);
  });

  it('reads the address where the provider tells it only when it is asked', async () => {
    const person = somebody();
    issuer.person = person;
    issuer.claims = (claims) => ({ ...claims, email: undefined, name: undefined });
    const one = visitor();
    await signIn(one);
    expect((await sessionOf(one)).user).toMatchObject({ email: person.email, name: 'Ada Lovelace' });
  });

  it('gives further people of one name further usernames', async () => {
    const usernames: string[] = [];
    for (let person = 0; person < 3; person += 1) {
      issuer.person = somebody({ name: 'Élodie Brûlé' });
      const one = visitor();
      await signIn(one);
      usernames.push((await sessionOf(one)).organizations[0].username);
    }
    expect(usernames).toEqual(['elodie-brule', 'elodie-brule-2', 'elodie-brule-3']);
  });

  it('makes one account of two first sign-ins at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      issuer.person = somebody();
      const both = [visitor(), visitor()];
      const shown = await Promise.all(both.map((one) => signIn(one)));
      expect(shown.map(({ status }) => status)).toEqual([303, 303]);
      const [first, second] = await Promise.all(both.map(sessionOf));
      expect(second.user).toEqual(first.user);
      expect(await facts.accountsOf(String(issuer.person.email))).toBe(1);
    }
  });

  it('ends the session that the browser had', async () => {
    issuer.person = somebody();
    const one = visitor();
    await signIn(one);
    const before = one.cookies.get('worktrack')!;
    await signIn(one);
    const old = visitor();
    old.cookies.set('worktrack', before);
    expect(await sessionOf(old)).toBe(401);
    expect(await sessionOf(one)).toMatchObject({ user: { email: issuer.person.email } });
  });

  it('is listed in the sign-in page, which the server starts with even when the provider is away', async () => {
    const { boot, status } = await visitor().open('/sign-in');
    expect(status).toBe(200);
    expect(boot.signIn).toEqual({
      providers: [
        { id: 'main', name: 'Example' },
        { id: '2', name: 'Other' },
      ],
      password: true,
    });
  });
});

describe('An answer that is not accepted', () => {
  const NOT_BEGUN = /was not begun in this browser/;
  const NOT_TRUSTED = /^The answer of Example cannot be trusted/;

  it.each<[string, (query: Record<string, string>) => Record<string, string>]>([
    ['another state', (query) => ({ ...query, state: 'x'.repeat(43) })],
    ['an empty state', (query) => ({ ...query, state: '' })],
  ])('is one with %s', async (_, change) => {
    const one = visitor();
    const { location } = await begin(one);
    const before = issuer.counts.get('token') ?? 0;
    expectPage(one, await callback(one, change(issuer.authorize(location))), 400, NOT_BEGUN);
    expect(issuer.counts.get('token') ?? 0).toBe(before);
  });

  it('is one that another browser began: nobody is signed in by a link that somebody else sends', async () => {
    const { location } = await begin(visitor());
    const victim = visitor();
    expectPage(victim, await callback(victim, issuer.authorize(location)), 400, NOT_BEGUN);
  });

  it.each([
    ['an empty', ''],
    ['a forged', 'nonsense'],
    ['a very long', 'x'.repeat(4_000)],
  ])('is one with %s cookie', async (_, text) => {
    const one = visitor();
    const { location } = await begin(one);
    one.cookies.set('worktrack-oidc', text);
    expectPage(one, await callback(one, issuer.authorize(location)), 400, NOT_BEGUN);
  });

  it('is one with a cookie whose signature was made for something else', async () => {
    issuer.person = somebody();
    const known = visitor();
    await signIn(known);
    const one = visitor();
    const { location } = await begin(one);
    one.cookies.set('worktrack-oidc', known.cookies.get('worktrack-browser')!);
    expectPage(one, await callback(one, issuer.authorize(location)), 400, NOT_BEGUN);
  });

  const now = (): number => Math.floor(Date.now() / 1_000);
  type Claims = Record<string, unknown>;

  /** Changes the instants of a token to those of another clock. */
  const shiftedBy =
    (seconds: number) =>
    (claims: Claims): Claims => ({ ...claims, iat: now() + seconds, exp: now() + seconds + 5 * MINUTE });

  it.each<[string, () => void]>([
    ['another nonce', () => (issuer.claims = (claims) => ({ ...claims, nonce: 'x'.repeat(43) }))],
    ['no nonce', () => (issuer.claims = (claims) => ({ ...claims, nonce: undefined }))],
    ['another issuer', () => (issuer.claims = (claims) => ({ ...claims, iss: other.url }))],
    ['another audience', () => (issuer.claims = (claims) => ({ ...claims, aud: 'another-client' }))],
    [
      'two audiences and no party that it is for',
      () => (issuer.claims = (claims) => ({ ...claims, aud: ['worktrack', 'another-client'] })),
    ],
    ['a key that is not published', () => (issuer.signer = Issuer.foreignKey())],
    [
      'a foreign key under the name of a published one',
      () => {
        const token = JSON.parse(
          Buffer.from(issuer.idToken('x').split('.')[0]!, 'base64url').toString('utf8'),
        ) as Claims;
        issuer.signer = Issuer.foreignKey();
        issuer.header = { kid: token.kid };
      },
    ],
    ['no signature', () => (issuer.header = { alg: 'none' })],
    ['a signature by the secret of the client', () => (issuer.header = { alg: 'HS256' })],
    ['no subject', () => (issuer.claims = (claims) => ({ ...claims, sub: undefined }))],
    ['a subject that is too long', () => (issuer.claims = (claims) => ({ ...claims, sub: 'x'.repeat(256) }))],
    ['a subject that cannot be stored', () => (issuer.claims = (claims) => ({ ...claims, sub: 'a\u0000b' }))],
    ['a clock that is more than 5 minutes slow', () => (issuer.claims = shiftedBy(-7 * MINUTE))],
    ['a clock that is more than 5 minutes fast', () => (issuer.claims = shiftedBy(6 * MINUTE))],
    ['an end before now', () => (issuer.claims = (claims) => ({ ...claims, exp: now() - 6 * MINUTE }))],
  ])('is one with %s', async (_, lie) => {
    issuer.person = somebody();
    lie();
    const one = visitor();
    expectPage(one, await signIn(one), 403, NOT_TRUSTED);
    expect(await facts.accountsOf(String(issuer.person.email))).toBe(0);
  });

  it.each([-4.8, 4.8])('is not one of a clock that is %d minutes off', async (minutes) => {
    issuer.person = somebody();
    issuer.claims = shiftedBy(minutes * MINUTE);
    expect((await signIn()).status).toBe(303);
  });

  it('is one with a code that was used', async () => {
    issuer.person = somebody();
    const one = visitor();
    const { location } = await begin(one);
    const cookie = one.cookies.get('worktrack-oidc')!;
    const query = issuer.authorize(location);
    expect((await callback(one, query)).status).toBe(303);
    const again = visitor();
    again.cookies.set('worktrack-oidc', cookie);
    expectPage(again, await callback(again, query), 403, NOT_TRUSTED);
  });

  it('is one that comes twice, even when the provider forgets its codes; of two at the same moment one is accepted', async () => {
    issuer.person = somebody();
    issuer.forgets = true;
    const one = visitor();
    const { location } = await begin(one);
    const cookie = one.cookies.get('worktrack-oidc')!;
    const query = issuer.authorize(location);
    const both = [visitor(), visitor()];
    for (const each of both) each.cookies.set('worktrack-oidc', cookie);
    const shown = await Promise.all(both.map((each) => callback(each, query)));
    expect(shown.map(({ status }) => status).sort()).toEqual([303, 400]);
    const late = visitor();
    late.cookies.set('worktrack-oidc', cookie);
    expectPage(late, await callback(late, query), 400, /was used already/);
  });

  it('is one of another issuer than the one that was asked', async () => {
    issuer.person = somebody();
    const one = visitor();
    const { location } = await begin(one);
    const query = issuer.authorize(location);
    expectPage(one, await callback(one, { ...query, iss: other.url }), 403, NOT_TRUSTED);
    const two = visitor();
    const asked = await begin(two);
    const { code = '', state = '' } = issuer.authorize(asked.location);
    expectPage(two, await callback(two, { code, state }), 403, NOT_TRUSTED);
  });

  it('is a code of one issuer for a sign-in at another, whose tokens it never becomes', async () => {
    issuer.person = somebody();
    const [one, two] = [visitor(), visitor()];
    const honest = issuer.authorize((await begin(one)).location);
    const { location } = await begin(two, { provider: '2' });
    const state = new URL(location).searchParams.get('state')!;
    const shown = await callback(two, { ...honest, state, iss: other.url }, '2');
    expectPage(two, shown, 403, /^The answer of Other cannot be trusted/);
    // The subject of one issuer is nobody at the other.
    other.person = { ...issuer.person, email: 'elsewhere@example.test' };
    await callback(one, honest);
    const three = visitor();
    const asked = await begin(three, { provider: '2' });
    const shownToo = await callback(three, other.authorize(asked.location), '2');
    expectPage(three, shownToo, 403, /no account here belongs to you/);
  });

  it('is one at the address of another provider: an issuer that sends people on to another one gets no code of theirs', async () => {
    issuer.description = { authorization_response_iss_parameter_supported: false };
    issuer.person = somebody();
    const one = visitor();
    // The second issuer, which is a liar, lets the first one ask: with the state and the challenge of its own sign-in.
    const asked = new URL((await begin(one, { provider: '2' })).location);
    expect(asked.searchParams.get('redirect_uri')).toBe(`${server.baseUrl}/api/session/oidc/callback/2`);
    asked.searchParams.set('redirect_uri', `${server.baseUrl}/api/session/oidc/callback`);
    const { code = '', state = '' } = issuer.authorize(asked.href);
    const before = other.counts.get('token') ?? 0;
    expectPage(one, await callback(one, { code, state }), 400, NOT_BEGUN);
    expect(other.counts.get('token') ?? 0).toBe(before);
  });

  it('says that the provider declined, and repeats nothing that the address says', async () => {
    const one = visitor();
    const { location } = await begin(one);
    const state = new URL(location).searchParams.get('state')!;
    const shown = await callback(one, {
      state,
      error: 'access_denied',
      error_description: 'Call-0800-EVIL',
      error_uri: 'https://evil.example/',
    });
    expectPage(one, shown, 403, /^Example has not signed you in/);
    expect(shown.text).not.toMatch(/EVIL|evil|access_denied/);
  });

  it('leaves an audit row where its proof was refused', async () => {
    issuer.header = { alg: 'none' };
    const before = (await facts.auditedRequests('signInRefused')).length;
    await signIn();
    expect(await facts.auditedRequests('signInRefused')).toHaveLength(before + 1);
  });

  it('signs nobody in by a request for the headers alone', async () => {
    issuer.person = somebody();
    const one = visitor();
    const query = issuer.authorize((await begin(one)).location);
    const target = `/api/session/oidc/callback?${new URLSearchParams(query).toString()}`;
    expect((await one.open(target, {}, 'HEAD')).status).toBe(405);
    expect((await one.open(target)).status).toBe(303);
  });
});

describe('The begin of a sign-in', () => {
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/o/..//evil.example',
    '/api/session/oidc/begin',
    'javascript:alert(1)',
  ])('never leads to %s afterwards', async (returnTo) => {
    const one = visitor();
    const shown = await begin(one, { returnTo });
    expectPage(one, shown, 400, /not complete/);
    expect(shown.text).not.toContain('evil');
    expect(one.cookies.size).toBe(0);
  });

  it('is refused to a page of another site', async () => {
    const one = visitor();
    expectPage(one, await begin(one, { headers: FROM_PROVIDER }), 400, /was not begun in this browser/);
    expect(one.cookies.size).toBe(0);
  });

  it.each([
    ['an unknown one', '3'],
    ['none', ''],
    ['a name of every object', '__proto__'],
    ['a very long text', 'x'.repeat(5_000)],
  ])('needs a provider of this server, which is not %s', async (_, provider) => {
    const one = visitor();
    expectPage(one, await begin(one, { provider }), 404, /does not exist here/);
  });

  it('accepts no parameter that it does not know, and none twice', async () => {
    for (const query of ['provider=main&provider=2', 'provider=main&prompt=none', 'provider=%ff']) {
      const one = visitor();
      expectPage(one, await one.open(`/api/session/oidc/begin?${query}`, OWN_PAGE), 400, /not complete/);
    }
  });
});

describe('The account of an identity', () => {
  const confirm = (user: string, is = true): Promise<void> => facts.setEmailConfirmed(world.user(user).id, is);

  it('is the one that has confirmed the verified address', async () => {
    const { email, publicId } = world.user('colleague');
    await taskResult(['user:confirm', '--email', email], server);
    issuer.person = somebody({ email: email.toUpperCase() });
    const one = visitor();
    await signIn(one);
    expect((await sessionOf(one)).user.publicId).toBe(publicId);
  });

  it.each<[string, object, boolean]>([
    ['does not call verified', { email_verified: false }, true],
    ['says nothing about', { email_verified: undefined }, true],
    ['calls verified, but the account has not confirmed', {}, false],
  ])('is never one by an address that the provider %s', async (_, more, isConfirmed) => {
    const { email } = world.user('traveller');
    await confirm('traveller', isConfirmed);
    issuer.person = somebody({ email, ...more });
    const one = visitor();
    expectPage(one, await signIn(one), 403, /no account here belongs to you/);
  });

  it('is confirmed where the provider calls the address verified, and only there', async () => {
    for (const isVerified of [true, false]) {
      issuer.person = somebody({ email_verified: isVerified });
      const one = visitor();
      await signIn(one);
      expect(await facts.isEmailConfirmed((await sessionOf(one)).user.id)).toBe(isVerified);
    }
  });

  it('is confirmed by one source alone: what is told later about an address is not said of that in the ID token', async () => {
    issuer.person = somebody();
    issuer.claims = (claims) => ({ ...claims, email: `other-${String(claims.email)}`, email_verified: undefined });
    const one = visitor();
    await signIn(one);
    const { user } = await sessionOf(one);
    expect(user.email).toBe(`other-${String(issuer.person.email)}`);
    expect(await facts.isEmailConfirmed(user.id)).toBe(false);
  });

  it('is not made without an address', async () => {
    issuer.person = somebody({ email: undefined });
    const one = visitor();
    expectPage(one, await signIn(one), 403, /^Example does not tell your e-mail address/);
  });

  it('is not made where the provider creates none, nor linked where it links none', async () => {
    const { email } = world.user('member');
    await confirm('member');
    for (const person of [somebody(), somebody({ email })]) {
      other.person = person;
      const one = visitor();
      const shown = await callback(one, other.authorize((await begin(one, { provider: '2' })).location), '2');
      expectPage(one, shown, 403, /^Other knows you, but no account here belongs to you/);
    }
    expect(await facts.accountsOf(String(other.person.email))).toBe(1);
  });

  it('stays removed, with its sessions and tokens: nobody gets a new one instead', async () => {
    issuer.person = somebody();
    const one = visitor();
    await signIn(one);
    await taskResult(['user:remove', '--email', String(issuer.person.email)], server);
    const again = visitor();
    expectPage(again, await signIn(again), 403, /^Your account here was removed/);
    expect(await facts.accountsOf(String(issuer.person.email))).toBe(0);
  });
});

describe('The role that a provider claims', () => {
  const roleOf = async (one: Visitor): Promise<string> => (await sessionOf(one)).organizations[0]?.role as string;
  const withRoles = (...roles: string[]) => ({ realm_access: { roles } });

  it('is set at each sign-in, up and down, with an audit row in the Organization', async () => {
    const person = somebody();
    const seen: string[] = [];
    const changes: string[] = [];
    for (const roles of [['worktrack-admins'], ['staff', 'worktrack-owners'], ['staff'], []]) {
      issuer.person = { ...person, ...withRoles(...roles) };
      const one = visitor();
      const [, change] = await auditOf(await signIn(one));
      seen.push(await roleOf(one));
      changes.push(change?.operation ?? 'none');
      if (change) expect(change.organization).toEqual(expect.any(String));
    }
    expect(seen).toEqual(['admin', 'owner', 'member', 'member']);
    expect(changes).toEqual(['joinByProvider', 'changeRoleByProvider', 'changeRoleByProvider', 'none']);
  });

  it('never takes the role from the last owner, also when two owners sign in at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = [somebody(), somebody()];
      for (const person of people) {
        issuer.person = { ...person, ...withRoles('worktrack-owners') };
        await signIn();
      }
      await facts.keepOwners(
        world.slug,
        people.map(({ email }) => String(email)),
      );
      issuer.claims = (claims) => ({ ...claims, realm_access: { roles: [] } });
      const shown: Shown[] = [];
      await Promise.all(
        people.map(async (person) => {
          const one = visitor();
          const { location } = await begin(one);
          issuer.person = person;
          shown.push(await callback(one, issuer.authorize(location)));
        }),
      );
      expect(shown.map(({ status }) => status)).toEqual([303, 303]);
      expect(await facts.ownersOf(world.slug)).toBe(1);
      issuer.reset();
    }
  });
});

describe('A provider that does not answer as it should', () => {
  const UNAVAILABLE = /^Example cannot be reached at the moment/;

  it.each(['away', 'silent', 'endless', 500] as const)(
    'when it is asked for its tokens, by being %s, gives 503 and the sign-in page',
    async (fault) => {
      issuer.person = somebody();
      const one = visitor();
      const query = issuer.authorize((await begin(one)).location);
      issuer.faults.set('token', fault);
      const shown = await callback(one, query);
      expectPage(one, shown, 503, UNAVAILABLE);
      expect(shown.headers.get('retry-after')).toBe('5');
      // Of an answer without an end no more is read than the connection holds anyway.
      expect(issuer.endlessBytes).toBeLessThan(16 * 1_048_576);
    },
  );

  it.each(['userinfo', 'jwks'] as const)('when it is asked for %s, gives 503', async (endpoint) => {
    issuer.person = somebody();
    issuer.rotateKey();
    issuer.faults.set(endpoint, 'away');
    const one = visitor();
    expectPage(one, await signIn(one), 503, UNAVAILABLE);
    issuer.reset();
    issuer.person = somebody();
    expect((await signIn()).status).toBe(303);
  });

  it('leaves a new key usable at the next sign-in', async () => {
    issuer.person = somebody();
    expect((await signIn()).status).toBe(303);
    issuer.rotateKey();
    expect((await signIn()).status).toBe(303);
    issuer.rotateKey();
    expect((await signIn()).status).toBe(303);
  });

  it('at the start keeps the server ready, passwords and links working, and is asked again soon', async () => {
    const late = await Issuer.start();
    late.faults.set('discovery', 'away');
    const started = await startServer({
      postgresUrl,
      databaseUrl: server.databaseUrl,
      environment: late.environment('Late'),
    });
    try {
      const one = new Visitor(started.baseUrl);
      const shown = await begin(one);
      expectPage(one, shown, 503, /^Late cannot be reached at the moment/);
      expect(shown.boot.signIn.password).toBe(true);
      expect(started.log()).toContain('ProviderUnavailable');
      await taskResult(['user:password', '--email', world.user('admin').email], {
        databaseUrl: server.databaseUrl,
        input: 'a long walk by the river',
      });
      const credentials = { email: world.user('admin').email, password: 'a long walk by the river' };
      expect((await new Browser(started.baseUrl).post('/api/session', credentials, PLAIN)).status).toBe(200);
      // A crowd of visitors asks the provider no more often than one.
      const asked = late.counts.get('discovery') ?? 0;
      await Promise.all(Array.from({ length: 20 }, () => begin(new Visitor(started.baseUrl))));
      expect((late.counts.get('discovery') ?? 0) - asked).toBeLessThanOrEqual(1);
    } finally {
      await started.stop();
      await late.stop();
    }
  });
});

describe('A notice of a provider that a session has ended', () => {
  const notify = (token: string): Promise<Shown> =>
    visitor().submit('/api/session/oidc/backchannel-logout', { logout_token: token });

  /** Signs a new person in twice, in two sessions of the provider. */
  async function twoSessions(): Promise<readonly [Visitor, Visitor]> {
    const person = somebody();
    const both = [visitor(), visitor()] as const;
    for (const [index, one] of both.entries()) {
      issuer.person = { ...person, sid: `${String(person.sub)}-${index}` };
      await signIn(one);
    }
    return both;
  }

  const statesOf = async (both: readonly Visitor[]): Promise<boolean[]> => {
    // An accepted session is cached for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    return Promise.all(both.map(async (one) => (await sessionOf(one)) !== 401));
  };

  it('ends the sessions of its sid, everywhere within a second, with an audit row', async () => {
    const both = await twoSessions();
    const { session } = await sessionOf(both[0]);
    await sessionOf(both[1]);
    const sub = String(issuer.person.sub);
    const shown = await notify(issuer.logoutToken({ sub, sid: `${sub}-0` }));
    expect([shown.status, shown.text, shown.headers.get('cache-control')]).toEqual([200, '', 'no-store']);
    expect(await statesOf(both)).toEqual([false, true]);
    expect(await auditOf(shown)).toMatchObject([
      { operation: 'backchannelLogout', actor: null, touched: [{ kind: 'session', id: session.id }] },
    ]);
  });

  it('ends all sessions of its subject at this provider when it names no session', async () => {
    const both = await twoSessions();
    await notify(issuer.logoutToken({ sub: issuer.person.sub }));
    expect(await statesOf(both)).toEqual([false, false]);
  });

  it('is accepted once', async () => {
    const token = issuer.logoutToken({ sub: 'nobody' });
    expect((await notify(token)).status).toBe(200);
    const again = await notify(token);
    expect([again.status, JSON.parse(again.text).error]).toMatchObject([
      400,
      { code: 'VALIDATION_ERROR', fieldErrors: { logout_token: ['was used before'] } },
    ]);
  });

  const seconds = (): number => Math.floor(Date.now() / 1_000);

  it.each<[string, (sub: string) => string]>([
    ['a key that is not published', (sub) => issuer.logoutToken({ sub }, {}, Issuer.foreignKey())],
    ['no signature', (sub) => issuer.logoutToken({ sub }, { alg: 'none' })],
    ['another issuer', (sub) => issuer.logoutToken({ sub, iss: other.url })],
    ['an unknown issuer', (sub) => issuer.logoutToken({ sub, iss: 'https://unknown.example' })],
    ['another audience', (sub) => issuer.logoutToken({ sub, aud: 'another-client' })],
    ['a nonce', (sub) => issuer.logoutToken({ sub, nonce: 'x' })],
    ['no event', (sub) => issuer.logoutToken({ sub, events: {} })],
    ['no events', (sub) => issuer.logoutToken({ sub, events: undefined })],
    ['no id', (sub) => issuer.logoutToken({ sub, jti: undefined })],
    ['no instant', (sub) => issuer.logoutToken({ sub, iat: undefined })],
    ['an old instant', (sub) => issuer.logoutToken({ sub, iat: seconds() - 20 * MINUTE, exp: undefined })],
    ['an instant to come', (sub) => issuer.logoutToken({ sub, iat: seconds() + 6 * MINUTE })],
    ['an end before now', (sub) => issuer.logoutToken({ sub, exp: seconds() - 6 * MINUTE })],
    ['neither session nor subject', () => issuer.logoutToken({})],
    ['an ID token in its place', () => issuer.idToken(undefined)],
    ['a text in its place', () => 'nonsense'],
  ])('is refused with %s, and ends nothing', async (_, forge) => {
    const both = await twoSessions();
    const shown = await notify(forge(String(issuer.person.sub)));
    expect([shown.status, JSON.parse(shown.text).error.fieldErrors]).toEqual([
      400,
      { logout_token: ['is not accepted'] },
    ]);
    expect(await sessionOf(both[1])).not.toBe(401);
  });

  it('does not end the sessions of a like-named subject at another provider', async () => {
    const both = await twoSessions();
    expect((await notify(other.logoutToken({ sub: issuer.person.sub }))).status).toBe(200);
    expect(await statesOf(both)).toEqual([true, true]);
  });

  it.each<[string, RequestInit]>([
    ['no body', {}],
    ['JSON', { body: '{"logout_token":"x"}', headers: { 'content-type': 'application/json' } }],
    ['two tokens', { body: new URLSearchParams('logout_token=a&logout_token=b') }],
    ['an empty token', { body: new URLSearchParams('logout_token=') }],
  ])('is refused with %s', async (_, init) => {
    const response = await fetch(`${server.baseUrl}/api/session/oidc/backchannel-logout`, { method: 'POST', ...init });
    expect(response.status).toBe(400);
  });
});

describe('The first password of an account that a provider has made', () => {
  it('needs a sign-in of the last 15 minutes; what to do is said', async () => {
    issuer.person = somebody();
    const one = visitor();
    await signIn(one);
    const { session } = await sessionOf(one);
    await facts.ageSession(session.id, 'created_at', '16 minutes');
    const refused = await setPassword(await pageOf(one));
    expectRefusal(refused, 'CONFLICT');
    expect(refused.body.error.message).toMatch(/^Sign in again first/);
    await signIn(one);
    expect((await setPassword(await pageOf(one))).status).toBe(200);
  });

  it('leaves a session that the provider ends as the one before', async () => {
    const person = somebody();
    issuer.person = { ...person, sid: `sid of ${String(person.sub)}` };
    const one = visitor();
    await signIn(one);
    const changed = browserOf(await setPassword(await pageOf(one)), server.baseUrl);
    expect((await changed.get('/api/session')).status).toBe(200);
    await visitor().submit('/api/session/oidc/backchannel-logout', {
      logout_token: issuer.logoutToken({ sid: issuer.person.sid }),
    });
    await eventually(
      'the end of the session',
      async () => (await changed.get('/api/session')).status === 401 || undefined,
    );
  });
});

describe('Somebody whom a provider identifies for the first time', () => {
  it.each([
    ['gets no account', 'false', 403],
    ['gets a new account', 'true', 303],
  ])(
    'and who %s is counted like a failure: a network has twenty in a quarter of an hour',
    async (_, creates, status) => {
      const limited = await startServer({
        postgresUrl,
        databaseUrl: server.databaseUrl,
        environment: { ...issuer.environment('Example'), OIDC_CREATE_USERS: creates, RATE_LIMIT_DISABLED: 'false' },
      });
      try {
        const before = (await facts.auditedRequests('signInRefused')).length;
        const statuses: number[] = [];
        for (let attempt = 0; attempt < 22; attempt += 1) {
          issuer.person = somebody();
          const one = new Visitor(limited.baseUrl);
          statuses.push((await callback(one, issuer.authorize((await begin(one)).location))).status);
        }
        expect(statuses).toEqual([...Array<number>(20).fill(status), 429, 429]);
        expect(await facts.auditedRequests('signInRefused')).toHaveLength(before + (status === 403 ? 20 : 0));
      } finally {
        await limited.stop();
      }
    },
  );
});

describe('With passwords switched off', () => {
  let alone: RunningServer;
  beforeAll(async () => {
    alone = await startServer({
      postgresUrl,
      databaseUrl: server.databaseUrl,
      environment: { ...issuer.environment('Example'), PASSWORD_SIGN_IN: 'off' },
    });
  });
  afterAll(() => alone.stop());

  it('a sign-in by password is refused with a sentence, before the password is looked at', async () => {
    const credentials = { email: world.user('admin').email, password: 'a long walk by the river' };
    const answer = await new Browser(alone.baseUrl).post('/api/session', credentials, PLAIN);
    expect([answer.status, answer.body.error]).toMatchObject([
      403,
      { code: 'FORBIDDEN', message: expect.stringContaining('Passwords are switched off here') },
    ]);
    expect((await new Visitor(alone.baseUrl).open('/sign-in')).boot.signIn.password).toBe(false);
  });

  /** Creates a link as the operator does. */
  const linkOf = async (purpose: string): Promise<string> => {
    const { url } = await taskResult(['user:link', '--email', world.user('admin').email, '--purpose', purpose], server);
    return new URL(url).hash.slice(1);
  };

  it('a link to set a password that was made before does not work, and the operator makes none', async () => {
    const token = await linkOf('set-password');
    const one = new Browser(alone.baseUrl);
    for (const target of ['/api/session/link/preview', '/api/session/link']) {
      expectRefusal(await one.post(target, { token }, PLAIN), 'INVALID_CREDENTIALS');
    }
    const { code, stderr } = await runTask(
      ['user:link', '--email', world.user('admin').email, '--purpose', 'set-password'],
      {
        databaseUrl: server.databaseUrl,
        environment: { ...issuer.environment('Example'), PASSWORD_SIGN_IN: 'off', BASE_URL: server.baseUrl },
      },
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('Passwords are switched off')]);
  });

  it('a link of the operator signs in, and sets no password', async () => {
    const one = new Browser(alone.baseUrl);
    const token = await linkOf('sign-in');
    const answer = await one.post('/api/session/link', { token }, PLAIN);
    expect(answer.status).toBe(200);
    const secret = /worktrack=([\w-]{43})/.exec(answer.cookies.join())![1];
    const signedIn = new Browser(alone.baseUrl, secret).withPageOf(answer.body.user.publicId);
    const change = await signedIn.send({
      method: 'PUT',
      target: '/api/me/password',
      body: { newPassword: 'another walk by the river' },
    });
    expect(change.status).toBe(403);
  });
});
