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
});
