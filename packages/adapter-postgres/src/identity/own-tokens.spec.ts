import {
  createOwnToken,
  revokeOwnToken,
  rotateToken,
  type AdministrationTransaction,
  type CreateOwnToken,
  type Principal,
} from '@worktrack/application';
import type { AccessTokenId, DisplayName, OrganizationId, Slug, UserId } from '@worktrack/domain';
import { Client } from 'pg';
import { Explaining } from '../../test/plan.js';
import { codesOf, inTurn, type Attempt } from '../../test/races.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { PostgresOwnTokenViews } from './own-token.views.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

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
