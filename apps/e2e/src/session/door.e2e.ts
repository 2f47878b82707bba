import { OPERATIONS } from '../kit/operations.js';
import { expectRefusal } from '../kit/refusals.js';
import { Facts } from '../kit/facts.js';
import { Browser, PLAIN, openSession, signedIn } from '../kit/session.js';
import { World } from '../kit/world.js';

const world = new World('door');
const facts = new Facts(world.databaseUrl);

/** Milliseconds after which a session that has ended is accepted nowhere. */
const ACCEPTED_FOR = 1_100;
const pause = (milliseconds: number) => new Promise((over) => setTimeout(over, milliseconds));

describe('A session', () => {
  it('is shown to its browser, with the Organizations of its user', async () => {
    const { id, browser } = await openSession(world, 'member');
    const { id: userId, name, email, publicId } = world.user('member');
    const answer = await browser.get('/api/session');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        user: { id: userId, publicId, name, email, avatarUrl: null },
        session: { id },
        defaultOrganization: world.slug,
        hasPassword: false,
      },
    });
    expect(answer.headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(Object.keys(answer.body).sort()).toEqual([
      'defaultOrganization',
      'hasPassword',
      'organizations',
      'session',
      'user',
    ]);
    // By name: "Asleep of …" comes first.
    expect(answer.body.organizations).toMatchObject([
      { slug: `${world.slug}-asleep`, suspended: false, role: 'member' },
      { slug: world.slug, suspended: false, role: 'member' },
    ]);
    for (const organization of answer.body.organizations) {
      expect(Object.keys(organization).sort()).toEqual(['id', 'name', 'role', 'slug', 'suspended', 'username']);
    }
  });

  it('acts under /app as its user, with all scopes, and its changes are recorded under its id', async () => {
    const { id, browser } = await openSession(world, 'member');
    const created = await browser.post(`${world.project()}/work-items`, { title: 'By a browser' });
    expect(created).toMatchObject({ status: 201, body: { title: 'By a browser' } });
    const rows = await facts.audit(created.headers['x-request-id']);
    expect(rows).toMatchObject([{ operation: 'createWorkItem', actor: world.user('member').id, token: id }]);
  });

  it('shares the idempotency keys of its user with the tokens of that user', async () => {
    const browser = await signedIn(world, 'member');
    const key = `door-${Date.now()}`;
    const body = { title: 'Once' };
    const first = await browser.post(`${world.project()}/work-items`, body, { key });
    const again = await world.member.post(`${world.project()}/work-items`, body, { key });
    expect(again).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' }, text: first.text });
  });

  it('is over everywhere within a second after its browser signed out, and the cookie is cleared', async () => {
    const { browser } = await openSession(world, 'member');
    expect((await browser.get(world.project())).status).toBe(200);
    const out = await browser.delete('/api/session', { key: null, ifMatch: null });
    expect(out).toMatchObject({ status: 204, text: '' });
    expect(out.headers['set-cookie']).toEqual('worktrack=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
    await pause(ACCEPTED_FOR);
    expectRefusal(await browser.get(world.project()), 'AUTH_REQUIRED');
    expectRefusal(await browser.get('/api/session'), 'AUTH_REQUIRED');
    expect((await browser.delete('/api/session', { key: null, ifMatch: null })).status).toBe(204);
  });

  it('is nothing to the public API', async () => {
    const { secret } = await signedIn(world, 'owner');
    const { nobody } = world;
    expectRefusal(await nobody.get(world.org(), { cookie: `worktrack=${secret}` }), 'AUTH_REQUIRED');
  });
});

describe('A page that belongs to another user than the session', () => {
  const items = `${world.project()}/work-items`;
  const count = async () => (await world.owner.get(`${items}?limit=100`)).body.items.length;

  it('changes nothing and reads nothing: the refusal names who is signed in', async () => {
    const { browser } = await openSession(world, 'member');
    const { publicId, name } = world.user('member');
    const stale = browser.withPageOf(world.user('owner').publicId);
    const before = await count();
    const key = `door-other-${Date.now()}`;
    for (const refused of [
      await stale.post(items, { title: 'By the wrong page' }, { key }),
      await stale.get(items),
      await stale.get('/api/session'),
      await stale.post('/api/me/tokens', {}, PLAIN),
      await stale.delete('/api/me/sessions', PLAIN),
    ]) {
      expectRefusal(refused, 'AUTH_REQUIRED');
      expect(refused.body.error.details).toEqual({ user: { publicId, name } });
    }
    expect(await count()).toBe(before);
    // The refusal is not stored under the key.
    expect((await browser.post(items, { title: 'By the right page' }, { key })).status).toBe(201);
  });

  it('may only read where it names nobody', async () => {
    const { browser } = await openSession(world, 'member');
    const nameless = browser.withPageOf(undefined);
    const before = await count();
    expectRefusal(await nameless.post(items, { title: 'By no page' }), 'VALIDATION_ERROR', 'Worktrack-User');
    expectRefusal(await nameless.delete('/api/me/sessions', PLAIN), 'VALIDATION_ERROR', 'Worktrack-User');
    expect((await nameless.get(items)).status).toBe(200);
    expect(await count()).toBe(before);
  });

  it('does not sign that session out', async () => {
    const { browser } = await openSession(world, 'member');
    const refused = await browser.withPageOf(world.user('owner').publicId).delete('/api/session', PLAIN);
    expectRefusal(refused, 'AUTH_REQUIRED');
    expect(refused.headers['set-cookie']).toBeUndefined();
    await pause(ACCEPTED_FOR);
    expect((await browser.get('/api/session')).status).toBe(200);
  });
});

it('The door does not lead to the operations that a session has of its own', async () => {
  const browser = await signedIn(world, 'owner');
  expect(OPERATIONS.map(({ id }) => id)).toEqual(expect.arrayContaining(['getMe', 'getOpenApi']));
  for (const target of ['/api/v1/me', '/api/v1/openapi.json']) expectRefusal(await browser.get(target), 'NOT_FOUND');
  expectRefusal(await new Browser(world.baseUrl).get(world.org()), 'AUTH_REQUIRED');
});
