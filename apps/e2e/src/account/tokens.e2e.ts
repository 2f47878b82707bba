import { Caller } from '../kit/client.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { Browser, signedIn } from '../kit/session.js';
import { ALL_SCOPES, INSTANT, UUID } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('own-tokens');
const facts = new Facts(world.databaseUrl);
const TOKENS = '/api/me/tokens';
const DAY = 86_400_000;

const wish = (changes: object = {}) => ({
  name: 'laptop',
  scopes: ['work_item:read', 'project:read'],
  organizations: [{ slug: world.slug }],
  expiresInDays: 30,
  ...changes,
});

const callerOf = (token: string): Caller => new Caller(world.baseUrl, token);

describe('POST /api/me/tokens', () => {
  it('creates a token that works at once, and shows its text this one time', async () => {
    const member = await signedIn(world, 'member');
    const { status, body, headers } = await member.post(TOKENS, wish());
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      name: 'laptop',
      scopes: ['project:read', 'work_item:read'],
      organizations: [
        { id: expect.stringMatching(UUID), slug: world.slug, name: `Home of ${world.slug}`, projects: null },
      ],
      createdAt: expect.stringMatching(INSTANT),
      expiresAt: expect.stringMatching(INSTANT),
      expired: false,
      token: expect.stringMatching(/^wtp_[0-9A-Za-z]{42}$/),
    });
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(30 * DAY);
    const { body: me } = await callerOf(body.token).get('/api/v1/me');
    expect(me).toMatchObject({ id: world.user('member').id, authentication: { credentialId: body.id } });
    const { text } = await member.get(TOKENS);
    expect(text).toContain(body.id);
    expect(text).not.toContain(body.token);
  });

  it('limits the token to its scopes and to the named Projects', async () => {
    const member = await signedIn(world, 'member');
    const organizations = [{ slug: world.slug, projects: ['web'] }];
    const { body } = await member.post(TOKENS, wish({ scopes: ['project:read'], organizations }));
    expect(body.organizations).toMatchObject([{ slug: world.slug, projects: ['WEB'] }]);
    const caller = callerOf(body.token);
    expect((await caller.get(world.project('WEB'))).status).toBe(200);
    expectRefusal(await caller.get(world.project('HAM')), 'NOT_FOUND');
    expectRefusal(await caller.get(`${world.project('WEB')}/work-items`), 'INSUFFICIENT_SCOPE');
  });

  it('covers several Organizations of the caller, each as it was asked for', async () => {
    const traveller = await signedIn(world, 'traveller');
    const foreign = `${world.slug}-foreign`;
    const organizations = [{ slug: world.slug }, { slug: foreign, projects: ['FOR', 'WEB'] }];
    const { body } = await traveller.post(TOKENS, wish({ organizations }));
    expect(body.organizations.map(({ slug, projects }: any) => [slug, projects])).toEqual([
      [foreign, ['FOR', 'WEB']],
      [world.slug, null],
    ]);
    expect((await callerOf(body.token).get(world.project('FOR', 'foreign'))).status).toBe(200);
  });

  it('lets it expire after 90 days unless told otherwise, and never later than 366 days', async () => {
    const member = await signedIn(world, 'member');
    const lives = ({ body }: any) => (Date.parse(body.expiresAt) - Date.parse(body.createdAt)) / DAY;
    expect(lives(await member.post(TOKENS, wish({ expiresInDays: undefined })))).toBe(90);
    expect(lives(await member.post(TOKENS, wish({ expiresInDays: 366 })))).toBe(366);
    expectRefusal(await member.post(TOKENS, wish({ expiresInDays: 367 })), 'VALIDATION_ERROR', 'expiresInDays');
    expectRefusal(await member.post(TOKENS, wish({ expiresInDays: 0 })), 'VALIDATION_ERROR', 'expiresInDays');
  });

  it('grants nothing in Organizations of others, nor in Projects that do not exist, and names each', async () => {
    const owner = await signedIn(world, 'owner');
    const organizations = [
      { slug: world.slug, projects: ['WEB', 'NONE', 'FOR'] },
      { slug: `${world.slug}-foreign` },
      { slug: 'nowhere-at-all', projects: ['WEB'] },
    ];
    const refused = await owner.post(TOKENS, wish({ organizations }));
    expectRefusal(
      refused,
      'VALIDATION_ERROR',
      'organizations.0.projects.1',
      'organizations.0.projects.2',
      'organizations.1.slug',
      'organizations.2.slug',
    );
    const only = (slug: string) => owner.post(TOKENS, wish({ organizations: [{ slug }] }));
    expectIndistinguishable(await only(`${world.slug}-foreign`), await only('nowhere-at-all'));
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
    ['a name with a line break', { name: 'x\nFORGED  row' }, 'name'],
    ['a name that turns the writing direction', { name: 'x\u202ey' }, 'name'],
    ['no scopes', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['project:read', 'everything'] }, 'scopes'],
    ['no Organization', { organizations: [] }, 'organizations'],
    ['an Organization named twice', { organizations: [{ slug: 'a' }, { slug: 'a' }] }, 'organizations.1.slug'],
    ['no list of Projects', { organizations: [{ slug: 'a', projects: 'WEB' }] }, 'organizations.0.projects'],
    ['an unknown member', { token: 'wtp_mine' }, 'token'],
  ])('refuses %s', async (_, changes, member) => {
    const owner = await signedIn(world, 'owner');
    expectRefusal(await owner.post(TOKENS, wish(changes)), 'VALIDATION_ERROR', member);
  });

  it('stops at 200 valid tokens with a refusal that says so', async () => {
    const colleague = await signedIn(world, 'colleague');
    await facts.tokens(world.user('colleague').id, 199);
    expect((await colleague.post(TOKENS, wish({ name: 'the last one' }))).status).toBe(201);
    const refused = await colleague.post(TOKENS, wish());
    expectRefusal(refused, 'CONFLICT');
    expect(refused.body.error.message).toContain('200');
    const { items } = (await colleague.get(TOKENS)).body;
    expect(items).toHaveLength(200);
    expect((await colleague.delete(`${TOKENS}/${items[0].id}`)).status).toBe(204);
    expect((await colleague.post(TOKENS, wish())).status).toBe(201);
  });

  it('keeps the text in no table: neither as a reply of a key nor in the audit trail', async () => {
    const admin = await signedIn(world, 'admin');
    const key = 'a-key-for-a-token';
    const [first, second] = [await admin.post(TOKENS, wish(), { key }), await admin.post(TOKENS, wish(), { key })];
    expect(first.body.token).not.toBe(second.body.token);
    expect(await facts.keptReplies(key)).toBe(0);
    expect(await facts.mentions(first.body.token)).toEqual([]);
    expect(await facts.mentions(first.body.id)).toHaveLength(2);
    expect(await facts.audit(first.headers['x-request-id'])).toEqual([
      {
        operation: 'createOwnToken',
        organization: null,
        actor: world.user('admin').id,
        token: expect.stringMatching(UUID),
        touched: [{ kind: 'token', id: first.body.id }],
      },
    ]);
  });
});

