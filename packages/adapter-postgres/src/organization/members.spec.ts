import type { UserReference } from '@worktrack/application';
import type { OrganizationId, UserId } from '@worktrack/domain';
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
