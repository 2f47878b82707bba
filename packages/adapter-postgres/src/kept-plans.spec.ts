import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkItemFilter, WorkItemSort } from '@worktrack/application';
import type { LabelId, WorkItemId } from '@worktrack/domain';
import { EVERY_ITEM } from '../test/content.js';
import { everyOperation, everyPath, type Stage } from '../test/every-operation.js';
import { fill } from '../test/many-work-items.js';
import { TestDatabase } from '../test/test-database.js';
import { World } from '../test/world.js';
import { postgresAdapters } from './adapters.js';
import type { Database } from './database.js';
import { statement } from './engine/statement.js';

/** PostgreSQL plans a prepared statement for its values at most this often, before it compares the costs with the plan that it keeps. */
const TRIED = 5;
const TIMES = 10;

/** Operations of reports. Their sessions plan every statement for its values: a Project may have ten items or a million. */
const REPORTS = ['getProjectReport', 'getProjectSprintReport'];

/** The statements that are planned at each execution, and why. */
const PLANNED_ON_PURPOSE: Readonly<Record<string, string>> = {
  'profile-view.stats': 'lists of Organizations and Projects: one plan does not fit a few and all',
  'profile-view.activity': 'a list of Projects, or none for all of them: one plan does not fit both',
  'work-item.find-many-across': 'a list of up to 100 ids, in bulk requests only: 200 µs of planning for 50 operations',
  'squeakql.search': 'a query has any condition: its plan depends on the values',
  'sprint.lock-items': 'all items of a Sprint: planned for the present size of the tables (docs/cost-of-a-request.md)',
  'instant.with-set.sprint': 'as above',
  'sprint-ledger.conclude': 'as above',
  'sprint-ledger.conclude-departed': 'as above',
};

/** Statements without values and without tables, which have no plan to keep. */
const WITHOUT_PLAN = ['instant', 'work-item-sets.plan', 'work-item-sets.discard-plans'];

/** The end of the name of a statement whose text depends on the request. */
const SHAPE = /\.[0-9a-f]{16}$/;

/** Four changes of each Work Item, and the spans that follow from them. */
const HISTORY = `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
  select organization_id, gen_random_uuid(), project_id, id, n, created_at + n * interval '1 minute', reporter_id, 'status_changed',
    '{"from": "todo", "to": "done"}' from work_items, generate_series(1, 4) n`;
const SPANS = `insert into status_spans (organization_id, work_item_id, sequence, project_id, began_at, status, previous_status)
  select organization_id, id, n, project_id, created_at + n * interval '1 minute', 'done', 'todo'
  from work_items, generate_series(1, 4) n`;
/** One span more of some items: more than one page of the table holds. */
const MORE_SPANS = `insert into status_spans (organization_id, work_item_id, sequence, project_id, began_at, status, previous_status)
  select organization_id, id, 5, project_id, created_at + interval '5 minutes', 'todo', 'done' from work_items order by number desc limit 200`;

const WITHOUT_AUTOVACUUM = `do $$ declare name text; begin
  for name in select oid::regclass from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace loop
    execute 'alter table ' || name || ' set (autovacuum_enabled = off)';
  end loop;
end $$`;

const PREPARED = statement(
  'test.kept-plans',
  // Both roles of a connection prepare a statement for themselves.
  `select regexp_replace(name, '^tx\\.', '') as name, max(custom_plans)::integer as custom from pg_prepared_statements
   where $1 and name not like 'test.%' group by 1`,
);

interface Plans {
  readonly name: string;
  readonly custom: number;
}