describe('GET /api/me/tokens', () => {
  it('lists the tokens of the caller, newest first, those of tasks too, and none of others', async () => {
    const stranger = await signedIn(world, 'stranger');
    const { body } = await stranger.post(TOKENS, wish({ organizations: [{ slug: `${world.slug}-foreign` }] }));
    const { items } = (await stranger.get(TOKENS)).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([body.id, world.token('stranger').credentialId]);
    expect(items[1].scopes).toEqual([...ALL_SCOPES]);
    expectRefusal(await stranger.get(`${TOKENS}?limit=1`), 'VALIDATION_ERROR', 'limit');
  });
});

describe('DELETE /api/me/tokens/{tokenId}', () => {
  it('ends a token within a second, once', async () => {
    const member = await signedIn(world, 'member');
    const { body } = await member.post(TOKENS, wish());
    const caller = callerOf(body.token);
    expect((await caller.get('/api/v1/me')).status).toBe(200);
    const gone = await member.delete(`${TOKENS}/${body.id}`);
    expect({ status: gone.status, text: gone.text }).toEqual({ status: 204, text: '' });
    await eventually(
      'the end of the token',
      async () => (await caller.get('/api/v1/me')).status === 401 || undefined,
      1.2,
    );
    expectRefusal(await member.delete(`${TOKENS}/${body.id}`), 'NOT_FOUND');
    expect((await member.get(TOKENS)).text).not.toContain(body.id);
    expect(await facts.audit(gone.headers['x-request-id'])).toMatchObject([
      { operation: 'revokeOwnToken', organization: null, touched: [{ kind: 'token', id: body.id }] },
    ]);
  });

  it('is 404 for a token of somebody else, one that does not exist, and a text that is no id', async () => {
    const member = await signedIn(world, 'member');
    const theirs = await member.delete(`${TOKENS}/${world.token('owner').credentialId}`);
    expectRefusal(theirs, 'NOT_FOUND');
    expectIndistinguishable(theirs, await member.delete(`${TOKENS}/00000000-0000-4000-8000-000000000000`));
    expectRefusal(await member.delete(`${TOKENS}/laptop`), 'NOT_FOUND');
    expect((await world.owner.get('/api/v1/me')).status).toBe(200);
  });
});

describe('The tokens of an account', () => {
  it('belong to sessions: no token reads, creates or ends one', async () => {
    const browser = new Browser(world.baseUrl);
    for (const headers of [{}, { authorization: `Bearer ${world.owner.token}` }]) {
      expectRefusal(await browser.get(TOKENS, headers), 'AUTH_REQUIRED');
      expectRefusal(await browser.post(TOKENS, wish(), { headers }), 'AUTH_REQUIRED');
      expectRefusal(
        await browser.delete(`${TOKENS}/${world.token('owner').credentialId}`, { headers }),
        'AUTH_REQUIRED',
      );
    }
    expect((await world.owner.get('/api/v1/me')).status).toBe(200);
  });
});
