import type { ProjectScope } from '@worktrack/application';
import type { Client } from 'pg';
import '../index.js';
import { allStatements } from '../sql/statement.js';
import { TestDatabase, withClient } from '../testing/test-database.js';
import { World } from '../testing/world.js';

const ITEMS = 20_000;
const HISTORY = 100_000;
const PEOPLE = 500;

/** SQL of the n-th identifier of a kind. */
const numbered = (kind: string, n = 'n') => `('${kind}0000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;

/** One whose history alone is long. */
const BUSY = '20000000-0000-4000-8000-000000000000';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

describe(`The plans of activity, with ${ITEMS} Work Items and ${HISTORY} rows of history`, () => {
  let database: TestDatabase;
  let scope: ProjectScope;

  jest.setTimeout(120_000);

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    const ada = await world.user();
    scope = await world.project(await world.organization(), ada, 'WEB');
    const other = await world.project(scope.organizationId, ada, 'APP');
    await withClient(database.url, async (client) => {
      // Foreign keys would be checked row by row, by plans that were made when the tables were empty.
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into users (id, public_id, email, name)
         select ${numbered('1')}, 'usr_' || n, n || '@example.org', 'Person ' || n from generate_series(0, ${PEOPLE - 1}) n`,
      );
      for (const [{ organizationId, projectId, projectKey }, kind, share] of [
        [scope, '2', 1],
        [other, '3', 0.1],
      ] as const) {
        await client.query(
          `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status,
             priority, deleted_at, created_at, updated_at)
           select $1, ${numbered(kind)}, $2, $3, n + 1, 1, 'Item ' || n, 'task', 'todo', 'low',
             case when n % 50 = 49 then now() end, now(), now()
           from generate_series(0, ${ITEMS * share - 1}) n`,
          [organizationId, projectId, projectKey],
        );
        // A tenth of all is of the first item.
        await client.query(
          `insert into work_item_history
             (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
           select $1, gen_random_uuid(), $2,
             ${numbered(kind, `case when n % 10 = 0 then 0 else n % ${ITEMS * share} end`)}, 1,
             '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', ${numbered('1', `n % ${PEOPLE}`)},
             (array['status_changed', 'type_changed', 'title_changed', 'created', 'description_changed'])[1 + n / 10 % 5],
             '{"from": "todo", "to": "done"}'
           from generate_series(0, ${HISTORY * share - 1}) n`,
          [organizationId, projectId],
        );
      }
      await client.query('analyze');
    });
  });

  afterAll(() => database.drop());

  /** How the server would run it: with the values at hand, or with a plan for all values. */
  const explain = (name: string, values: readonly string[], mode: string): Promise<Node> =>
    withClient(database.url, async (client: Client) => {
      const { text } = allStatements().find((statement) => statement.name === name)!;
      await client.query(`set jit = off; set max_parallel_workers_per_gather = 0; set plan_cache_mode = ${mode}`);
      await client.query(`prepare page as ${text}`);
      const literals = values.map((value) => client.escapeLiteral(value)).join(', ');
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
        `explain (analyze, buffers, timing off, format json) execute page(${literals})`,
      );
      return rows[0]!['QUERY PLAN'][0]!.Plan;
    });
  const position = async (where: string) => {
    const [row] = await database.sql<{ at: string; id: string }>(
      `select at::text, id from work_item_history where ${where} order by at, id offset 5000 limit 1`,
    );
    return [row!.at, row!.id];
  };

  const item = () => [scope.organizationId, scope.projectId, BUSY];
  const deepInItem = async () => [...item(), ...(await position(`work_item_id = '${BUSY}'`))];
  const project = (since: string) => [scope.organizationId, scope.projectId, since];
  const deepInProject = async () => [...project('-infinity'), ...(await position(`project_id = '${scope.projectId}'`))];

  const PAGES: readonly (readonly [string, string, () => string[] | Promise<string[]>])[] = [
    ['the first page of a Work Item', 'activity-view.of-a-work-item.first', item],
    ['a page deep in a Work Item', 'activity-view.of-a-work-item.next', deepInItem],
    ['the first page of a Project', 'activity-view.of-a-project.first', () => project('-infinity')],
    [
      'the first page of a Project since late',
      'activity-view.of-a-project.first',
      () => project('2026-03-10T00:00:00Z'),
    ],
    ['a page deep in a Project', 'activity-view.of-a-project.next', deepInProject],
  ];
  const MODES = ['force_custom_plan', 'force_generic_plan'];

  it.each(PAGES.flatMap(([what, name, values]) => MODES.map((mode) => [what, mode, name, values] as const)))(
    'scan nothing whole and sort nothing for %s (%s)',
    async (what, mode, name, values) => {
      const plan = await explain(name, [...(await values()), '51'], mode);
      const nodes = nodesOf(plan);
      const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      console.log(`${what}, ${mode}: ${blocks} buffers`);
      expect(nodes.map((node) => node['Node Type'])).toEqual(expect.arrayContaining(['Limit', 'Index Scan']));
      for (const node of nodes) {
        expect(node['Node Type']).not.toMatch(/Seq Scan|Sort|Hash|Bitmap/);
        // What is scanned is what is shown, and what is left out between.
        if (node['Relation Name'] === 'work_item_history') {
          expect(node['Shared Hit Blocks'] + node['Shared Read Blocks']).toBeLessThanOrEqual(120);
        }
      }
      expect(blocks).toBeLessThanOrEqual(400);
    },
  );
});
