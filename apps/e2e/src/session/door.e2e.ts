import { givenWorkItem } from '../kit/given.js';
import { OPERATIONS, templateOf } from '../kit/operations.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
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
        canCreateOrganizations: true,
        sendsMail: false,
      },
    });
    expect(answer.headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(Object.keys(answer.body).sort()).toEqual([
      'canCreateOrganizations',
      'defaultOrganization',
      'hasPassword',
      'organizations',
      'sendsMail',
      'session',
      'user',
    ]);
    // By name: "Asleep of …" comes first.
    expect(answer.body.organizations).toMatchObject([
      { slug: `${world.slug}-asleep`, suspended: false, role: 'member' },
      { slug: world.slug, suspended: false, role: 'member' },
    ]);
    for (const organization of answer.body.organizations) {
      expect(Object.keys(organization).sort()).toEqual([
        'clock',
        'id',
        'name',
        'role',
        'slug',
        'suspended',
        'timeZone',
        'username',
      ]);
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

describe('A page of another site', () => {
  const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const itemOf = async () => (await givenWorkItem(world.member, world.project())).key as string;

  it.each(OPERATIONS.filter(({ method }) => method === 'GET'))(
    'cannot ask for $id, and does not learn from the refusal what exists',
    async (operation) => {
      const browser = await signedIn(world, 'member');
      const existing: Readonly<Record<string, string>> = {
        organizationSlug: world.slug,
        projectKey: 'WEB',
        workItemKey: await itemOf(),
        publicId: world.user('member').publicId,
      };
      const filled = (names: Readonly<Record<string, string>>) =>
        templateOf(operation).replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? 'nothing');
      const answers = [];
      for (const one of [browser, new Browser(world.baseUrl)]) {
        for (const target of [filled(existing), filled({})]) answers.push(await one.with(foreign).get(target));
      }
      const isOffered = operation.id !== 'getMe' && operation.id !== 'getOpenApi';
      expectRefusal(answers[0]!, isOffered ? 'FORBIDDEN' : 'NOT_FOUND');
      for (const answer of answers) {
        expectIndistinguishable(answer, answers[0]!);
        expect(answer.headers['content-disposition']).toBeUndefined();
      }
    },
  );

  it('cannot ask for the session, nor for an export or a board of a Project, whether it exists or not', async () => {
    const browser = (await signedIn(world, 'member')).with(foreign);
    const project = world.project().replace('/v1/', '/');
    const targets = ['/api/session', '/api/me/sessions', '/api/me/tokens'];
    for (const place of [project, project.replace(/WEB$/, 'NONE')]) {
      targets.push(`${place}/reports/velocity.csv`, `${place}/reports/velocity.png`, `${place}/cards`);
    }
    const first = await browser.get(targets[0]!);
    expectRefusal(first, 'FORBIDDEN');
    for (const target of targets) expectIndistinguishable(await browser.get(target), first);
  });

  it('asks for the public API and the page as before', async () => {
    expect((await world.member.get(world.project(), foreign)).status).toBe(200);
    const page = await fetch(`${world.baseUrl}/o/${world.slug}`, { headers: foreign });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });
});
