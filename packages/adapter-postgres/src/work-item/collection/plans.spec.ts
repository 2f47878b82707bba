import type { ProjectScope, WorkItemFilter, WorkItemSort } from '@worktrack/application';
import { Cursors } from '@worktrack/application';
import type { LabelId, SprintId, UserId, WorkItemId } from '@worktrack/domain';
import { CursorSeal } from '@worktrack/keyset';
import { fill } from '../../../test/many-work-items.js';
import { Explaining, type ExecutedPlan } from '../../../test/plan.js';
import { TestDatabase } from '../../../test/test-database.js';
import { World } from '../../../test/world.js';
import { readProjectPage } from './project-page.js';

const ITEMS = 20_000;
const LIMIT = 50;
/** The maximum number of rows that `rank` may sort: one page of overdue rows, and one of each status and priority, open or done. */
const RANKED = 21 * (LIMIT + 1);
/** Tables that no plan may read from end to end. */
const BIG = ['work_items', 'work_item_texts', 'work_item_labels', 'work_item_history'];

const cursors = new Cursors(new CursorSeal(Buffer.alloc(32, 1)));

describe(`Plans at ${ITEMS} Work Items`, () => {
  let database: TestDatabase;
  let scope: ProjectScope;
  let reader: Explaining;
  let ada: UserId;
  let sprintId: SprintId;
  let labelId: LabelId;
  let labelIds: LabelId[];
  let parentId: WorkItemId;
  const report: string[] = [];

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    ada = await world.user();
    const organizationId = await world.organization();
    scope = await world.project(organizationId, ada, 'WEB');
    const beside = await world.project(organizationId, ada, 'APP');
    sprintId = await world.sprint(scope);
    labelIds = [];
    for (let n = 0; n < 25; n += 1) labelIds.push(await world.label(scope, `label ${n}`));
    labelId = labelIds[0]!;
    await fill(database, scope, { items: ITEMS, ada, sprintId, labelIds });
    await fill(database, beside, { items: ITEMS / 10, ada, sprintId: null, labelIds: [] });
    const [parent] = await database.sql<{ id: WorkItemId }>(
      'select id from work_items where project_id = $1 and number = 7',
      [scope.projectId],
    );
    parentId = parent!.id;
    await database.sql('vacuum analyze');
    reader = new Explaining((await database.open()).connections, database);
  }, 300_000);

  afterAll(async () => {
    console.log(report.join('\n'));
    await database.drop();
  });

  /** Returns the plans of the first page and of the last one of `pages`. */
  async function plansOf(sort: WorkItemSort, filter: Partial<WorkItemFilter>, pages: number): Promise<ExecutedPlan[]> {
    const request = { sort, filter: { archived: false, ...filter }, bound: '', limit: LIMIT };
    let cursor: string | undefined;
    const plans: ExecutedPlan[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const { page: shown } = await readProjectPage(reader, cursors, scope, { ...request, cursor });
      if (page === 1 || page === pages) {
        const found = await reader.plans();
        report.push(
          `${sort} ${JSON.stringify(filter)} page ${page}: ` +
            found.map(({ buffers, mostSorted }) => `${buffers} buffers, ${mostSorted} rows sorted`).join('; '),
        );
        plans.push(...found);
      }
      if (shown.nextCursor === null) break;
      cursor = shown.nextCursor;
    }
    return plans;
  }

  it.each([
    ['updated', 'work_items_last_updated_first', 200],
    ['dueDate', 'work_items_by_due_date', 200],
    ['priority', 'work_items_by_priority', 200],
    ['rank', 'work_items_by_rank', 1_500],
  ] as const)(
    'the order %s is read from its index, on the first page and a hundred pages on',
    async (sort, index, most) => {
      for (const plan of await plansOf(sort, {}, 100)) {
        expect(plan.indexes).toContain(index);
        expect(plan.sequentialScans.filter((table) => BIG.includes(table))).toEqual([]);
        expect(plan.mostSorted).toBeLessThanOrEqual(sort === 'rank' ? RANKED : 2 * (LIMIT + 1));
        expect(plan.buffers).toBeLessThanOrEqual(most);
      }
    },
  );

  const filters: [string, () => Partial<WorkItemFilter>][] = [
    ['open items', () => ({ statuses: ['backlog', 'todo', 'in_progress', 'in_review'] })],
    ['one status', () => ({ statuses: ['in_progress'] })],
    ['one assignee', () => ({ assigneeId: ada })],
    ['nobody', () => ({ assigneeId: null })],
    ['a Sprint', () => ({ sprintId })],
    ['a label', () => ({ labelIds: [labelId] })],
    ['children of an item', () => ({ parentIds: [parentId] })],
    ['overdue', () => ({ overdue: true })],
    ['a common word', () => ({ text: 'report' })],
    ['a rare word', () => ({ text: 'number 1234' })],
    ['an absent word', () => ({ text: 'xylophone' })],
  ];
  const sorts: WorkItemSort[] = ['updated', 'dueDate', 'priority', 'rank'];

  it.each(filters.flatMap(([name, filter]) => sorts.map((sort) => [name, sort, filter] as const)))(
    'items of %s by %s read no table from end to end',
    async (name, sort, filter) => {
      for (const plan of await plansOf(sort, filter(), 3)) {
        expect(plan.sequentialScans.filter((table) => BIG.includes(table))).toEqual([]);
        if (name === 'open items')
          expect(plan.mostSorted).toBeLessThanOrEqual(sort === 'rank' ? RANKED : 2 * (LIMIT + 1));
      }
    },
  );

  /** The orders of contract §3.3, written anew. */
  const overdue = `coalesce(status <> 'done' and due_date < now(), false)`;
  const bucket = `case when status in ('in_progress', 'in_review') then 0 when status = 'done' then 2 else 1 end`;
  const urgency = `array_position(array['urgent', 'high', 'medium', 'low'], priority)`;
  const lastUpdated = 'updated_at desc, number desc';
  const ORDERS: Readonly<Record<WorkItemSort, string>> = {
    updated: lastUpdated,
    dueDate: `due_date nulls last, ${lastUpdated}`,
    priority: `${urgency}, ${lastUpdated}`,
    rank: `${overdue} desc, case when ${overdue} then due_date end, ${bucket}, ${urgency}, due_date nulls last, ${lastUpdated}`,
  };

  /** Filters by a text or labels that few, some, many, and all items have, each with the condition of a naive query. */
  const selective: [string, () => Partial<WorkItemFilter>, string][] = [
    [
      'a label',
      () => ({ labelIds: [labelId] }),
      `id in (select work_item_id from work_item_labels where label_id = any($2))`,
    ],
    [
      'any of ten labels',
      () => ({ labelIds: labelIds.slice(0, 10) }),
      `id in (select work_item_id from work_item_labels where label_id = any($2))`,
    ],
    [
      'a label, open',
      () => ({ labelIds: [labelId], statuses: ['todo', 'in_progress'] }),
      `status in ('todo', 'in_progress') and id in (select work_item_id from work_item_labels where label_id = any($2))`,
    ],
    ['a word in eleven items', () => ({ text: 'number 1234' }), `title ilike '%number 1234%'`],
    ['a word in one of thirty', () => ({ text: 'report' }), 'number % 30 = 0'],
    ['a word in one of ten', () => ({ text: 'number 1' }), `title ilike '%number 1%'`],
    ['a word in all items', () => ({ text: 'words' }), 'true'],
    [
      'a word in all items, and a label',
      () => ({ text: 'words', labelIds: [labelId] }),
      `id in (select work_item_id from work_item_labels where label_id = any($2))`,
    ],
    ['a word in one of thirty, archived', () => ({ text: 'report', archived: true }), 'archived_at is not null'],
  ];

  it.each(
    selective.flatMap(([name, filter, condition]) => sorts.map((sort) => [name, sort, filter, condition] as const)),
  )('the pages of items with %s by %s have what a naive query finds', async (_, sort, filter, condition) => {
    const request = { sort, filter: { archived: false, ...filter() }, bound: '', limit: LIMIT };
    const found: string[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= 4; page += 1) {
      const { items, page: shown } = await readProjectPage(reader, cursors, scope, { ...request, cursor });
      found.push(...items.map(({ id }) => id));
      if (shown.nextCursor === null) break;
      cursor = shown.nextCursor;
    }
    const expected = await database.sql<{ id: string }>(
      `select id from work_items
         where project_id = $1 and ($2::uuid[] is null or true) and deleted_at is null
           and (archived_at is null or ${condition === 'archived_at is not null'}) and ${condition}
         order by ${ORDERS[sort]} limit ${4 * LIMIT}`,
      [scope.projectId, filter().labelIds ?? null],
    );
    expect(found).toEqual(expected.map(({ id }) => id));
  });

  it.each<[string, () => Partial<WorkItemFilter>, most: number]>([
    ['a label that 1,600 items have', () => ({ labelIds: [labelId] }), 600],
    ['a word that one item in thirty has', () => ({ text: 'report' }), 3_000],
    ['a word that all items have', () => ({ text: 'words' }), 1_200],
    ['overdue items', () => ({ overdue: true }), 1_000],
  ])('the last updated of %s are found in few pages of the database', async (_, filter, most) => {
    for (const plan of await plansOf('updated', filter(), 2)) expect(plan.buffers).toBeLessThanOrEqual(most);
  });

  it.each(sorts)(
    'a word that all items have is looked up in the items of the page, not in the index of words, by %s',
    async (sort) => {
      for (const plan of await plansOf(sort, { text: 'words' }, 2)) {
        expect(plan.entriesOf('work_item_texts_by_trigrams')).toBe(0);
        expect(plan.rowsOf('work_item_texts')).toBeLessThanOrEqual(2 * (LIMIT + 1));
      }
    },
  );
});
