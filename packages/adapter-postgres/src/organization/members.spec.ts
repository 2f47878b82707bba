import type { UserReference } from '@worktrack/application';
import type { OrganizationId, PublicUserId, UserId } from '@worktrack/domain';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

describe('The members of an Organization', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Ports;
  let acme: OrganizationId;
  let ada: UserId;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
    acme = await world.organization();
    ada = await world.user();
    await world.member(acme, ada);
  });

  afterAll(() => database.drop());

  const find = (reference: UserReference, organization = acme) =>
    ports.unitOfWork.run((tx) => tx.members.find(organization, reference));

  const publicIdOf = async (id: UserId) => {
    const [user] = await database.sql<{ publicId: PublicUserId }>(
      'select public_id as "publicId" from users where id = $1',
      [id],
    );
    return user!.publicId;
  };

  it('are found by internal and by public id', async () => {
    expect(await find({ kind: 'id', id: ada })).toEqual({ id: ada, active: true });
    expect(await find({ kind: 'publicId', publicId: await publicIdOf(ada) })).toEqual({ id: ada, active: true });
  });

  it('are found when they are members no more, or of another Organization only, but not active', async () => {
    const bob = await world.user();
    await world.member(await world.organization(), bob);
    expect(await find({ kind: 'id', id: bob })).toEqual({ id: bob, active: false });
  });

  it('are not active once their account is removed', async () => {
    const eve = await world.user();
    await world.member(acme, eve);
    await database.sql('update users set removed_at = now(), email = null where id = $1', [eve]);
    expect(await find({ kind: 'id', id: eve })).toEqual({ id: eve, active: false });
  });

  it('are nobody when no account has this id', async () => {
    expect(await find({ kind: 'id', id: acme as string as UserId })).toBeUndefined();
    expect(await find({ kind: 'publicId', publicId: 'usr_AAAAAAAAAAAAAAAAAAAAAA' as PublicUserId })).toBeUndefined();
  });

  it('stay members until the transaction that found them ends', async () => {
    const order: string[] = [];
    let removed: Promise<unknown> | undefined;
    await ports.unitOfWork.run(async (tx) => {
      expect(await tx.members.find(acme, { kind: 'id', id: ada })).toMatchObject({ active: true });
      removed = database
        .sql('delete from memberships where organization_id = $1 and user_id = $2', [acme, ada])
        .then(() => order.push('removed'));
      await database.untilSomebodyWaits();
      order.push('done');
    });
    await removed;
    expect(order).toEqual(['done', 'removed']);
  });

  it('are not active when they were removed while somebody waited to find them', async () => {
    const zoe = await world.user();
    await world.member(acme, zoe);
    await ports.unitOfWork.run(async (tx) => {
      await tx.members.find(acme, { kind: 'id', id: zoe });
    });
    const { Client } = await import('pg');
    const remover = new Client({ connectionString: database.url });
    await remover.connect();
    await remover.query('begin');
    await remover.query('delete from memberships where user_id = $1', [zoe]);
    const found = find({ kind: 'id', id: zoe });
    await database.untilSomebodyWaits();
    await remover.query('commit');
    await remover.end();
    expect(await found).toEqual({ id: zoe, active: false });
  });
});
