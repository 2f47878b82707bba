import {
  createOwnToken,
  revokeOwnToken,
  rotateToken,
  type AdministrationTransaction,
  type CreateOwnToken,
  type Principal,
} from '@worktrack/application';
import type { AccessTokenId, DisplayName, OrganizationId, ProjectKey, Slug, UserId } from '@worktrack/domain';
import { Client } from 'pg';
import { Explaining } from '../../test/plan.js';
import { codesOf, inTurn, type Attempt } from '../../test/races.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { PostgresOwnTokenViews } from './own-token.views.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

const NO_TOKEN = '00000000-0000-4000-8000-000000000000' as AccessTokenId;

describe('The tokens of an account, for its holder', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Ports;
  let acme: OrganizationId;
  let ada: UserId;
  /** Ada with a credential of hers, which is listed too. */
  let caller: Principal;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
    acme = await world.organization({ slug: 'acme', name: 'Acme' });
  });

  beforeEach(async () => {
    ada = await world.user();
    await world.member(acme, ada);
    const accepted = await ports.authenticator.authenticate(
      await world.token(ada, [{ organization: acme }], { expiresIn: '1 hour' }),
    );
    if (!accepted) throw new Error('The credential of Ada is not accepted.');
    caller = accepted;
  });

  afterAll(() => database.drop());

  const wanted = (change: Partial<CreateOwnToken> = {}): CreateOwnToken => ({
    name: 'laptop' as DisplayName,
    scopes: ['work_item:read', 'project:read', 'project:read'],
    organizations: [{ slug: 'acme' as Slug }],
    expiresInDays: 30,
    ...change,
  });

  const create = (change: Partial<CreateOwnToken> = {}) =>
    ports.unitOfWork.run((tx) => createOwnToken(tx, caller, wanted(change)));
  const revoke = (id: AccessTokenId, user = ada) => ports.unitOfWork.run((tx) => revokeOwnToken(tx, user, id));
  /** Lists the tokens of Ada, without the credential that she acts with. */
  const listed = async () => (await ports.ownTokenViews.list(ada)).filter(({ id }) => id !== caller.token.id);
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('are shown with all facts but their text', async () => {
    const { token, ...shown } = await create();
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      name: 'laptop',
      scopes: ['project:read', 'work_item:read'],
      organizations: [{ id: acme, slug: 'acme', name: 'Acme', projects: null }],
      createdAt: expect.stringMatching(/Z$/) as string,
      expiresAt: expect.stringMatching(/Z$/) as string,
      expired: false,
    });
    expect(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)).toBe(30 * 86_400_000);
    expect(await listed()).toEqual([shown]);
    expect(JSON.stringify(await database.sql('select row_to_json(access_tokens) from access_tokens'))).not.toContain(
      token,
    );
  });

  it('authenticate at once, in the granted Organization', async () => {
    const { token, id } = await create();
    expect(await ports.authenticator.authenticate(token)).toMatchObject({
      user: { id: ada },
      token: { id, name: 'laptop', scopes: ['project:read', 'work_item:read'] },
      organizations: [{ id: acme, grant: { kind: 'organization' } }],
    });
  });

  it('cover only the named Projects, archived ones too, each once', async () => {
    const beta = await world.organization({ slug: `beta-${ada.slice(0, 8)}` });
    await world.member(beta, ada);
    await database.sql('insert into token_grants (organization_id, token_id, whole) values ($1, $2, true)', [
      beta,
      caller.token.id,
    ]);
    const [{ slug }] = (await database.sql<{ slug: Slug }>('select slug from organizations where id = $1', [beta])) as [
      { slug: Slug },
    ];
    const [web, old, ofAcme] = [
      await world.project(beta, ada, 'WEB'),
      await world.project(beta, ada, 'OLD'),
      await world.project(acme, ada),
    ];
    await database.sql('update projects set archived_at = now() where id = $1', [old.projectId]);
    const { token } = await create({
      organizations: [
        { slug, projects: ['WEB', 'OLD', 'WEB'] as ProjectKey[] },
        { slug: 'acme' as Slug, projects: [ofAcme.projectKey] },
      ],
    });
    const principal = await ports.authenticator.authenticate(token);
    expect(principal?.organizations.find(({ id }) => id === beta)?.grant).toEqual({
      kind: 'projects',
      ids: new Set([web.projectId, old.projectId]),
    });
    const [shown] = await listed();
    expect(shown?.organizations.find(({ id }) => id === beta)?.projects).toEqual(['OLD', 'WEB']);
    expect(shown?.organizations.find(({ id }) => id === acme)?.projects).toEqual([ofAcme.projectKey]);
  });

  it('reach neither Organizations of others nor Projects that do not exist: each is named by its path', async () => {
    await world.organization({ slug: `theirs-${ada.slice(0, 8)}` });
    const elsewhere = await world.organization();
    const { projectKey } = await world.project(elsewhere, ada);
    const refusal = await refusalOf(
      create({
        organizations: [
          { slug: 'acme' as Slug, projects: [projectKey, 'NONE' as ProjectKey] },
          { slug: `theirs-${ada.slice(0, 8)}` as Slug },
          { slug: 'nowhere' as Slug, projects: ['A' as ProjectKey] },
        ],
      }),
    );
    expect(refusal).toMatchObject({
      code: 'VALIDATION_ERROR',
      more: {
        fieldErrors: {
          'organizations.0.projects.0': ['must be the key of a Project of this Organization'],
          'organizations.0.projects.1': ['must be the key of a Project of this Organization'],
          'organizations.1.slug': ['must be the slug of an Organization of yours'],
          'organizations.2.slug': ['must be the slug of an Organization of yours'],
        },
      },
    });
    expect(await listed()).toEqual([]);
  });

  it('end when they are revoked, once', async () => {
    const { token, id } = await create();
    await revoke(id);
    expect(await ports.authenticator.authenticate(token)).toBeUndefined();
    expect(await listed()).toEqual([]);
    expect(await refusalOf(revoke(id))).toMatchObject({ code: 'NOT_FOUND' });
    const [{ count }] = (await database.sql<{ count: string }>(
      'select count(*) from access_tokens where id = $1 and revoked_at is not null',
      [id],
    )) as [{ count: string }];
    expect(count).toBe('1');
  });

  it('are neither shown to others nor revoked by them', async () => {
    const { token, id } = await create();
    const eve = await world.user();
    await world.member(acme, eve);
    expect(await ports.ownTokenViews.list(eve)).toEqual([]);
    expect(await refusalOf(revoke(id, eve))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(revoke(NO_TOKEN))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await ports.authenticator.authenticate(token)).toBeDefined();
  });

  it('are listed newest first, with the expired ones, which can be revoked too', async () => {
    const first = await create({ name: 'first' as DisplayName });
    const second = await create({ name: 'second' as DisplayName });
    const third = await create({ name: 'third' as DisplayName });
    await database.sql(`update access_tokens set expires_at = now() - interval '1 hour' where id = $1`, [second.id]);
    const shown = await listed();
    expect(shown.map(({ name, expired }) => [name, expired])).toEqual([
      ['third', false],
      ['second', true],
      ['first', false],
    ]);
    await revoke(second.id);
    expect((await listed()).map(({ id }) => id)).toEqual([third.id, first.id]);
  });

  /** Opens a connection whose transaction holds the lock of Ada's account. */
  async function holdingAccount(): Promise<Client> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('begin');
    await client.query('select from users where id = $1 for no key update', [ada]);
    return client;
  }

  const insertTokens = (count: number, { expiresIn = '1 day', revoked = false, user = ada } = {}) =>
    database.sql(
      `insert into access_tokens (id, user_id, name, token_hash, scopes, created_at, expires_at, revoked_at)
       select gen_random_uuid(), $1, 'n' || n, sha256(gen_random_uuid()::text::bytea), '{project:read}',
         now() - n * interval '1 second', now() + $3::interval + n * interval '1 second', case when $4 then now() end
       from generate_series(1, $2) n`,
      [user, count, expiresIn, revoked],
    );

  it('are at most 200 at a time, of which two requests at once do not make 201', async () => {
    await insertTokens(198);
    await insertTokens(5, { expiresIn: '-1 day' });
    await insertTokens(5, { revoked: true });
    // All three have begun before any of them may count.
    const holder = await holdingAccount();
    const creations = [1, 2, 3].map(() => refusalOf(create()));
    await database.untilSomebodyWaits();
    await holder.query('commit');
    await holder.end();
    const outcomes = await Promise.all(creations);
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
    for (const refused of outcomes.filter(Boolean)) {
      expect(refused).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('200') as string });
    }
    const [token] = await listed();
    await revoke(token!.id);
    expect(await refusalOf(create())).toBeUndefined();
  });

  it('are counted with the one that an earlier request is about to create', async () => {
    await insertTokens(198);
    const another: Attempt<unknown> = (tx) => createOwnToken(tx, caller, wanted());
    expect(codesOf(await inTurn(database, ports.unitOfWork, another, another))).toEqual(['done', 'CONFLICT']);
  });

  it('have one successor each, also where administration replaces one twice at once', async () => {
    const { id } = await create();
    const replace: Attempt<unknown, AdministrationTransaction> = (tx) => rotateToken(tx, { id, overlapHours: 0 });
    expect(codesOf(await inTurn(database, ports.administration, replace, replace))).toEqual(['done', 'CONFLICT']);
    expect((await listed()).filter(({ expired }) => !expired)).toHaveLength(1);
  });

  it('are listed without reading the many that were revoked or expired', async () => {
    await insertTokens(20_000, { revoked: true });
    await insertTokens(20_000, { expiresIn: '-30 days' });
    await insertTokens(300);
    await database.sql('vacuum analyze access_tokens');
    const reader = new Explaining((await database.open()).connections, database);
    expect(await new PostgresOwnTokenViews(reader).list(ada)).toHaveLength(250 + 50);
    for (const plan of await reader.plans()) {
      expect(plan.sequentialScans).not.toContain('access_tokens');
      expect(plan.indexes).toContain('valid_tokens_of_a_user');
      expect(plan.buffers).toBeLessThan(4_000);
    }
  });

  it('wait for a change of the account, and see a membership that it ended', async () => {
    const administrator = await holdingAccount();
    await administrator.query('delete from memberships where user_id = $1', [ada]);
    const created = refusalOf(create());
    await database.untilSomebodyWaits();
    await administrator.query('commit');
    expect(await created).toMatchObject({ code: 'VALIDATION_ERROR' });
    await administrator.end();
  });

  it('are not created by a credential that has ended since it was read', async () => {
    await database.sql('update access_tokens set revoked_at = now() where id = $1', [caller.token.id]);
    expect(await refusalOf(create())).toMatchObject({ code: 'AUTH_REQUIRED' });
    expect(await listed()).toEqual([]);
  });
});
