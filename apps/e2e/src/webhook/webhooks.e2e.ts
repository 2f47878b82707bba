import { freshKey, type Caller } from '../kit/client.js';
import { suspend, untilKnownEverywhere } from '../kit/changed-access.js';
import { query } from '../kit/database.js';
import { expectIndistinguishable, expectRefusal, expectReplay } from '../kit/refusals.js';
import { INSTANT, UUID } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('webhooks');
const { owner, admin } = world;
const ofWeb = world.caller('owner of WEB only');
const WEBHOOKS = `/api/x/organizations/${world.slug}/webhooks`;
const pathOf = ({ id }: { id: string }): string => `${WEBHOOKS}/${id}`;
const URL = 'https://hooks.example.org/worktrack';

/** Creates a webhook that sends nothing: it is paused before there are events. */
const created = async (client: Caller = owner, members: object = {}): Promise<any> => {
  const answer = await client.post(WEBHOOKS, { name: 'Chat', url: URL, ...members });
  if (answer.status !== 201) throw new Error(`No webhook was created: ${answer.status} ${answer.text}`);
  await client.post(`${pathOf(answer.body)}/pause`, {});
  return answer.body;
};
const deleted = (webhook: { id: string }) => owner.delete(pathOf(webhook), { ifMatch: '*' });

describe('createWebhook', () => {
  it('responds with all members, the tag, and a secret that no other response shows', async () => {
    const answer = await admin.post(WEBHOOKS, { name: '  Chat ', url: URL });
    const { publicId, name } = world.user('admin');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID),
      name: 'Chat',
      url: URL,
      types: null,
      projects: null,
      state: 'active',
      pausedReason: null,
      cursor: expect.any(String),
      lag: { events: 0, seconds: 0 },
      failingSince: null,
      nextAttemptAt: null,
      previousSecretValidUntil: null,
      owner: { publicId, name },
      revision: 1,
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: answer.body.createdAt,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect(answer.headers.etag).toBe('"webhook-1"');
    const read = await owner.get(pathOf(answer.body));
    const { secret, ...shown } = answer.body;
    expect([read.status, read.headers.etag]).toEqual([200, '"webhook-1"']);
    expect(read.body).toEqual({ ...shown, cursor: expect.any(String) });
    const [stored] = await query(world.databaseUrl, 'select * from webhooks where id = $1', [answer.body.id]);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(Buffer.from(stored.secret).toString('latin1')).not.toContain(secret.slice(6));
    await deleted(answer.body);
  });

  it('creates nothing more when it is repeated with its key, however the feed has grown', async () => {
    const key = freshKey();
    const body = { name: 'Once', url: URL, types: ['project.created'], projects: ['WEB'] };
    const first = await owner.post(WEBHOOKS, body, { key });
    await owner.post(`${world.project()}/work-items`, { title: 'Door' });
    expectReplay(await owner.post(WEBHOOKS, body, { key }), first);
    const { items } = (await owner.get(WEBHOOKS)).body;
    expect(items.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1);
    expect(items.map((one: object) => Object.keys(one)).flat()).not.toContain('secret');
    await deleted(first.body);
  });

  it.each<[string, object]>([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['url', { url: 'ftp://hooks.example.org/' }],
    ['url', { url: 'https://127.0.0.1/' }],
    ['url', { url: 'https://user:word@hooks.example.org/' }],
    ['url', { url: `https://hooks.example.org/${'x'.repeat(2_000)}` }],
    ['types', { types: ['work_item.eaten'] }],
    ['types', { types: [] }],
    ['projects', { projects: [] }],
    ['projects', { projects: ['NOPE'] }],
  ])('refuses %s: %j', async (member, members) => {
    expectRefusal(await owner.post(WEBHOOKS, { name: 'Chat', url: URL, ...members }), 'VALIDATION_ERROR', member);
  });

  it('refuses a cursor of another feed', async () => {
    const events = `/api/x/organizations/${world.slug}-foreign/events`;
    const { body: foreign } = await world.stranger.get(events);
    expectRefusal(await owner.post(WEBHOOKS, { name: 'Chat', url: URL, from: foreign.cursor }), 'INVALID_CURSOR');
  });

  it('refuses the twenty-first of an Organization', async () => {
    const { items } = (await owner.get(WEBHOOKS)).body;
    const made: any[] = [];
    const count: number = items.length;
    while (count + made.length < 20) made.push(await created(owner, { name: `Number ${made.length}` }));
    expectRefusal(await owner.post(WEBHOOKS, { name: 'One more', url: URL }), 'WEBHOOK_LIMIT_REACHED');
    for (const one of made) await deleted(one);
    await deleted(await created());
  });
});

