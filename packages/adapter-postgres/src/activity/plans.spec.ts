import { Cursors, type OrganizationScope, type ProjectScope } from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import { CursorSeal } from '@worktrack/keyset';
import { Explaining, type ExecutedPlan } from '../../test/plan.js';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { PostgresActivityViews } from './activity.views.js';

const ITEMS = 20_000;
const HISTORY = 100_000;
const PEOPLE = 500;
const LIMIT = 50;

/** Builds the SQL of the n-th identifier of a kind: 1 for people, 2 and 3 for the Work Items of the two Projects. */
const numbered = (kind: number, n = 'n') => `('${kind}0000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;

/** The Work Item with a tenth of all history. */
const BUSY = '20000000-0000-4000-8000-000000000000' as WorkItemId;
/** A Work Item whose first entries have many references. */
const REFERRING = '20000000-0000-4000-8000-000000000001' as WorkItemId;

describe(`The plans of activity at ${ITEMS} Work Items and ${HISTORY} rows of history`, () => {
  let database: TestDatabase;
  let viewer: OrganizationScope;
  let scope: ProjectScope;
  let reader: Explaining;
  let views: PostgresActivityViews;
  const report: string[] = [];

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    const ada = await world.user();
    viewer = world.scope(await world.organization(), ada);
    scope = await world.project(viewer.organizationId, ada, 'WEB');
    const beside = await world.project(viewer.organizationId, ada, 'APP');
    await fill(database, [
      [scope, 2, 1],
      [beside, 3, 0.1],
    ]);
    reader = new Explaining((await database.open()).connections, database);
    views = new PostgresActivityViews(reader, new Cursors(new CursorSeal(Buffer.alloc(32, 1))));
  }, 120_000);

  afterAll(async () => {
    console.log(report.join('\n'));
    await database.drop();
  });

  const lists = {
    'a Work Item': (request: { limit: number; cursor: string | undefined; since: Date | undefined }) =>
      views.ofWorkItem(viewer, scope, BUSY, request),
    'a Project': (request: { limit: number; cursor: string | undefined; since: Date | undefined }) =>
      views.ofProject(viewer, scope, request),
  };

  /** Returns the plans of the page that starts after that many entries. */
  async function plansOf(list: keyof typeof lists, behind: number, since?: Date): Promise<ExecutedPlan[]> {
    let cursor: string | undefined;
    for (let shown = 0; shown < behind; shown += 200) {
      cursor = (await lists[list]({ limit: 200, cursor, since })).page.nextCursor ?? undefined;
      expect(cursor).toBeDefined();
    }
    const { items } = await lists[list]({ limit: LIMIT, cursor, since });
    expect(items).toHaveLength(LIMIT);
    const plans = await reader.plans();
    const buffers = plans.map((plan) => plan.buffers).join(' and ');
    report.push(
      `${list}, behind ${behind} entries${since ? `, since ${since.toISOString()}` : ''}: ${buffers} buffers`,
    );
    return plans;
  }

  const DEEP = 6_000;
  const LATE = new Date('2026-02-20T00:00:00Z');

  it.each([
    ['a Work Item', 'history_of_a_work_item', 400, 0, undefined],
    ['a Work Item', 'history_of_a_work_item', 400, DEEP, undefined],
    ['a Work Item', 'history_of_a_work_item', 400, 0, LATE],
    ['a Project', 'history_of_a_project', 800, 0, undefined],
    ['a Project', 'history_of_a_project', 800, DEEP, undefined],
    ['a Project', 'history_of_a_project', 800, 0, LATE],
  ] as const)(
    '%s is read from %s in %i buffers, behind %i entries, since %s',
    async (list, index, most, behind, since) => {
      for (const plan of await plansOf(list, behind, since)) {
        expect(plan.indexes).toContain(index);
        expect(plan.sequentialScans).toEqual([]);
        expect(plan.mostSorted).toBe(0);
        // PostgreSQL reads the entries of the page and none of those before them.
        expect(plan.buffers).toBeLessThanOrEqual(most);
      }
    },
  );

  it('references are looked up by their ids', async () => {
    const { items } = await views.ofWorkItem(viewer, scope, REFERRING, {
      limit: 200,
      cursor: undefined,
      since: undefined,
    });
    expect(items.filter(({ action }) => action === 'parent_changed')).toHaveLength(50);
    const [withValues] = await reader.plans();
    expect(withValues?.sequentialScans).not.toContain('work_items');
    expect(withValues?.mostSorted).toBe(0);
  });
});

/** Fills the tables without checking foreign keys, which would take most of the time. */
async function fill(
  database: TestDatabase,
  projects: readonly (readonly [scope: ProjectScope, kind: number, share: number])[],
): Promise<void> {
  await withClient(database.url, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into users (id, public_id, email, name, folded_name)
       select ${numbered(1)}, 'usr_' || n, n || '@example.org', 'Person ' || n, 'person ' || n from generate_series(0, ${PEOPLE - 1}) n`,
    );
    for (const [{ organizationId, projectId, projectKey }, kind, share] of projects) {
      await client.query(
        `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status,
           priority, deleted_at, created_at, updated_at)
         select $1, ${numbered(kind)}, $2, $3, n + 1, 1, 'Item ' || n, 'task', 'todo', 'low',
           case when n % 50 = 49 then now() end, now(), now()
         from generate_series(0, ${ITEMS * share - 1}) n`,
        [organizationId, projectId, projectKey],
      );
      const into = `insert into work_item_history
        (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)`;
      const actor = numbered(1, `n % ${PEOPLE}`);
      await client.query(
        `${into}
         select $1, gen_random_uuid(), $2, ${numbered(kind, `case when n % 10 = 0 then 0 else n % ${ITEMS * share} end`)},
           1, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', ${actor},
           (array['status_changed', 'type_changed', 'title_changed', 'created', 'description_changed'])[1 + n / 10 % 5],
           '{"from": "todo", "to": "done"}'
         from generate_series(0, ${HISTORY * share - 1}) n`,
        [organizationId, projectId],
      );
      await client.query(
        `${into}
         select $1, gen_random_uuid(), $2, ${numbered(kind, '1')}, 1,
           '2025-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', ${actor},
           case when n % 2 = 0 then 'assigned' else 'parent_changed' end,
           case when n % 2 = 0 then jsonb_build_object('from', ${numbered(1, 'n')}, 'to', ${numbered(1, 'n + 1')})
             else jsonb_build_object('from', ${numbered(kind, '100 + n')}, 'to', null) end
         from generate_series(0, 99) n`,
        [organizationId, projectId],
      );
    }
    await client.query('vacuum analyze');
  });
}
