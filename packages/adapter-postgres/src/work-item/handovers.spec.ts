import {
  completeHandover,
  completeHandovers,
  createWorkItem,
  endOneMembership,
  REASSIGNED_AT_ONCE,
  updateWorkItem,
  type ProjectScope,
} from '@worktrack/application';
import type { OrganizationId, PublicUserId, UserId, WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { World } from '../../test/world.js';

const ITEMS = 2 * REASSIGNED_AT_ONCE + 10;

describe('The handover of the Work Items of a removed member', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let project: ProjectScope;
  let sent: string[] = [];
  let [acme, ada, bob, eve] = [] as unknown as [OrganizationId, UserId, UserId, UserId];

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports({ observe: (names) => sent.push(...names) });
  });
  beforeEach(async () => {
    sent = [];
    acme = await world.organization();
    [ada, bob, eve] = [await world.user(), await world.user(), await world.user()];
    await world.member(acme, ada, 'owner');
    for (const member of [bob, eve]) await world.member(acme, member);
    project = await world.project(acme, ada);
    const content = { ...CONTENT, references: { assignee: { kind: 'id', id: bob } as const } };
    for (let n = 0; n < ITEMS; n += 1) await ports.unitOfWork.run((tx) => createWorkItem(tx, project, content));
    sent = [];
  });
  afterAll(() => database.drop());

  const publicIdOf = async (user: UserId) => {
    const [found] = await database.sql<{ id: PublicUserId }>('select public_id as id from users where id = $1', [user]);
    return found!.id;
  };
  const remove = async () => {
    const [member, reassignTo] = [await publicIdOf(bob), await publicIdOf(eve)];
    return ports.unitOfWork.run((tx) => endOneMembership(tx, world.scope(acme, ada), { member, reassignTo }));
  };
  const complete = () => completeHandover(ports.unitOfWork, acme, bob);
  /** Counts the items by assignee. */
  const assigned = async () => {
    const rows = await database.sql<{ user: UserId | null; count: number }>(
      `select assignee_id as "user", count(*)::integer as count from work_items where organization_id = $1 group by 1`,
      [acme],
    );
    const of = (user: UserId | null) => rows.find((row) => row.user === user)?.count ?? 0;
    return { bob: of(bob), eve: of(eve), nobody: of(null) };
  };
  const pending = async () => (await database.sql('select from handovers where organization_id = $1', [acme])).length;

  it('is done in transactions of a few, the membership ended with the first', async () => {
    expect(await remove()).toMatchObject({ reassigned: ITEMS });
    expect(await database.sql('select from memberships where user_id = $1', [bob])).toEqual([]);
    expect(await assigned()).toEqual({ bob: ITEMS - REASSIGNED_AT_ONCE, eve: REASSIGNED_AT_ONCE, nobody: 0 });
    sent = [];
    await complete();
    expect(await assigned()).toEqual({ bob: 0, eve: ITEMS, nobody: 0 });
    expect(await pending()).toBe(0);
    expect(sent.filter((name) => name === 'assignments.save')).toHaveLength(2);
    expect(sent.filter((name) => name === 'commit')).toHaveLength(3);
    const changes = await database.sql(
      `select actor_id as actor, detail, count(distinct work_item_id)::integer as items from work_item_history
       where organization_id = $1 and action = 'assigned' group by 1, 2`,
      [acme],
    );
    expect(changes).toEqual([{ actor: ada, detail: { from: bob, to: eve }, items: ITEMS }]);
  });

  it('leaves the other items free while it waits for one that somebody holds', async () => {
    await remove();
    const ids = await database.sql<{ id: string }>(
      'select id from work_items where organization_id = $1 and assignee_id = $2 order by id',
      [acme, bob],
    );
    await withClient(database.url, async (other) => {
      await other.query('begin');
      await other.query('select from work_items where id = $1 for update', [ids[0]!.id]);
      const completing = complete();
      await database.untilSomebodyWaits();
      const last = ids.at(-1)!.id;
      await database.sql(`update work_items set priority = 'high' where id = $1`, [last]);
      await other.query('commit');
      await completing;
    });
    expect(await assigned()).toEqual({ bob: 0, eve: ITEMS, nobody: 0 });
  });

  it('is completed by a job when its process has ended in between', async () => {
    await remove();
    const job = () => completeHandovers(ports.unitOfWork, ports.leases, new AbortController().signal);
    // That of a request which goes on is left to it.
    await job();
    expect((await assigned()).bob).toBe(ITEMS - REASSIGNED_AT_ONCE);
    for (const column of ['work_items set created_at = created_at', 'handovers set began_at = began_at']) {
      await database.sql(`update ${column} - interval '10 seconds'`);
    }
    await job();
    expect([await assigned(), await pending()]).toEqual([{ bob: 0, eve: ITEMS, nobody: 0 }, 0]);
  });

  it('by two at the same moment gives each item once', async () => {
    await remove();
    await Promise.all([complete(), complete(), complete()]);
    expect([await assigned(), await pending()]).toEqual([{ bob: 0, eve: ITEMS, nobody: 0 }, 0]);
    const twice = await database.sql('select from work_items where organization_id = $1 and revision <> 2', [acme]);
    expect(twice).toEqual([]);
  });

  it('leaves a member who joins again meanwhile what is assigned from then on, by a change or from the first', async () => {
    await remove();
    await world.member(acme, bob);
    const assigned = { assignee: { kind: 'id', id: bob } as const };
    const [given] = await database.sql<{ id: WorkItemId }>(
      'select id from work_items where organization_id = $1 and assignee_id = $2 order by id limit 1',
      [acme, eve],
    );
    const change = { changes: {}, references: assigned, namesStatus: false } as const;
    const changed = given!.id;
    await ports.unitOfWork.run((tx) => updateWorkItem(tx, project, { workItemId: changed, expected: '*', ...change }));
    const { id: made } = await ports.unitOfWork.run((tx) =>
      createWorkItem(tx, project, { ...CONTENT, references: assigned }),
    );
    await complete();
    const left = await database.sql<{ id: WorkItemId }>(
      'select id from work_items where organization_id = $1 and assignee_id = $2',
      [acme, bob],
    );
    expect(left.map(({ id }) => id).sort()).toEqual([changed, made].sort());
    expect(await pending()).toBe(0);
  });

  it('gives the rest to nobody when the other one has left meanwhile', async () => {
    await remove();
    await database.sql('delete from memberships where user_id = $1', [eve]);
    await complete();
    expect(await assigned()).toEqual({ bob: 0, eve: REASSIGNED_AT_ONCE, nobody: ITEMS - REASSIGNED_AT_ONCE });
  });
});
