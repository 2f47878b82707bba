import { createWorkItem, removeUser } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

describe('What is assigned to an account that is removed', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await TestDatabase.create();
  });
  afterAll(() => database.drop());

  it('is cleared in one statement, and one more a Project for the history, however much it is', async () => {
    const world = new World(database);
    const ada = await world.user();
    const bob = await world.user();
    const acme = await world.organization();
    for (const member of [ada, bob]) await world.member(acme, member);
    const projects = [await world.project(acme, ada, 'WEB'), await world.project(acme, ada, 'APP')];
    const exchanges: (readonly string[])[] = [];
    const { administration } = await database.ports({ observe: (names) => exchanges.push(names) });
    const [{ email }] = (await database.sql<{ email: Email }>('select email from users where id = $1', [bob])) as [
      { email: Email },
    ];
    for (const project of projects) {
      for (let count = 1; count <= 20; count += 1) {
        const content = { ...CONTENT, references: { assignee: { kind: 'id', id: bob } as const } };
        await administration.run((tx) => createWorkItem(tx, project, content));
      }
    }

    exchanges.length = 0;
    const { unassigned } = await administration.run((tx) => removeUser(tx, email));
    expect(unassigned).toBe(40);
    const sent = exchanges.flat();
    expect(
      sent.filter((name) => /^(assignments\.save|work_items|work-item-history|status-spans|item-flow)/.test(name)),
    ).toEqual(['assignments.save', 'work-item-history.record', 'work-item-history.record']);
    expect(sent.length).toBeLessThan(40);
    expect(
      await database.sql(
        `select count(*)::integer as items, min(item.revision) as least, max(item.revision) as most,
           count(item.assignee_id)::integer as assigned, count(history.id)::integer as recorded
         from work_items item
         left join work_item_history history on history.work_item_id = item.id and history.revision = item.revision
           and history.action = 'assigned' and history.at = item.updated_at and history.actor_id is null`,
      ),
    ).toEqual([{ items: 40, least: 2, most: 2, assigned: 0, recorded: 40 }]);
  });
});
