import { deleteWorkItem, transitionSprint, type ProjectScope } from '@worktrack/application';
import type { SprintId, WorkItemId } from '@worktrack/domain';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { trafficOf } from '../../test/traffic.js';
import { World } from '../../test/world.js';
import { REPORTED_ITEMS } from '../reports/sprint-report-statements.js';
import { PART_ITEMS } from '../reports/sprint-summaries.js';

jest.setTimeout(300_000);

const [FEW, MANY] = [20, 2_000];

/** More Work Items than a Sprint report reads. */
const OVER_THE_CAP = REPORTED_ITEMS + 200;

describe('The traffic with the database', () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let world: World;

  beforeAll(async () => {
    database = await TestDatabase.create();
    ports = await database.ports();
    world = new World(database);
  });

  afterAll(() => database.drop());

  /** Creates unfinished items in a Sprint, all but the first below the first one. */
  const fill = async (count: number): Promise<{ scope: ProjectScope; sprint: SprintId; top: WorkItemId }> => {
    const scope = await world.project(await world.organization(), await world.user());
    const sprint = await world.sprint(scope, 'Large', 'active');
    const { organizationId, projectId, projectKey } = scope;
    await withClient(database.url, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(`update sprints set started_at = now() - interval '1 day' where id = $1`, [sprint]);
      await client.query(
        `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
           sprint_id, parent_id, created_at, updated_at)
         select $1, md5($2::uuid::text || n)::uuid, $2, $3, n, 1, 'Item ' || n, 'task', 'todo', 'medium', $4,
           case when n > 1 then md5($2::uuid::text || 1)::uuid end, now() - interval '2 days', now() - interval '2 days'
         from generate_series(1, $5::integer) n`,
        [organizationId, projectId, projectKey, sprint, count],
      );
      await client.query(
        `insert into sprint_entries (organization_id, id, project_id, sprint_id, work_item_id, at, reason, status)
         select organization_id, gen_random_uuid(), project_id, sprint_id, id, now() - interval '2 days', 'creation', 'todo'
         from work_items where project_id = $1`,
        [projectId],
      );
      // The statistics know the Organization of the few items, and not that of the many, as before the next autovacuum.
      if (count === FEW) await client.query('analyze work_items, sprint_entries');
    });
    const [top] = await database.sql<{ id: WorkItemId }>(
      'select id from work_items where project_id = $1 and number = 1',
      [projectId],
    );
    return { scope, sprint, top: top!.id };
  };

  const complete = async (count: number, toSprint: boolean) => {
    const { scope, sprint } = await fill(count);
    const target = toSprint ? await world.sprint(scope, 'Next') : undefined;
    const completion = target ? ({ mode: 'sprint', targetSprintId: target } as const) : ({ mode: 'backlog' } as const);
    const traffic = await trafficOf(() =>
      ports.unitOfWork.run((tx) =>
        transitionSprint(tx, scope, { sprintId: sprint, expected: '*', targetState: 'done', completion }),
      ),
    );
    const [moved] = await database.sql(
      `select count(*)::integer as items from work_items where project_id = $1 and sprint_id is not distinct from $2`,
      [scope.projectId, target ?? null],
    );
    expect(moved).toEqual({ items: count });
    return traffic;
  };

  it.each([
    ['the backlog', false],
    ['another Sprint', true],
  ])(
    'of a completion that carries over to %s grows only by the facts of the summary, up to the items of a report',
    async (_where, toSprint) => {
      const few = await complete(FEW, toSprint);
      const many = await complete(OVER_THE_CAP, toSprint);
      // The summary is computed by the domain, from four statements for each part of the items. Each returns one row.
      const added = 4 * (REPORTED_ITEMS / PART_ITEMS - 1);
      const sent = expect.any(Number) as number;
      expect(many).toEqual({ statements: few.statements + added, rows: few.rows + added, sent });
      // Each of the four statements sends an identifier with its quotes and a comma. Some counts have more digits, too.
      const identifiers = 4 * (REPORTED_ITEMS - FEW) * 39;
      expect(many.sent - few.sent - identifiers).toBeLessThan(100 * added);
    },
  );

  it('of a start does not grow with the number of Work Items', async () => {
    const start = async (count: number) => {
      const { scope, sprint } = await fill(count);
      await database.sql(
        `update sprints set state = 'future', started_at = null, revision = revision + 1 where id = $1`,
        [sprint],
      );
      return trafficOf(() =>
        ports.unitOfWork.run((tx) =>
          transitionSprint(tx, scope, {
            sprintId: sprint,
            expected: '*',
            targetState: 'active',
            completion: undefined,
          }),
        ),
      );
    };
    expect(await start(MANY)).toEqual(await start(FEW));
  });

  it('of a cascade deletion does not grow with the number of Work Items', async () => {
    const remove = async (count: number) => {
      const { scope, top } = await fill(count);
      return trafficOf(() =>
        ports.unitOfWork.run((tx) => deleteWorkItem(tx, scope, { workItemId: top, expected: '*', cascade: true })),
      );
    };
    const few = await remove(FEW);
    const many = await remove(MANY);
    expect(many).toEqual({ ...few, sent: expect.any(Number) as number });
    expect(many.sent).toBeLessThan(few.sent + 10);
  });
});
