import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, Caller, Raw } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { Browser, PLAIN, browserOf, givenLink, newSecret, openSession, signedIn } from '../kit/session.js';
import { runTask, taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const world = new World('sign-ins');
const facts = new Facts(world.databaseUrl);
const stranger = new Browser(world.baseUrl);

const PASSWORD = 'correct horse battery';

/** The argon2id hash of `PASSWORD` with less memory and fewer passes than today's parameters. */
const OUTDATED_HASH =
  '$argon2id$v=19$m=8192,t=1,p=1$vDrhY6VO4ST+BxJAAQF1sw$jat6IUoIy9E3Cp8YIkKyrKoNmwUB3EYoq/usOqXCRvU';

/** Milliseconds after which a session that has ended is accepted nowhere. */
const ACCEPTED_FOR = 1_100;

const email = (user: string): string => world.user(user).email;
const signIn = (user: string, password = PASSWORD, by: Browser = stranger): Promise<Answer> =>
  by.post('/api/session', { email: email(user), password }, PLAIN);
const useLink = (token: string, by: Browser = stranger): Promise<Answer> =>
  by.post('/api/session/link', { token }, PLAIN);
const previewLink = (token: string): Promise<Answer> => stranger.post('/api/session/link/preview', { token }, PLAIN);
const put = (browser: Browser, body: object): Promise<Answer> =>
  browser.send({ method: 'PUT', target: '/api/me/password', body });
const setPassword = (user: string, password = PASSWORD) =>
  taskResult(['user:password', '--email', email(user)], { databaseUrl: world.databaseUrl, input: `${password}\n` });

/** Expects that the session is over, here and under `/app`. */
async function expectOver(browser: Browser): Promise<void> {
  await pause(ACCEPTED_FOR);
  expectRefusal(await browser.get('/api/session'), 'AUTH_REQUIRED');
  expectRefusal(await browser.get(world.project()), 'AUTH_REQUIRED');
}

describe('Signing in by password', () => {
  beforeAll(async () => {
    await Promise.all([setPassword('person1'), setPassword('person2')]);
  });

  it('begins a session, whose cookie no script can read', async () => {
    const answer = await signIn('person1');
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { publicId: world.user('person1').publicId }, hasPassword: true, defaultOrganization: world.slug },
    });
    expect(answer.cookies).toEqual([
      expect.stringMatching(/^worktrack=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^worktrack-browser=[A-Za-z0-9_-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const { createdAt, expiresAt } = answer.body.session;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * 86_400_000);
    const browser = browserOf(answer, world.baseUrl);
    expect((await browser.get('/api/session')).body).toEqual({ ...answer.body });
    expect(await facts.audit(answer.headers['x-request-id'])).toEqual([
      {
        operation: 'signIn',
        organization: null,
        actor: world.user('person1').id,
        token: answer.body.session.id,
        touched: [{ kind: 'session', id: answer.body.session.id }],
      },
    ]);
  });

  it('takes the e-mail address in any case, and the password in any composition of its characters', async () => {
    await setPassword('person3', 'cr\u00e8me br\u00fbl\u00e9e for two');
    const body = { email: ` ${email('person3').toUpperCase()} `, password: 'cre\u0300me bru\u0302le\u0301e for two' };
    expect((await stranger.post('/api/session', body, PLAIN)).status).toBe(200);
    expectRefusal(await signIn('person3', 'Cr\u00e8me br\u00fbl\u00e9e for two'), 'INVALID_CREDENTIALS');
  });

  it('answers a wrong password, an unknown account and an account without a password alike', async () => {
    const wrong = await signIn('person1', `${PASSWORD}!`);
    expectRefusal(wrong, 'INVALID_CREDENTIALS');
    expect(wrong.headers['set-cookie']).toBeUndefined();
    const post = (address: string) => stranger.post('/api/session', { email: address, password: PASSWORD }, PLAIN);
    for (const address of ['nobody@example.test', 'no address', email('person4'), `${'x'.repeat(1_000)}@x.test`]) {
      expectIndistinguishable(await post(address), wrong);
    }
    expect(await facts.audit(wrong.headers['x-request-id'])).toEqual([
      {
        operation: 'signInRefused',
        organization: null,
        actor: null,
        token: null,
        touched: [{ kind: 'user', id: world.user('person1').id }],
      },
    ]);
  });

  it('never takes over a session that the browser brings, and ends it', async () => {
    const invented = new Browser(world.baseUrl, newSecret());
    const first = browserOf(await signIn('person2', PASSWORD, invented), world.baseUrl);
    expect(first.secret).not.toBe(invented.secret);
    expectRefusal(await invented.get('/api/session'), 'AUTH_REQUIRED');
    expect((await first.get('/api/session')).status).toBe(200);
    const second = browserOf(await signIn('person1', PASSWORD, first), world.baseUrl);
    expect((await second.get('/api/session')).body.user.email).toBe(email('person1'));
    await expectOver(first);
  });

  it('ends no session when it is refused', async () => {
    const browser = browserOf(await signIn('person1'), world.baseUrl);
    expectRefusal(await signIn('person1', 'a wrong password', browser), 'INVALID_CREDENTIALS');
    await pause(ACCEPTED_FOR);
    expect((await browser.get('/api/session')).status).toBe(200);
  });

  it('keeps no secret where it could be read', async () => {
    const { secret = '' } = browserOf(await signIn('person1'), world.baseUrl);
    const link = await givenLink(world, 'person1');
    const text = await facts.textOfSessions();
    for (const word of [secret, link, PASSWORD]) expect(text).not.toContain(word);
    expect(text).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('replaces a hash of outdated parameters, and the password and the sessions stay as they were', async () => {
    const { id } = world.user('person13');
    await facts.setPasswordHash(id, OUTDATED_HASH);
    const earlier = await signedIn(world, 'person13');
    expectRefusal(await signIn('person13', `${PASSWORD}!`), 'INVALID_CREDENTIALS');
    expect(await facts.passwordHashOf(id)).toBe(OUTDATED_HASH);
    // One of several browsers replaces the hash. The others are not refused for it.
    const answers = await Promise.all(Array.from({ length: 6 }, () => signIn('person13')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const renewed = await facts.passwordHashOf(id);
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn('person13')).status).toBe(200);
    expect(await facts.passwordHashOf(id)).toBe(renewed);
    expectRefusal(await signIn('person13', `${PASSWORD}!`), 'INVALID_CREDENTIALS');
    await pause(ACCEPTED_FOR);
    expect((await earlier.get('/api/session')).status).toBe(200);
  });

  it('keeps at most 100 sessions of a user: the oldest end', async () => {
    const { browser } = await openSession(world, 'person5');
    await Promise.all(Array.from({ length: 99 }, () => openSession(world, 'person5')));
    await setPassword('person6');
    expect((await useLink(await givenLink(world, 'person5'))).status).toBe(200);
    expect(await facts.sessionsOf(world.user('person5').id)).toBe(100);
    await expectOver(browser);
  });

  it.each([
    ['nothing', {}, ['email', 'password']],
    ['numbers', { email: 1, password: 2 }, ['email', 'password']],
    ['an empty password', { email: 'a@b.test', password: '' }, ['password']],
    ['a blank address', { email: ' ', password: 'x' }, ['email']],
    ['1,025 characters', { email: 'x'.repeat(1_025), password: 'x'.repeat(1_025) }, ['email', 'password']],
    ['U+0000', { email: 'a\u0000@b.test', password: 'x\u0000' }, ['email', 'password']],
    ['unpaired surrogates', { email: 'a\ud800', password: '\udc00' }, ['email', 'password']],
    ['a member more', { email: 'a@b.test', password: 'x', remember: true }, ['remember']],
  ])('refuses %s by name', async (_, body, fields) => {
    expectRefusal(await stranger.post('/api/session', body, PLAIN), 'VALIDATION_ERROR', ...fields);
  });

  it('takes 1,024 characters of four bytes, and refuses what is not a JSON object of at most 16 KiB', async () => {
    expectRefusal(await signIn('person1', '\u{1F600}'.repeat(1_024)), 'INVALID_CREDENTIALS');
    const send = (text: string, type?: string) => stranger.post('/api/session', new Raw(text, type), PLAIN);
    const credentials = JSON.stringify({ email: 'a@b.test', password: 'x' });
    expectRefusal(await send(credentials, 'text/plain'), 'VALIDATION_ERROR', 'body');
    expectRefusal(await send('['.repeat(10_000)), 'VALIDATION_ERROR', 'body');
    expectRefusal(await send(`{"email":${'{"a":'.repeat(20)}1${'}'.repeat(20)}}`), 'VALIDATION_ERROR', 'body');
    expectRefusal(await send(JSON.stringify({ email: 'x'.repeat(16_300), password: '' })), 'VALIDATION_ERROR');
    expectRefusal(await send(`{"email":"${'x'.repeat(16_384)}"}`), 'PAYLOAD_TOO_LARGE');
  });
});

describe('A sign-in link', () => {
  it('signs in once, and says what it is for', async () => {
    const token = await givenLink(world, 'person7', 'set-password');
    const answer = await useLink(token);
    expect(answer).toMatchObject({ status: 200, body: { purpose: 'set-password', user: { email: email('person7') } } });
    expect((await browserOf(answer, world.baseUrl).get('/api/session')).status).toBe(200);
    expectRefusal(await useLink(token), 'INVALID_CREDENTIALS');
  });

  it('says whom it signs in and what for, and is not used up by that', async () => {
    const { publicId, name } = world.user('person7');
    const token = await givenLink(world, 'person7', 'set-password');
    for (let time = 0; time < 3; time += 1) {
      const preview = await previewLink(token);
      expect(preview).toMatchObject({ status: 200, body: { purpose: 'set-password', user: { publicId, name } } });
      expect(preview.text).not.toContain(email('person7'));
      expect(preview.headers['set-cookie']).toBeUndefined();
      expect(await facts.audit(preview.headers['x-request-id'])).toEqual([]);
    }
    expect((await useLink(token)).body.user.publicId).toBe(publicId);
  });

  it('says nothing when it is used, unknown, expired or malformed: the response is that of its use', async () => {
    const used = await givenLink(world, 'person7');
    await useLink(used);
    const refused = await useLink(used);
    const expired = await givenLink(world, 'person7', 'sign-in', '0 seconds');
    for (const token of [used, newSecret(), expired, 'x', 'x'.repeat(1_024)]) {
      const preview = await previewLink(token);
      expectIndistinguishable(preview, refused);
      expect(await facts.audit(preview.headers['x-request-id'])).toMatchObject([{ operation: 'signInRefused' }]);
    }
    for (const body of [{}, { token: '' }, { token: 1 }, { token: 'x'.repeat(1_025) }]) {
      expectRefusal(await stranger.post('/api/session/link/preview', body, PLAIN), 'VALIDATION_ERROR', 'token');
    }
  });

  it('signs in one of two that use it at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const token = await givenLink(world, 'person7');
      const answers = await Promise.all([useLink(token), useLink(token), useLink(token)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    }
  });

  it('is not accepted when it is unknown, expired or malformed, with the same answer', async () => {
    const unknown = await useLink(newSecret());
    expectRefusal(unknown, 'INVALID_CREDENTIALS');
    for (const token of [await givenLink(world, 'person7', 'sign-in', '0 seconds'), 'x', 'x'.repeat(1_024)]) {
      expectIndistinguishable(await useLink(token), unknown);
    }
    for (const body of [{}, { token: '' }, { token: 1 }, { token: 'x'.repeat(1_025) }]) {
      expectRefusal(await stranger.post('/api/session/link', body, PLAIN), 'VALIDATION_ERROR', 'token');
    }
  });

  it('comes from the task user:link', async () => {
    const task = (...more: string[]) => ['user:link', '--email', email('person7'), '--purpose', ...more];
    const { url, expiresAt } = await taskResult(task('sign-in', '--expires-in-minutes', '5'), world);
    expect(url).toMatch(/^http:\/\/.*\/welcome#[A-Za-z0-9_-]{43}$/);
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(4);
    expect(minutes).toBeLessThanOrEqual(5.1);
    expect(await useLink(url.split('#')[1])).toMatchObject({ status: 200, body: { purpose: 'sign-in' } });
    for (const wrong of [task('other'), task('sign-in', '--expires-in-minutes', '10081')]) {
      expect((await runTask(wrong, world)).code).toBe(2);
    }
  });
});

describe('The password of the caller', () => {
  const NEW = 'another good password';

  it('is set without the current one for 15 minutes after a link for that, and all other sessions end', async () => {
    const other = await signedIn(world, 'person8');
    const first = browserOf(await useLink(await givenLink(world, 'person8', 'set-password')), world.baseUrl);
    const unused = await givenLink(world, 'person8');
    const answer = await put(first, { newPassword: PASSWORD });
    expect(answer).toMatchObject({ status: 200, body: { tokensEnded: 0 } });
    const browser = browserOf(answer, world.baseUrl).withPageOf(first.user);
    expect(browser.secret).not.toBe(first.secret);
    await expectOver(other);
    await expectOver(first);
    expectRefusal(await useLink(unused), 'INVALID_CREDENTIALS');
    expect(await browser.get('/api/session')).toMatchObject({ status: 200, body: { hasPassword: true } });
    expect((await signIn('person8')).status).toBe(200);
    // The new session did not begin by the link.
    expectRefusal(await put(browser, { newPassword: NEW }), 'VALIDATION_ERROR', 'currentPassword');
  });

  it('needs the current one when it is set, and again when the link is older', async () => {
    await setPassword('person9');
    const browser = browserOf(await signIn('person9'), world.baseUrl);
    expectRefusal(await put(browser, { newPassword: NEW }), 'VALIDATION_ERROR', 'currentPassword');
    const wrong = await put(browser, { currentPassword: 'a wrong password', newPassword: NEW });
    expectRefusal(wrong, 'INVALID_CREDENTIALS');
    expect(await facts.audit(wrong.headers['x-request-id'])).toMatchObject([{ operation: 'setPasswordRefused' }]);
    const late = await useLink(await givenLink(world, 'person9', 'set-password'));
    await facts.ageSession(late.body.session.id, 'created_at', '15 minutes');
    const browserOfLink = browserOf(late, world.baseUrl);
    expectRefusal(await put(browserOfLink, { newPassword: NEW }), 'VALIDATION_ERROR', 'currentPassword');
    const byLink = browserOf(await useLink(await givenLink(world, 'person9')), world.baseUrl);
    expectRefusal(await put(byLink, { newPassword: NEW }), 'VALIDATION_ERROR', 'currentPassword');
    expect((await put(browser, { currentPassword: PASSWORD, newPassword: NEW })).status).toBe(200);
    expectRefusal(await signIn('person9'), 'INVALID_CREDENTIALS');
    expect((await signIn('person9', NEW)).status).toBe(200);
  });

  it.each([
    ['too short', 'x'.repeat(11)],
    ['too long', '\u{1F600}'.repeat(129)],
    ['the e-mail address', () => email('person10').toUpperCase()],
    ['the name', () => world.user('person10').name],
    ['common', '123456789987654321'],
    ['too short once its characters are composed', 'e\u0301'.repeat(11)],
    ['not clean', `${'x'.repeat(12)}\u0000`],
    ['no text', 12],
  ])('must not be %s', async (_, password) => {
    const browser = await signedIn(world, 'person10');
    const newPassword = typeof password === 'function' ? password() : password;
    expectRefusal(await put(browser, { newPassword }), 'VALIDATION_ERROR', 'newPassword');
  });

  it('is changed by one of two changes at the same time', async () => {
    await setPassword('person11');
    const browsers = await Promise.all(
      ['one', 'two'].map(async () => browserOf(await signIn('person11'), world.baseUrl)),
    );
    const answers = await Promise.all(
      browsers.map((browser, n) => put(browser, { currentPassword: PASSWORD, newPassword: `${NEW} ${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('The access tokens of the caller, when the password changes', () => {
  const wish = { name: 'laptop', scopes: ['project:read'], organizations: [{ slug: world.slug }] };
  const tokensOf = async (browser: Browser): Promise<any[]> => (await browser.get('/api/me/tokens')).body.items;
  const isAccepted = async ({ body }: Answer): Promise<boolean> =>
    (await new Caller(world.baseUrl, body.token).get('/api/v1/me')).status === 200;

  /** Returns a browser that may set a password, and two tokens of its user that work, a third that has expired. */
  async function given(user: string) {
    const answer = await useLink(await givenLink(world, user, 'set-password'));
    const browser = browserOf(answer, world.baseUrl);
    const create = () => browser.post('/api/me/tokens', wish, PLAIN);
    const created = [await create(), await create()];
    const expired = await create();
    await facts.expireToken(expired.body.id);
    return { browser, created, expired };
  }

  it('stay, unless the user ends them', async () => {
    const { browser, created } = await given('person14');
    const answer = await put(browser, { newPassword: PASSWORD });
    expect(answer).toMatchObject({ status: 200, body: { tokensEnded: 0 } });
    const again = browserOf(answer, world.baseUrl).withPageOf(browser.user);
    const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD}!`, endTokens: false };
    expect(await put(again, change)).toMatchObject({ status: 200, body: { tokensEnded: 0 } });
    await pause(ACCEPTED_FOR);
    expect(await Promise.all(created.map(isAccepted))).toEqual([true, true]);
  });

  it("all end with it in one change, and nobody else's", async () => {
    const { browser, created, expired } = await given('person15');
    const other = await given('person16');
    const answer = await put(browser, { newPassword: PASSWORD, endTokens: true });
    expect(answer).toMatchObject({ status: 200, body: { tokensEnded: 2 } });
    const [row, ...more] = await facts.audit(answer.headers['x-request-id']);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ operation: 'setMyPassword', actor: world.user('person15').id });
    const ended = row!.touched.filter(({ kind }: any) => kind === 'token').map(({ id }: any) => id);
    expect(ended.sort()).toEqual(created.map(({ body }) => body.id).sort());
    await pause(ACCEPTED_FOR);
    expect(await Promise.all(created.map(isAccepted))).toEqual([false, false]);
    expect(await Promise.all(other.created.map(isAccepted))).toEqual([true, true]);
    const own = browserOf(answer, world.baseUrl).withPageOf(browser.user);
    expect((await tokensOf(own)).map(({ id }) => id)).toEqual([expired.body.id]);
  });

  it('stay when the change is refused', async () => {
    await setPassword('person17');
    const { browser } = await given('person17');
    const signed = browserOf(await signIn('person17'), world.baseUrl);
    const body = { currentPassword: 'a wrong password', newPassword: PASSWORD, endTokens: true };
    expectRefusal(await put(signed, body), 'INVALID_CREDENTIALS');
    expectRefusal(await put(browser, { newPassword: 'too short', endTokens: true }), 'VALIDATION_ERROR', 'newPassword');
    expectRefusal(await put(browser, { newPassword: PASSWORD, endTokens: 'yes' }), 'VALIDATION_ERROR', 'endTokens');
    expect((await tokensOf(signed)).filter(({ expired }) => !expired)).toHaveLength(2);
  });
});

describe('The sessions of the caller', () => {
  it('are listed, newest first, with the names of their browsers', async () => {
    const first = await openSession(world, 'admin');
    const named = stranger.with({
      'sec-fetch-site': 'same-origin',
      'user-agent': `Tester \u00e9 ${'x'.repeat(2_000)}`,
    });
    const second = browserOf(await useLink(await givenLink(world, 'admin'), named), world.baseUrl);
    const { items } = (await second.get('/api/me/sessions')).body;
    expect(items).toHaveLength(2);
    expect(Object.keys(items[0]).sort()).toEqual([
      'createdAt',
      'current',
      'expiresAt',
      'id',
      'lastSeenAt',
      'signedInBy',
      'userAgent',
    ]);
    expect(items).toMatchObject([{ current: true }, { id: first.id, current: false, userAgent: null }]);
    expect([...items[0].userAgent]).toHaveLength(512);
    expect(items[0].userAgent).toMatch(/^Tester/);
  });

  it('end from elsewhere, one by one', async () => {
    const [here, there] = await Promise.all([openSession(world, 'owner'), openSession(world, 'owner')]);
    expect((await there.browser.get(world.project())).status).toBe(200);
    const end = (id: string) => here.browser.delete(`/api/me/sessions/${id}`, PLAIN);
    const answer = await end(there.id.toUpperCase());
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers['set-cookie']).toBeUndefined();
    await expectOver(there.browser);
    const foreign = await openSession(world, 'stranger');
    for (const id of [there.id, foreign.id, 'nothing', '00000000-0000-0000-0000-000000000000']) {
      expectRefusal(await end(id), 'NOT_FOUND');
    }
    expect((await foreign.browser.get('/api/session')).status).toBe(200);
    expect((await end(here.id)).headers['set-cookie']).toMatch(/^worktrack=; Max-Age=0;/);
    await expectOver(here.browser);
  });

  it('end all at once, this one too', async () => {
    const [here, there] = await Promise.all([openSession(world, 'traveller'), openSession(world, 'traveller')]);
    const answer = await here.browser.delete('/api/me/sessions', PLAIN);
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']).toMatch(/^worktrack=; Max-Age=0;/);
    await expectOver(here.browser);
    await expectOver(there.browser);
  });

  it.each([
    ['30 days old', 'expires_at', '30 days'],
    ['unused for seven days', 'last_seen_at', '7 days'],
  ] as const)('end when they are %s', async (_, column, by) => {
    const { id, browser } = await openSession(world, 'member');
    expect((await browser.get('/api/session')).status).toBe(200);
    await facts.ageSession(id, column, by);
    await expectOver(browser);
    expectRefusal(await browser.get('/api/me/sessions'), 'AUTH_REQUIRED');
  });

  it('end by the task user:sign-out, with the links that are not used yet', async () => {
    const browser = await signedIn(world, 'person12');
    const link = await givenLink(world, 'person12');
    expect(await taskResult(['user:sign-out', '--email', email('person12')], world)).toEqual({
      publicId: world.user('person12').publicId,
      sessionsEnded: 1,
    });
    await expectOver(browser);
    expectRefusal(await useLink(link), 'INVALID_CREDENTIALS');
  });

  it('end with their account, like its password and its links', async () => {
    await setPassword('person12');
    const browser = browserOf(await signIn('person12'), world.baseUrl);
    const link = await givenLink(world, 'person12');
    const body = { email: email('person12'), password: PASSWORD };
    await taskResult(['user:remove', '--email', email('person12')], world);
    await expectOver(browser);
    expectRefusal(await useLink(link), 'INVALID_CREDENTIALS');
    expectRefusal(await stranger.post('/api/session', body, PLAIN), 'INVALID_CREDENTIALS');
  });

  it('do not act in a suspended Organization, which they still show', async () => {
    const browser = await signedIn(world, 'member');
    await taskResult(['org:suspend', '--slug', `${world.slug}-asleep`], world);
    await pause(ACCEPTED_FOR);
    expectRefusal(await browser.get(world.org('asleep')), 'ORGANIZATION_SUSPENDED');
    const { organizations } = (await browser.get('/api/session')).body;
    expect(organizations.find(({ slug }: { slug: string }) => slug === `${world.slug}-asleep`)).toMatchObject({
      suspended: true,
    });
  });

  it('are needed for everything but to begin one', async () => {
    for (const target of ['/api/session', '/api/me/sessions'])
      expectRefusal(await stranger.get(target), 'AUTH_REQUIRED');
    expectRefusal(await put(stranger, { newPassword: PASSWORD }), 'AUTH_REQUIRED');
    expectRefusal(await stranger.delete('/api/me/sessions', PLAIN), 'AUTH_REQUIRED');
    expectRefusal(await stranger.delete(`/api/me/sessions/${newSecret()}`, PLAIN), 'AUTH_REQUIRED');
  });
});
