import { changeOwnUsername, type OrganizationScope } from '@worktrack/application';
import { Username, type OrganizationId, type UserId } from '@worktrack/domain';
import { Client } from 'pg';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

describe('The username of a member', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Ports;
  let acme: OrganizationId;
  let ada: UserId;
  let bob: UserId;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
  });

  beforeEach(async () => {
    acme = await world.organization();
    [ada, bob] = [await world.user(), await world.user()];
    await world.member(acme, ada, 'owner');
    await world.member(acme, bob);
  });

  afterAll(() => database.drop());

  const change = (user: UserId, username: string | null, organization = acme) => {
    const scope: OrganizationScope = world.scope(organization, user);
    const parsed = username === null ? null : Username.parse(username);
    if (parsed === undefined) throw new Error(`${username} is not a username.`);
    return ports.unitOfWork.run((tx) => changeOwnUsername(tx, scope, { username: parsed }));
  };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    );
  const stored = async (user: UserId, organization = acme) =>
    (
      await database.sql<{ username: string | null; role: string }>(
        'select username, role from memberships where organization_id = $1 and user_id = $2',
        [organization, user],
      )
    )[0];

  it('is set, changed and cleared, and the role stays', async () => {
    expect(await change(ada, 'Ada.L')).toMatchObject({ username: 'ada.l', role: 'owner' });
    expect(await stored(ada)).toEqual({ username: 'ada.l', role: 'owner' });
    await change(ada, 'countess');
    expect(await stored(ada)).toEqual({ username: 'countess', role: 'owner' });
    expect(await change(ada, null)).toMatchObject({ username: null });
    expect(await stored(ada)).toEqual({ username: null, role: 'owner' });
  });

  it('may be what it is already, in either case', async () => {
    await change(ada, 'ada');
    expect(await codeOf(change(ada, 'ADA'))).toBe('done');
    await change(bob, null);
    expect(await codeOf(change(bob, null))).toBe('done');
    expect(await stored(ada)).toMatchObject({ username: 'ada' });
  });

  it('is refused while another member has it, and free again after that', async () => {
    await change(ada, 'boss');
    expect(await codeOf(change(bob, 'BOSS'))).toBe('USERNAME_TAKEN');
    expect(await stored(bob)).toMatchObject({ username: null });
    await change(ada, null);
    expect(await codeOf(change(bob, 'boss'))).toBe('done');
  });

  it('may be the same in another Organization, and differ there', async () => {
    const beta = await world.organization();
    await world.member(beta, bob);
    await change(ada, 'ada');
    expect(await codeOf(change(bob, 'ada', beta))).toBe('done');
    await change(bob, 'bob');
    expect(await stored(bob)).toMatchObject({ username: 'bob' });
    expect(await stored(bob, beta)).toMatchObject({ username: 'ada' });
  });

  it('goes to exactly one of those who take it at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const name = `prize-${round}`;
      const codes = await Promise.all([ada, bob].map((user) => codeOf(change(user, name))));
      expect(codes.sort()).toEqual(['USERNAME_TAKEN', 'done']);
    }
  });

  it('is refused by the constraint to one who looked before the other had committed', async () => {
    const rival = new Client({ connectionString: database.url });
    await rival.connect();
    await rival.query('begin');
    await rival.query(`update memberships set username = 'ada' where organization_id = $1 and user_id = $2`, [
      acme,
      bob,
    ]);
    const code = codeOf(change(ada, 'ada'));
    await database.untilSomebodyWaits();
    await rival.query('commit');
    await rival.end();
    expect(await code).toBe('USERNAME_TAKEN');
  });

  it('is not found where the membership has ended', async () => {
    await database.sql('delete from memberships where user_id = $1', [bob]);
    expect(await codeOf(change(bob, 'bob'))).toBe('NOT_FOUND');
  });
});
