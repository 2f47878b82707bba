import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Access, Cursors, Overloaded, readSqueakQL, type OrganizationScope } from '@worktrack/application';
import { Calendar, type ProjectId, type UserId } from '@worktrack/domain';
import { CursorSeal } from '@worktrack/keyset';
import { Explaining, type ExecutedPlan } from '../../test/plan.js';
import { fillOrganization } from '../../test/squeakql/many-things.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import type { Database } from '../database.js';
import { shapedView } from '../engine/statement.js';
import { readSearchPage } from '../work-item/collection/search-page.js';

const ITEMS = 20_000;
/** Tables that no plan may read from end to end. */
const BIG = ['work_items', 'work_item_texts', 'work_item_labels', 'work_item_history', 'comments'];

/** The user documentation, with twenty queries. */
const PAGE = readFileSync(path.resolve(__dirname, '../../../../docs/squeakql.md'), 'utf8');
const QUESTIONS = [...PAGE.matchAll(/^### (.+)\n\n```squeakql\n([^`]+)\n```$/gm)].map(
  ([, question = '', query = '']) => [question, query.replace('WEB-1 ', 'WEB-9 ')] as const,
);

/** The indexes of open items: a plan starts with one of these, by the estimates of the planner. */
const OPEN = ['open_work_items_last_updated_first', 'open_work_items_of_an_organization_by_due_date'];
const DUE = ['open_work_items_of_an_organization_by_due_date'];
const IN_ORDER = ['work_items_of_an_organization_last_updated_first'];
const ASSIGNED = ['assigned_work_items_last_updated_first'];
const BY_PRIORITY = ['open_work_items_most_urgent_first'];
const BY_CREATION = ['work_items_of_an_organization_by_creation'];
const LINKED = ['links_to_a_work_item', 'links_from_a_work_item', 'link_is_there_already'];
const HOT_PARTS: Readonly<Record<string, readonly string[]>> = {
  'What is on my plate, the most urgent first?': ASSIGNED,
  'What of mine is overdue?': [...ASSIGNED, ...DUE],
  'What is due in the next seven days?': DUE,
  'What in the active Sprint has nobody begun?': ['work_items_of_a_sprint', 'one_active_sprint_per_project', ...OPEN],
  'Which open bugs does nobody look after?': BY_CREATION,
  'What is most important in two Projects?': BY_PRIORITY,
  'What is blocked by something that is not done?': LINKED,
  'What holds others up?': BY_PRIORITY,
  'What did I report that is still open?': ['reported_work_items_last_updated_first'],
  'Where did I comment, and something changed within a week?': ['live_comments_of_an_author'],
  'What has been in review for three days?': ['changes_of_fields', 'statuses_of_work_items'],
  'What was finished this week?': ['changes_of_fields', 'statuses_of_work_items'],
  // The former statuses are in the history, which the plan looks up for each item.
  'What was done once and is open again?': ['statuses_of_work_items'],
  'What in this Sprint and the next ones is not estimated?': ['work_items_of_a_sprint', ...IN_ORDER],
  'Where is the login mentioned?': ['work_item_texts_by_trigrams'],
  'What is open about security or privacy?': ['items_of_a_label'],
  'How far are the children of a Work Item?': ['work_items_under_a_parent'],
  'Which stories belong to nothing larger?': ['work_items_last_updated_first'],
  'What was put off, or into another Sprint, within two weeks?': ['changes_of_fields'],
  'What has lain in the backlog for a quarter?': [...IN_ORDER, ...OPEN],
};

const CHANGING = ['status', 'priority', 'assignee', 'sprint', 'title', 'due', 'parent'];
const RELATIONS = ['blocks', 'blocked_by', 'relates'];

const cursors = new Cursors(new CursorSeal(Buffer.alloc(32, 1)));

const FIRST_PAGE = { calendar: Calendar.utc, limit: 50, cursor: undefined };

describe(`Searches among ${ITEMS} Work Items`, () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let reader: Explaining;
  let whole: OrganizationScope;

  beforeAll(async () => {
    testDatabase = await TestDatabase.create();
    const world = new World(testDatabase);
    const me = await world.user();
    const organizationId = await world.organization();
    await fillOrganization(testDatabase, organizationId, me, ITEMS);
    await testDatabase.sql('vacuum analyze');
    whole = Access.onBehalfOf(organizationId, me, 'owner');
    database = await testDatabase.open();
    reader = new Explaining(database.connections, testDatabase);
  }, 300_000);

  afterAll(() => testDatabase.drop());

  const search = (text: string, scope = whole, by: Pick<Explaining, 'rows'> = reader) => {
    const query = readSqueakQL(text, 'query');
    const archivedToo = query.fields.includes('archived');
    return readSearchPage(by, cursors, scope, { ...FIRST_PAGE, query, archivedToo, bound: text });
  };

  const planOf = async (text: string, scope = whole): Promise<ExecutedPlan> => {
    const { items } = await search(text, scope);
    expect({ text, found: items.length > 0 || scope !== whole }).toEqual({ text, found: true });
    const [plan] = await reader.plans();
    if (!plan) throw new Error('There is no plan.');
    return plan;
  };

  /** Returns the plan of a query, which may find nothing. */
  const costOf = async (text: string): Promise<{ plan: ExecutedPlan }> => {
    await search(text);
    const [plan] = await reader.plans();
    if (!plan) throw new Error('There is no plan.');
    return { plan };
  };

  it('are asked the twenty questions of the page', () => {
    expect(QUESTIONS.map(([question]) => question)).toEqual(Object.keys(HOT_PARTS));
  });

  it.each(QUESTIONS)('%s', async (question, query) => {
    const plan = await planOf(query);
    expect(plan.sequentialScans.filter((table) => BIG.includes(table))).toEqual([]);
    expect({ ...plan, read: HOT_PARTS[question]?.some((index) => plan.indexes.includes(index)) }).toMatchObject({
      read: true,
    });
  });

  it.each([
    'points != 999 ORDER BY created',
    'points != 999 ORDER BY created DESC',
    'status != done ORDER BY priority DESC',
  ])('%s reads no more than its page, and a few rows of one instant', async (query) => {
    expect((await planOf(query)).rowsOf('work_items')).toBeLessThanOrEqual(100);
  });

  it('of two Projects by priority and then creation sort entries of an index, and read only the Work Items of the page', async () => {
    const plan = await planOf(
      'project IN (WEB, HAM) AND priority >= high AND status != done ORDER BY priority DESC, created',
    );
    const [open] = await testDatabase.sql<{ count: number }>(
      `select count(*)::integer as count from work_items where priority = 'urgent' and status <> 'done' and archived_at is null`,
    );
    // The first item of the next priority ends the sort.
    expect(plan.mostSorted).toBeLessThanOrEqual(open!.count + 1);
    // A page has up to eight rows of the joined tables beside each Work Item, and a hundred entries of the index.
    expect(plan.buffers).toBeLessThanOrEqual(51 * 12 + open!.count / 20);
  });

  describe('for a label', () => {
    const LABELLED = { security: ITEMS / 50, 'label 3': ITEMS / 20, backend: ITEMS / 4 } as const;

    it.each(['', 'ORDER BY priority DESC', 'ORDER BY created'])('that few have read only those, %s', async (order) => {
      const plan = await planOf(`label = security AND status != done ${order}`);
      expect(plan.indexes).toContain('items_of_a_label');
      expect(plan.rowsOf('work_items')).toBeLessThanOrEqual(LABELLED.security);
    });

    it.each([
      ['that one in four has', 'label = backend', 4],
      ['that one in four has, by creation', 'label = backend ORDER BY created', 4],
      ['that one in four open ones have, by priority', 'label = backend AND status != done ORDER BY priority DESC', 4],
    ])('%s read in the order of the search until the page is full', async (_, text, times) => {
      const plan = await planOf(text);
      // The page and one more, with half as many again because chance spreads them.
      expect(plan.rowsOf('work_items')).toBeLessThanOrEqual(1.5 * times * 51 + 51);
    });

    const foldedOrders = {
      '': 'updated_at desc, project_key desc, number desc',
      'ORDER BY created': 'created_at, updated_at desc, project_key desc, number desc',
      'ORDER BY points DESC': 'coalesce(story_points, -1) desc, updated_at desc, project_key desc, number desc',
    };

    it.each(
      Object.keys(LABELLED).flatMap((name) => Object.entries(foldedOrders).map(([order, sql]) => [name, order, sql])),
    )('%s find what has it, page by page, %s', async (name, order, sql) => {
      const text = `label = '${name}' AND type != epic ${order}`;
      const query = readSqueakQL(text, 'query');
      const found: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 3; page += 1) {
        const request = { ...FIRST_PAGE, query, archivedToo: false, bound: text, cursor };
        const { items, page: next } = await readSearchPage(reader, cursors, whole, request);
        found.push(...items.map(({ id }) => id));
        cursor = next.nextCursor ?? undefined;
      }
      const expected = await testDatabase.sql<{ id: string }>(
        `select id from work_items item
         where organization_id = $1 and deleted_at is null and archived_at is null and type <> 'epic'
           and id in (select work_item_id from work_item_labels join labels on labels.id = label_id where labels.name = $2)
         order by ${sql} limit 150`,
        [whole.organizationId, name],
      );
      expect(found).toEqual(expected.map(({ id }) => id));
    });
  });

  it.each(QUESTIONS)('%s Asked with a token of single Projects', async (_, query) => {
    const projects = await testDatabase.sql<{ id: ProjectId }>(`select id from projects where key in ('WEB', 'QA')`);
    const plan = await planOf(query, { ...whole, onlyProjects: new Set(projects.map(({ id }) => id)) });
    expect(plan.sequentialScans.filter((table) => BIG.includes(table))).toEqual([]);
  });

  const STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'done'];
  const twelve = (condition: (n: number) => string, by: string): string =>
    Array.from({ length: 12 }, (_, n) => condition(n)).join(by);

  it('read no history of what the Work Item itself decides, wherever it stands in the query', async () => {
    const { plan } = await costOf(twelve((n) => `(wasIn(${STATUSES[n % 5]!}) AND points = ${900 + n})`, ' OR '));
    expect(plan.rowsOf('work_item_history')).toBe(0);
  });

  it('look a status of the past up, and go through no history', async () => {
    const text = twelve((n) => `NOT (wasIn(${STATUSES[n % 5]!}) AND points != ${900 + n})`, ' AND ');
    const { plan } = await costOf(`${text} ORDER BY created`);
    // A look-up that finds the status reads at most one row and decides its condition.
    expect(plan.rowsOf('work_item_history')).toBeLessThanOrEqual(5 * ITEMS);
    expect(plan.indexes).toContain('statuses_of_work_items');
  });

  it.each([
    ['statuses of the past', twelve((n) => `NOT (wasIn(${STATUSES[n % 5]!}) AND points != ${n})`, ' AND ')],
    ['changes', `(${twelve((n) => `NOT changed(${CHANGING[n % 7]!}, -${n}w)`, ' AND ')}) AND NOT points < 900`],
    ['links', `(${twelve((n) => `hasLink(${RELATIONS[n % 3]!})`, ' OR ')}) AND points = 900`],
    ['comments', `(${twelve((n) => `NOT commentedBy(person${n})`, ' AND ')}) ORDER BY title`],
  ])('twelve conditions on %s touch a bounded number of pages for each Work Item', async (_, text) => {
    const { plan } = await costOf(text);
    // A look-up in an index reads four pages. The bound is twelve look-ups for each item, and a reserve for the rest of the query.
    expect(plan.buffers).toBeLessThanOrEqual(12 * 5 * ITEMS);
  });

  describe('for the work of one user, who works more in another Organization', () => {
    let count = 0;
    let own: OrganizationScope;

    beforeAll(async () => {
      const world = new World(testDatabase);
      const elsewhere = await world.organization();
      const user = `(select user_id from memberships where organization_id = '${whole.organizationId}' and username = 'person7')`;
      await testDatabase.sql(`set session_replication_role = replica;
        insert into work_items (organization_id, id, project_id, project_key, number, revision, title, description, type, status,
          priority, assignee_id, reporter_id, due_date, created_at, updated_at)
        select '${elsewhere}', gen_random_uuid(), project_id, project_key, number, 1, title, description, type, status,
          priority, ${user}, reporter_id, due_date, created_at, updated_at
        from work_items where organization_id = '${whole.organizationId}';
        -- The others' work is more urgent, due earlier, and both older and newer.
        update work_items set priority = 'low', due_date = now() + interval '9 years',
          created_at = (select percentile_disc(0.5) within group (order by created_at) from work_items)
        where organization_id = '${whole.organizationId}' and assignee_id = ${user};
        reset session_replication_role`);
      await testDatabase.sql('vacuum analyze');
      const [row] = await testDatabase.sql<{ count: number; id: UserId }>(
        `select count(*)::integer as count, ${user} as id from work_items where organization_id = $1 and assignee_id = ${user}`,
        [whole.organizationId],
      );
      if (!row) throw new Error('The user has no work.');
      count = row.count;
      own = Access.onBehalfOf(whole.organizationId, row.id, 'owner');
    }, 300_000);

    it.each(['priority DESC', 'due', 'created', 'created DESC'])(
      'by %s, the index of users is read, however late that work is in this order',
      async (order) => {
        const plan = await planOf(`assignee = me() AND status != done ORDER BY ${order}`, own);
        expect(plan.indexes).toContain('assigned_work_items_last_updated_first');
        expect(plan.rowsOf('work_items')).toBeLessThanOrEqual(count);
      },
    );
  });

  it('a query that the database gives up is reported as overload', async () => {
    const slow: Pick<Explaining, 'rows'> = {
      rows: (statement, values) =>
        statement.name === 'squeakql.search'
          ? database.connections.rows(shapedView('slow', 'select pg_sleep(60)', false), [])
          : database.connections.rows(statement, values),
    };
    await expect(search('status = todo', whole, slow)).rejects.toThrow(Overloaded);
  }, 20_000);
});
