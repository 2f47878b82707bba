import { completeHandover, createWorkItem, REASSIGNED_AT_ONCE, removeUser } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

const ITEMS = REASSIGNED_AT_ONCE + 10;

describe('What is assigned to an account that is removed', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await TestDatabase.create();
  });
  afterAll(() => database.drop());

  it('is cleared in transactions of a few, open or not, after the one that ends the account', async () => {
    const world = new World(database);
    const ada = await world.user();
    const bob = await world.user();
    const [acme, beta, empty] = [await world.organization(), await world.organization(), await world.organization()];
    const exchanges: (readonly string[])[] = [];
    const { administration, unitOfWork } = await database.ports({ observe: (names) => exchanges.push(names) });
    const [{ email }] = (await database.sql<{ email: Email }>('select email from users where id = $1', [bob])) as [
      { email: Email },
    ];
    for (const organization of [acme, beta, empty]) {
      for (const member of [ada, bob]) await world.member(organization, member);
      const project = await world.project(organization, ada);
      const content = { ...CONTENT, references: { assignee: { kind: 'id', id: bob } as const } };
      const count = organization === acme ? ITEMS : organization === beta ? 3 : 0;
      for (let n = 0; n < count; n += 1) await administration.run((tx) => createWorkItem(tx, project, content));
    }
    await database.sql(
      `update work_items set archived_at = now() where organization_id = $1 and number in (
         select number from work_items where organization_id = $1 order by number limit 1)`,
      [acme],
    );
    await database.sql(`update work_items set status = 'done' where organization_id = $1`, [beta]);

    exchanges.length = 0;
    const { unassigned, pending } = await administration.run((tx) => removeUser(tx, email));
    expect(unassigned).toBe(ITEMS + 3);
    expect([...pending].sort()).toEqual([acme, beta].sort());
    expect(exchanges.flat().filter((name) => /^(assignments\.save|work-item-history)/.test(name))).toEqual([]);
    exchanges.length = 0;
    for (const organization of pending) await completeHandover(unitOfWork, organization, bob);
    // Two transactions in the first Organization, one in the second.
    expect(
      exchanges
        .flat()
        .filter((name) => /^(assignments\.save|work_items|work-item-history|status-spans|item-flow)/.test(name)),
    ).toEqual(Array.from({ length: 3 }, () => ['assignments.save', 'work-item-history.record']).flat());
    expect(
      await database.sql(
        `select count(*)::integer as items, min(item.revision) as least, max(item.revision) as most,
           count(item.assignee_id)::integer as assigned, count(history.id)::integer as recorded,
           (select count(*)::integer from handovers) as pending
         from work_items item
         left join work_item_history history on history.work_item_id = item.id and history.revision = item.revision
           and history.action = 'assigned' and history.at = item.updated_at and history.actor_id is null`,
      ),
    ).toEqual([{ items: ITEMS + 3, least: 2, most: 2, assigned: 0, recorded: ITEMS + 3, pending: 0 }]);
  });
});
