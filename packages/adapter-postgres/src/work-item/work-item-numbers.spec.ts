import {
  bulkCreation,
  createWorkItem,
  runBulk,
  type IdempotencyKey,
  type OrganizationScope,
  type ProjectScope,
  type Transaction,
} from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { mutate, newKey } from '../../test/mutate.js';
import { randomNumbers, seed } from '../../test/random-numbers.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

/** A number is taken before its Work Item is stored, so that creations do not wait for each other. */
describe('The numbers of Work Items', () => {
  let database: TestDatabase;
  let scope: ProjectScope;
  let organization: OrganizationScope;
  /** Two processes of the service. */
  let processes: readonly [Ports, Ports];

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    const ada = await world.user();
    const acme = await world.organization();
    await world.member(acme, ada, 'owner');
    scope = await world.project(acme, ada, 'WEB');
    organization = { ...scope, role: 'owner', onlyProjects: undefined } as never;
    processes = [await database.ports(), await database.ports()];
  });

  afterAll(() => database.drop());

  const create = (ports: Ports, key?: IdempotencyKey) =>
    mutate(ports.unitOfWork, scope, (tx) => createWorkItem(tx, scope, CONTENT), key ? { key } : {});
  const last = async () => {
    const [row] = await database.sql<{ number: number }>('select last_number::integer as number from project_counters');
    return row!.number;
  };
  const stored = () =>
    database.sql<{ id: WorkItemId; number: number; created: Date; recorded: Date; revision: number }>(
      `select item.id, item.number::integer as number, item.created_at as created, event.at as recorded, event.revision
       from work_items item join work_item_history event on event.work_item_id = item.id and event.action = 'created'
       order by item.number`,
    );

  it('are taken by a creation that has not committed, and nobody waits for it', async () => {
    const [one, other] = processes;
    const before = await last();
    const undone = one.unitOfWork.run(async (tx) => {
      await createWorkItem(tx, scope, CONTENT);
      await create(other);
      throw new Error('It is rolled back.');
    });
    await expect(undone).rejects.toThrow('It is rolled back.');
    await create(one);
    // The number of the creation that was rolled back is never used.
    expect((await stored()).map(({ number }) => number).filter((number) => number > before)).toEqual([
      before + 2,
      before + 3,
    ]);
  });

  it('stay the number of the first answer when the request is repeated', async () => {
    const key = newKey();
    const [one, other] = processes;
    await create(one, key);
    const [items, before] = [await stored(), await last()];
    for (const ports of [one, other, one]) await create(ports, key);
    expect(await stored()).toEqual(items);
    expect(await last()).toBe(before);
  });

  it('are taken by the transaction itself where a task may have created the Project', async () => {
    const [{ administration }] = processes;
    const before = await last();
    const undone = administration.run(async (tx) => {
      expect(await tx.workItems.nextNumber(scope)).toBe(before + 1);
      throw new Error('It is rolled back.');
    });
    await expect(undone).rejects.toThrow('It is rolled back.');
    expect(await last()).toBe(before);
  });

  it(`belong to one Work Item each and rise with the instants of creation, whatever happens at once (SEED=${seed})`, async () => {
    const random = randomNumbers(seed);
    const acts: ((ports: Ports) => Promise<number>)[] = [
      (ports) => create(ports).then(() => 1),
      (ports) =>
        ports.unitOfWork
          .run(async (tx) => {
            await createWorkItem(tx, scope, CONTENT);
            throw new Error('It is rolled back.');
          })
          .catch(() => 0),
      (ports) =>
        ports.unitOfWork
          .run((tx) =>
            runBulk(
              tx,
              organization,
              [1, 2, 3].map(() => bulkCreation(scope.projectKey, CONTENT)),
            ),
          )
          .then((outcomes) => outcomes.length),
      async (ports) => {
        const key = newKey();
        const twice = await Promise.allSettled([create(ports, key), create(processes[0], key)]);
        // The second is a replay, or is refused while the first is running.
        expect(twice.some(({ status }) => status === 'fulfilled')).toBe(true);
        return 1;
      },
    ];
    const before = (await stored()).length;
    let created = 0;
    const worker = async (ports: Ports) => {
      for (let step = 0; step < 12; step += 1) {
        const made = await acts[Math.floor(random() * acts.length)]!(ports);
        created += made;
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => worker(processes[index % 2]!)));

    const items = await stored();
    expect(items).toHaveLength(before + created);
    expect(new Set(items.map(({ number }) => number)).size).toBe(items.length);
    expect(items.at(-1)!.number).toBeLessThanOrEqual(await last());
    // A higher number is not older, and history has the creation at that instant, as the first revision.
    const instants = items.map(({ created: at }) => at.getTime());
    expect(instants).toEqual([...instants].sort((a, b) => a - b));
    for (const { created: at, recorded, revision } of items) expect([recorded, revision]).toEqual([at, 1]);
  });

  it('of one creation after the other rise, on whichever process', async () => {
    const numbers: number[] = [];
    const taking = (tx: Transaction) => createWorkItem(tx, scope, CONTENT).then(({ key }) => key);
    for (let step = 0; step < 10; step += 1) {
      const key = await processes[step % 2]!.unitOfWork.run(taking);
      numbers.push(Number(key.split('-')[1]));
    }
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
  });

  it('of a Project that does not exist are not found', async () => {
    const nowhere = { ...scope, projectId: '10000000-0000-4000-8000-000000000001' as never };
    const [one] = processes;
    await expect(one.unitOfWork.run((tx) => tx.workItems.nextNumber(nowhere))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
