import { Access, type CardQuery, type ProjectScope } from '@worktrack/application';
import { Calendar, type UserId } from '@worktrack/domain';
import { fill } from '../../test/many-work-items.js';
import { Explaining } from '../../test/plan.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { PostgresCardViews } from './cards.views.js';
import { EVERY_WORD } from '../../test/content.js';

const YESTERDAY = new Date(Date.now() - 86_400_000);
const EVERY: CardQuery = {
  ...{ q: undefined, scope: 'all', status: [], ...EVERY_WORD, assignee: [], label: [], sprint: undefined },
  ...{ squeakql: undefined, calendar: Calendar.utc, doneWithinDays: undefined, updatedAfter: YESTERDAY },
};
/** The tables that are filled: no plan may read them from end to end. */
const FILLED = ['work_items', 'work_item_history'];

describe('The cards that changed', () => {
  let database: TestDatabase;
  let world: World;
  let ada: UserId;
  let reader: Explaining;
  let cards: PostgresCardViews;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ada = await world.user({ name: 'Ada' });
    reader = new Explaining((await database.open()).connections, database);
    cards = new PostgresCardViews(reader);
  }, 120_000);

  afterAll(() => database.drop());

  const list = (scope: ProjectScope, query = EVERY) =>
    cards.list(Access.onBehalfOf(scope.organizationId, ada, 'member'), scope, query);

  const aProject = async (items: number): Promise<ProjectScope> => {
    const scope = await world.project(await world.organization(), ada);
    await fill(database, scope, { items, ada, sprintId: null, labelIds: [] });
    return scope;
  };

  /** Writes this number of entries of the history, for the Work Items with the numbers 1 to `items` in turn. */
  const changes = (
    scope: ProjectScope,
    entries: number,
    items: number,
    { action = 'priority_changed', daysAgo = 0 } = {},
  ) =>
    database.fillBy(
      `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action)
       select $1, gen_random_uuid(), $2, item.id, 1, now() + n * interval '1 millisecond' - $7 * interval '1 day', $3, $6
       from generate_series(1, $4::integer) n join work_items item on item.project_id = $2 and item.number = 1 + n % $5::integer`,
      [scope.organizationId, scope.projectId, ada, entries, items, action, daysAgo],
    );

  it('are read without reading a table from end to end, whatever the size of the Project', async () => {
    const scope = await aProject(12_000);
    await changes(scope, 12_000, 12_000, { daysAgo: 7 });
    await changes(scope, 40, 20);
    await database.sql('vacuum analyze');
    const { items, gone, truncated } = await list(scope);
    expect({ items: items.length, gone, truncated }).toEqual({ items: 20, gone: [], truncated: false });
    const [plan] = await reader.plans();
    expect(plan!.sequentialScans.filter((table) => FILLED.includes(table))).toEqual([]);
    // Each of the 20 is read a few times: itself, its parent, its children and what blocks it.
    expect(plan!.rowsOf('work_items')).toBeLessThan(20 * 20);
    console.log(`20 changed cards of 12,000: ${plan!.buffers} buffers`);
  }, 60_000);

  it('say that more has changed than one answer holds: changes, or Work Items', async () => {
    const scope = await aProject(1_100);
    await changes(scope, 5_000, 1_000);
    expect(await list(scope)).toMatchObject({ truncated: false });
    await changes(scope, 1, 1);
    expect(await list(scope)).toMatchObject({ truncated: true });

    const other = await aProject(1_100);
    await changes(other, 1_001, 1_001);
    const { items, truncated } = await list(other);
    expect({ items: items.length, truncated }).toEqual({ items: 1_000, truncated: true });
  }, 60_000);

  it('cost little with 1,000 of them, each of which blocks many others and has many links', async () => {
    const scope = await aProject(3_000);
    const { organizationId, projectId } = scope;
    await database.fillBy(
      `insert into work_item_links (organization_id, id, relation, source_project_id, source_id, target_project_id, target_id,
         created_by, created_at)
       select $1, gen_random_uuid(), 'blocks', $2, source.id, $2, target.id, $3, now()
       from work_items source join work_items target on target.project_id = $2 and target.number between 2001 and 2300
       where source.project_id = $2 and source.number <= 300`,
      [organizationId, projectId, ada],
      ['work_item_links'],
    );
    await changes(scope, 1_000, 1_000, { action: 'status_changed' });
    await database.sql('vacuum analyze');
    const { items, truncated } = await list(scope);
    expect({ items: items.length, truncated }).toEqual({ items: 1_000, truncated: true });
    const [plan] = await reader.plans();
    // 100 links are looked at of each of the 300 that block, and of each card that is blocked.
    expect(plan!.rowsOf('work_item_links')).toBeLessThanOrEqual(100 * 600);
    expect(plan!.rowsOf('work_items')).toBeLessThanOrEqual(100_000);
    console.log(`1,000 changed cards with links: ${plan!.buffers} buffers`);
  }, 60_000);

  it('are also those that were moved in the manual order, without a change of the Work Item', async () => {
    const scope = await aProject(3_000);
    const places = (numbers: number, movedAt: string) =>
      database.fillBy(
        `insert into work_item_positions (organization_id, project_id, work_item_id, position, moved_at)
         select $1, $2, id, 2 * number + 1, ${movedAt} from work_items where project_id = $2 and number <= $3
         on conflict (organization_id, work_item_id) do update set moved_at = excluded.moved_at`,
        [scope.organizationId, scope.projectId, numbers],
        ['work_item_positions'],
      );
    // Moved before the last read, or by a server of the release before.
    await places(2_500, `now() - interval '2 days'`);
    await places(1_000, 'null');
    await database.sql('vacuum analyze');
    expect(await list(scope)).toMatchObject({ items: [], gone: [], truncated: false });
    await places(20, 'now()');
    const { items } = await list(scope);
    expect(items.map(({ position }) => position).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, at) => 2 * at + 3),
    );
    const plans = await reader.plans();
    expect(plans.at(-1)!.rowsOf('work_item_positions')).toBeLessThan(20 * 5);
    await places(1_001, 'now()');
    expect(await list(scope)).toMatchObject({ truncated: true });
  }, 60_000);
});