describe('A webhook', () => {
  it('is changed under its tag, and keeps what is not named', async () => {
    const webhook = await created();
    const path = pathOf(webhook);
    expectRefusal(await owner.patch(path, { name: 'Other' }, { ifMatch: '"webhook-9"' }), 'REVISION_CONFLICT');
    expectRefusal(await owner.patch(path, { url: 'http:/' }, { ifMatch: '*' }), 'VALIDATION_ERROR', 'url');
    const changed = await owner.patch(
      path,
      { types: ['comment.created'], projects: ['WEB'] },
      { ifMatch: '"webhook-2"' },
    );
    expect(changed).toMatchObject({ status: 200, headers: { etag: '"webhook-3"' } });
    expect(changed.body).toMatchObject({
      name: 'Chat',
      url: URL,
      types: ['comment.created'],
      projects: [{ key: 'WEB' }],
    });
    const all = await owner.patch(path, { types: null, projects: null }, { ifMatch: '*' });
    expect(all.body).toMatchObject({ types: null, projects: null, revision: 4 });
    expectRefusal(await owner.delete(path, { ifMatch: '"webhook-3"' }), 'REVISION_CONFLICT');
    expect((await deleted(webhook)).status).toBe(204);
    expectRefusal(await owner.get(path), 'NOT_FOUND');
  });

  it('is paused and resumed, and repeats change nothing', async () => {
    const webhook = await created();
    const paused = await owner.post(`${pathOf(webhook)}/pause`, {});
    expect(paused.body).toMatchObject({ state: 'paused', pausedReason: 'user', revision: 2 });
    const resumed = await owner.post(`${pathOf(webhook)}/resume`, {});
    expect(resumed.body).toMatchObject({ state: 'active', pausedReason: null, revision: 3 });
    expect((await owner.post(`${pathOf(webhook)}/resume`, {})).body.revision).toBe(3);
    await deleted(webhook);
  });

  it('of other Projects than those of a token is not there for it, and cannot be widened by it', async () => {
    const [whole, ham, web] = [
      await created(),
      await created(owner, { projects: ['HAM'] }),
      await created(ofWeb, { name: 'Of WEB' }),
    ];
    // What the token saw is the limit of the webhook, for everybody.
    expect(web.projects.map(({ key }: { key: string }) => key)).toEqual(['WEB']);
    expectRefusal(
      await owner.patch(pathOf(web), { projects: ['HAM'] }, { ifMatch: '*' }),
      'VALIDATION_ERROR',
      'projects',
    );
    const { items } = (await ofWeb.get(WEBHOOKS)).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([web.id]);
    const unknown = `${WEBHOOKS}/00000000-0000-4000-8000-000000000000`;
    for (const one of [whole, ham]) {
      expectIndistinguishable(await ofWeb.get(pathOf(one)), await ofWeb.get(unknown));
      expectIndistinguishable(await ofWeb.get(`${pathOf(one)}/deliveries`), await ofWeb.get(`${unknown}/deliveries`));
      expectRefusal(await ofWeb.post(`${pathOf(one)}/pause`, {}), 'NOT_FOUND');
      expectRefusal(await ofWeb.post(`${pathOf(one)}/secret`, {}), 'NOT_FOUND');
      expectRefusal(await ofWeb.delete(pathOf(one), { ifMatch: '*' }), 'NOT_FOUND');
    }
    expectRefusal(
      await ofWeb.post(WEBHOOKS, { name: 'x', url: URL, projects: ['HAM'] }),
      'VALIDATION_ERROR',
      'projects',
    );
    for (const one of [whole, ham, web]) await deleted(one);
  });

  it('gets a new secret, with the end of the one before', async () => {
    const webhook = await created();
    const before = Date.now();
    const { status, body } = await owner.post(`${pathOf(webhook)}/secret`, { overlapHours: 2 });
    expect([status, body]).toEqual([
      200,
      { secret: expect.stringMatching(/^whsec_/), previousValidUntil: expect.stringMatching(INSTANT) },
    ]);
    expect(body.secret).not.toBe(webhook.secret);
    expect(Date.parse(body.previousValidUntil) - before).toBeGreaterThan(7_100_000);
    expect((await owner.get(pathOf(webhook))).body.previousSecretValidUntil).toBe(body.previousValidUntil);
    expect((await owner.post(`${pathOf(webhook)}/secret`, { overlapHours: 0 })).body.previousValidUntil).toBeNull();
    expectRefusal(
      await owner.post(`${pathOf(webhook)}/secret`, { overlapHours: 169 }),
      'VALIDATION_ERROR',
      'overlapHours',
    );
    await deleted(webhook);
  });

  it('is set to a cursor or to an instant, not to both', async () => {
    const webhook = await created();
    await owner.post(`${world.project()}/work-items`, { title: 'Gate' });
    const replay = (body: object) => owner.post(`${pathOf(webhook)}/replay`, body);
    expect((await replay({ after: 'earliest' })).body.state).toBe('paused');
    expect((await replay({ since: '2020-01-01T00:00:00Z' })).status).toBe(200);
    for (const body of [{}, { after: 'earliest', since: '2020-01-01T00:00:00Z' }]) {
      expect((await replay(body)).body.error.code).toBe('VALIDATION_ERROR');
    }
    expectRefusal(await replay({ after: 'nonsense' }), 'INVALID_CURSOR');
    await deleted(webhook);
  });

  it('is nobody else’s: members and suspended Organizations are refused', async () => {
    expectRefusal(await world.member.get(WEBHOOKS), 'FORBIDDEN');
    expectRefusal(await world.stranger.get(WEBHOOKS), 'NOT_FOUND');
    const there = WEBHOOKS.replace(world.slug, `${world.slug}-asleep`);
    expect((await world.caller('admin there').get(there)).status).toBe(200);
    await suspend(`${world.slug}-asleep`, world);
    await untilKnownEverywhere();
    expectRefusal(await world.caller('admin there').get(there), 'ORGANIZATION_SUSPENDED');
  });
});
