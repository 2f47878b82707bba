import type { ProjectScope } from '@worktrack/application';
import type { SprintId } from '@worktrack/domain';
import { fillPast } from '../../test/past-sprints.js';
import { Explaining, type ExecutedPlan } from '../../test/plan.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import type { Reader } from '../engine/statement.js';
import { PostgresSprintReportFeed } from './sprint-report-feed.js';

const SPRINTS = 20;
const ITEMS = 1_000;

describe(`The plans of a Sprint report, of ${ITEMS} Work Items among ${SPRINTS * ITEMS}`, () => {
  let database: TestDatabase;
  let scope: ProjectScope;
  let feed: PostgresSprintReportFeed;
  let plans: (ExecutedPlan & { readonly name: string })[];

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    scope = await world.project(await world.organization(), await world.user());
    await fillPast(database, scope, { sprints: SPRINTS, items: ITEMS });
    const { snapshots } = await database.open();
    const explained = (reader: Reader): Reader => ({
      rows: async (statement, values) => {
        const explaining = new Explaining(reader, database);
        const rows = await explaining.rows<never>(statement, values);
        const [custom] = await explaining.plans();
        // All twenty Sprints are on one page.
        const sequentialScans = custom!.sequentialScans.filter((table) => table !== 'sprints');
        plans.push({ ...custom!, name: statement.name, sequentialScans });
        return rows;
      },
    });
    feed = new PostgresSprintReportFeed({
      read: (organizationId, work) => snapshots.read(organizationId, (reader) => work(explained(reader))),
    });
  }, 120_000);

  beforeEach(() => {
    plans = [];
  });

  afterAll(() => database.drop());

  const factsOf = async (name: string) => {
    const [{ id }] = (await database.sql<{ id: SprintId }>('select id from sprints where name = $1', [name])) as [
      { id: SprintId },
    ];
    return feed.facts(scope, id);
  };

  it('of a Sprint that is done scan no table, and read little more than what the Sprint is about', async () => {
    const { items, episodes, commitment, capped, incomplete } = await factsOf('Sprint 11');
    expect([items.length, episodes.length, commitment?.length, capped, incomplete]).toEqual([
      ITEMS,
      ITEMS,
      (ITEMS * 8) / 10,
      false,
      false,
    ]);
    expect(plans.length).toBeGreaterThan(8);
    for (const { name, sequentialScans, buffers } of plans) {
      expect({ name, sequentialScans }).toEqual({ name, sequentialScans: [] });
      // At most a few pages for each item: the table of history alone has many thousands.
      expect({ name, few: buffers < 12 * ITEMS }).toEqual({ name, few: true });
    }
  });

  it('of one that is under way neither', async () => {
    await database.sql(`update sprints set state = 'active', completed_at = null where name = 'Sprint 19'`);
    expect((await factsOf('Sprint 19')).items.length).toBe(ITEMS);
    for (const { name, sequentialScans } of plans)
      expect({ name, sequentialScans }).toEqual({ name, sequentialScans: [] });
  });
});
