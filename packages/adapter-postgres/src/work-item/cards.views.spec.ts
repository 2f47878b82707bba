import { Access, readSqueakQL, type CardQuery, type ProjectScope } from '@worktrack/application';
import { Calendar, type LabelId, type UserId } from '@worktrack/domain';
import { fill } from '../../test/many-work-items.js';
import { Explaining } from '../../test/plan.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { PostgresCardViews } from './cards.views.js';
import { EVERY_WORD } from '../../test/content.js';

const EVERY: CardQuery = {
  q: undefined,
  scope: 'all',
  status: [],
  ...EVERY_WORD,
  assignee: [],
  label: [],
  sprint: undefined,
  squeakql: undefined,
  calendar: Calendar.utc,
  doneWithinDays: undefined,
  updatedAfter: undefined,
};
/** Tables that no plan may read from end to end. */
const BIG = ['work_items', 'work_item_texts', 'work_item_labels', 'comments'];

/** Counts the statements that go to the database. */
class Counting extends Explaining {
  statements = 0;

  override rows: Explaining['rows'] = (statement, values) => {
    this.statements += 1;
    return super.rows(statement, values);
  };
}

describe('The cards of a board', () => {
  let database: TestDatabase;
  let world: World;
  let ada: UserId;
  let organizationId: ProjectScope['organizationId'];
  let reader: Counting;
  let cards: PostgresCardViews;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ada = await world.user({ name: 'Ada' });
    organizationId = await world.organization();
    await world.member(organizationId, ada);
    reader = new Counting((await database.open()).connections, database);
    cards = new PostgresCardViews(reader);
  }, 120_000);

  afterAll(() => database.drop());

  /** A Project of `items` Work Items, with everything that a card can show on each of the first ones. */
  const aBoard = async (key: string, items: number) => {
    const scope = await world.project(organizationId, ada, key);
    const sprintId = await world.sprint(scope, 'Sprint 1', 'active');
    const labelIds: LabelId[] = [];
    for (let n = 0; n < 25; n += 1) labelIds.push(await world.label(scope, `label ${String(n).padStart(2, '0')}`));
    await fill(database, scope, { items, ada, sprintId, labelIds });
    return { scope, sprintId, labelIds };
  };

  const list = (scope: ProjectScope, query: Partial<CardQuery> = {}) =>
    cards.list(Access.onBehalfOf(scope.organizationId, ada, 'member'), scope, { ...EVERY, ...query });

  describe('of 1,000 Work Items', () => {
    let scope: ProjectScope;

    beforeAll(async () => {
      ({ scope } = await aBoard('WEB', 1_000));
      await database.sql('vacuum analyze');
    }, 120_000);

    it('are one statement, which reads a Work Item at most three times', async () => {
      reader.statements = 0;
      const { items, truncated } = await list(scope);
      expect({ statements: reader.statements, cards: items.length, truncated }).toEqual({
        statements: 1,
        cards: 1_000,
        truncated: false,
      });
      const [plan] = await reader.plans();
      // The item itself, its parent, its children and what blocks it.
      expect(plan!.rowsOf('work_items')).toBeLessThanOrEqual(3 * 1_000);
      console.log(`1,000 cards: ${plan!.buffers} buffers`);
    });

    it.each([
      ['is about their own values', 'priority = low AND status != done', 1],
      ['depends on the present', 'due < now() OR updated > -1d', 2],
      ['names labels and links', `label = 'label 00' AND NOT blocked()`, 1],
    ])('are those of a query that %s, which costs at most one statement more', async (_what, text, statements) => {
      const all = (await list(scope)).items;
      reader.statements = 0;
      const { items } = await list(scope, { squeakql: readSqueakQL(text, 'squeakql') });
      expect(reader.statements).toBe(statements);
      expect(items.length).toBeGreaterThan(0);
      expect(items.length).toBeLessThan(all.length);
      const keys = new Set(items.map(({ key }) => key));
      expect(items).toEqual(all.filter(({ key }) => keys.has(key)));
    });
  });

  it('cost as little when the statistics are of empty tables', async () => {
    const young = await TestDatabase.create();
    try {
      const people = new World(young);
      const bob = await people.user({ name: 'Bob' });
      const organization = await people.organization();
      const filled = async (key: string, items: number): Promise<ProjectScope> => {
        const scope = await people.project(organization, bob, key);
        const labelIds: LabelId[] = [];
        for (let n = 0; n < 25; n += 1) labelIds.push(await people.label(scope, `label ${n}`));
        await fill(young, scope, { items, ada: bob, sprintId: null, labelIds, keepsIndexes: true });
        await young.sql(
          `insert into comments (organization_id, id, project_id, work_item_id, author_id, body, created_at, updated_at)
           select organization_id, gen_random_uuid(), project_id, id, $2, 'Words.', now(), now() from work_items where project_id = $1`,
          [scope.projectId, bob],
        );
        return scope;
      };
      for (const table of BIG) await young.sql(`alter table ${table} set (autovacuum_enabled = off)`);
      // An index that was empty then is still taken for empty.
      await young.sql('vacuum analyze');
      await filled('BIG', 6_000);
      const scope = await filled('NEW', 1_000);
      const explaining = new Explaining((await young.open()).connections, young);
      const views = new PostgresCardViews(explaining);
      const answer = await views.list(Access.onBehalfOf(organization, bob, 'member'), scope, EVERY);
      expect(answer.items).toHaveLength(1_000);
      const [plan] = await explaining.plans();
      // Some pages of each of the look-ups, and never those of all other Work Items.
      expect(plan!.buffers).toBeLessThan(40 * 1_000);
      console.log(`1,000 cards with statistics of empty tables: ${plan!.buffers} buffers`);
    } finally {
      await young.drop();
    }
  }, 120_000);

  it('are none for the active Sprint of a Project without one, and none for a Sprint of another Project', async () => {
    const { sprintId } = await aBoard('APP', 50);
    const { scope } = await aBoard('API', 50);
    await database.sql(`update sprints set state = 'future' where project_id = $1`, [scope.projectId]);
    expect((await list(scope, { sprint: 'active' })).items).toEqual([]);
    expect((await list(scope, { sprint: sprintId })).items).toEqual([]);
  });

  it('are at most 1,000, with a mark, whatever is on them', async () => {
    const { scope } = await aBoard('BIG', 12_000);
    const { organizationId: org, projectId } = scope;
    // More comments than are counted on each of 300 items, and a parent with more children than are counted.
    await database.fillBy(
      `insert into comments (organization_id, id, project_id, work_item_id, author_id, body, created_at, updated_at)
       select $1, gen_random_uuid(), $2, item.id, $3, 'text', now(), now()
       from work_items item, generate_series(1, 120) where item.project_id = $2 and item.number % 4 = 0 and item.number <= 1200`,
      [org, projectId, ada],
      ['comments'],
    );
    await database.fillBy(
      `update work_items set parent_id = (select id from work_items where project_id = $1 and number = 76)
       where project_id = $1 and number between 2000 and 2700`,
      [projectId],
    );
    await database.sql('vacuum analyze');
    reader.statements = 0;
    const { items, truncated } = await list(scope);
    expect({ statements: reader.statements, cards: items.length, truncated }).toEqual({
      statements: 1,
      cards: 1_000,
      truncated: true,
    });
    expect(Math.max(...items.map(({ comments }) => comments))).toBe(100);
    expect(Math.max(...items.map(({ children }) => children.total))).toBe(500);
    const [plan] = await reader.plans();
    expect(plan!.sequentialScans.filter((table) => BIG.includes(table))).toEqual([]);
    // One group of equal rank is read as far as the board can reach, however many items the Project has.
    expect(plan!.mostSorted).toBeLessThanOrEqual(21 * 1_001);
    console.log(`1,000 of 12,000 cards: ${plan!.buffers} buffers, ${plan!.mostSorted} rows sorted`);
  }, 120_000);
});
