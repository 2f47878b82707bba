import { Cursors, type ProjectScope } from '@worktrack/application';
import { CursorSeal } from '@worktrack/keyset';
import { Explaining } from '../../test/plan.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { PostgresSprintViews } from './sprint.views.js';

const SPRINTS = 2_000;
const cursors = new Cursors(new CursorSeal(Buffer.alloc(32, 1)));

describe('The Sprints of a Project, listed', () => {
  let database: TestDatabase;
  let reader: Explaining;
  let views: PostgresSprintViews;
  let scope: ProjectScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    scope = await world.project(await world.organization(), await world.user());
    const beside = await world.project(scope.organizationId, scope.actorId);
    for (const { organizationId, projectId } of [scope, beside]) {
      await database.sql(
        `insert into sprints (organization_id, id, project_id, name, state, start_date, revision, created_at, updated_at)
         select $1, gen_random_uuid(), $2, 'Sprint ' || n, 'done',
           case when n % 3 > 0 then timestamptz '2026-01-01T00:00:00Z' + n % 500 * interval '1 hour' end, 1, now(), now()
         from generate_series(1, $3) n`,
        [organizationId, projectId, SPRINTS],
      );
    }
    await database.sql('vacuum analyze sprints');
    reader = new Explaining((await database.open()).connections, database);
    views = new PostgresSprintViews(reader, cursors);
  });

  afterAll(() => database.drop());

  it('are read by their index, no more of them than a page needs, wherever it begins', async () => {
    const plans = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const { page: shown } = await views.page(scope, { limit: 50, cursor });
      plans.push(...(await reader.plans()));
      cursor = shown.nextCursor ?? undefined;
    }
    expect(plans.length).toBeGreaterThan(2);
    for (const { indexes, sequentialScans, mostSorted } of plans) {
      expect({ indexes, sequentialScans, mostSorted }).toEqual({
        indexes: ['sprints_by_start_date'],
        sequentialScans: [],
        mostSorted: 0,
      });
    }
  });
});