describe('No hot statement is planned at each execution', () => {
  let database: TestDatabase;
  let opened: Database;
  let ports: ReturnType<typeof postgresAdapters>;
  let stage: Stage;
  const sent = new Set<string>();

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    const ada = await world.user();
    const acme = await world.organization();
    await world.member(acme, ada, 'owner');
    const scope = await world.project(acme, ada, 'WEB');
    const token = await world.token(ada, [{ organization: acme }]);
    const labelIds: LabelId[] = [];
    for (let n = 0; n < 25; n += 1) labelIds.push(await world.label(scope, `label ${n}`));
    const sprintId = await world.sprint(scope);
    await fill(database, scope, { items: 5_000, ada, sprintId, labelIds });
    await database.sql('update project_counters set last_number = 5000');
    const ids = await database.sql<{ id: WorkItemId }>(`select id from work_items order by number limit 400`);
    stage = { scope, token, itemAt: (index) => ids[index]!.id, labelId: labelIds[0]!, sprintId };
    // Tables that grow from nothing have ever dearer plans, and PostgreSQL compares the plan to keep with the first ones.
    await database.sql(HISTORY);
    await database.sql(SPANS);
    const before = everyOperation(await database.ports(), stage);
    for (let time = TIMES; time < TIMES + 2; time += 1) {
      for (const work of Object.values(before)) await work(time);
    }
    await database.sql('vacuum analyze');
    // New statistics in the middle would make plans anew, and the comparison of costs would begin with other sizes.
    await database.sql(WITHOUT_AUTOVACUUM);
    // The first page after the vacuum makes the look-ups in this table dearer by a leap. It is begun before costs are compared.
    await database.sql(MORE_SPANS);
    // One connection, so that all statements are prepared in one session; numbers are taken in another.
    const observe = (names: readonly string[]) => {
      for (const name of names) sent.add(name);
    };
    opened = await database.open({ poolMax: 1, observe });
    ports = postgresAdapters(opened);
  }, 120_000);

  afterAll(() => database.drop());

  const prepared = async (): Promise<readonly Plans[]> => [
    ...(await opened.connections.rows<Plans>(PREPARED, [true])),
    ...(await opened.counters.rows<Plans>(PREPARED, [true])),
  ];

  it.each<[WorkItemSort, number]>([
    ['updated', 50],
    ['updated', 100],
    ['dueDate', 50],
    ['priority', 50],
    ['rank', 50],
  ])('of the first and the later pages of a list by %s, %i on each', async (sort, limit) => {
    let cursor: string | undefined;
    for (let time = 0; time < TIMES; time += 1) {
      const { page } = await ports.workItemViews.page(stage.scope, { ...EVERY_ITEM, sort, limit, cursor });
      cursor = page.nextCursor ?? undefined;
    }
    expect((await prepared()).filter(({ custom }) => custom > TRIED)).toEqual([]);
  });

  it.each<[string, WorkItemSort, () => Partial<WorkItemFilter>]>([
    ['a label', 'updated', () => ({ labelIds: [stage.labelId] })],
    ['a label', 'rank', () => ({ labelIds: [stage.labelId] })],
    ['a text that few have', 'updated', () => ({ text: 'number 1234' })],
    ['a text that many have', 'updated', () => ({ text: 'words' })],
    ['a text', 'dueDate', () => ({ text: 'report' })],
    ['a text', 'rank', () => ({ text: 'report' })],
  ])('of the pages of a list of %s by %s', async (_, sort, filterOf) => {
    let cursor: string | undefined;
    const filter = { ...EVERY_ITEM.filter, ...filterOf() };
    for (let time = 0; time < TIMES; time += 1) {
      const { page } = await ports.workItemViews.page(stage.scope, { ...EVERY_ITEM, filter, sort, limit: 50, cursor });
      cursor = page.nextCursor ?? undefined;
    }
    const lists = (await prepared()).filter(({ name }) => name.startsWith('work-item-view.page'));
    expect(lists.length).toBeGreaterThan(0);
    expect(lists.filter(({ custom }) => custom > TRIED)).toEqual([]);
  });

  it('of any operation of the contract, but for those that are planned on purpose', async () => {
    const operations = everyOperation(ports, stage);
    const contract = operationsOfTheContract();
    expect({
      'test/every-operation.ts lacks': contract.filter((id) => !(id in operations)),
      'docs/api/contract.md lacks': Object.keys(operations).filter((id) => !contract.includes(id)),
    }).toEqual({ 'test/every-operation.ts lacks': [], 'docs/api/contract.md lacks': [] });
    for (const id of REPORTS) await operations[id]!(0);
    sent.clear();
    const works = Object.entries(operations).flatMap(([id, work]) => (REPORTS.includes(id) ? [] : [work]));
    for (let time = 0; time < TIMES; time += 1) {
      for (const work of [...everyPath(ports, stage), ...works]) await work(time);
    }
    const plans = new Map((await prepared()).map(({ name, custom }) => [name, custom]));
    const planned = new Set(
      [...sent].filter((name) => (plans.get(name) ?? Infinity) > TRIED).map((name) => name.replace(SHAPE, '.SHAPE')),
    );
    const expected = [...Object.keys(PLANNED_ON_PURPOSE), ...WITHOUT_PLAN, 'test.kept-plans'];
    expect([...planned].sort()).toEqual(expected.sort());
  }, 180_000);
});

/** The ids of all operations, from the tables of the contract. */
function operationsOfTheContract(): string[] {
  const contract = readFileSync(path.resolve(__dirname, '../../../docs/api/contract.md'), 'utf8');
  const rows = contract.matchAll(/^\| \d+ +\| (\w+) +\| (?:GET|POST|PATCH|DELETE) /gm);
  return [...rows].map(([, id]) => id!);
}
