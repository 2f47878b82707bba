import { Access, Cursors, type ContextPageRequest, type OrganizationScope } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import { CursorSeal } from '@worktrack/keyset';
import { fill } from '../../../test/many-work-items.js';
import { Explaining, type ExecutedPlan } from '../../../test/plan.js';
import { TestDatabase } from '../../../test/test-database.js';
import { World } from '../../../test/world.js';
import { readContextPage } from './context-page.js';

const ITEMS = process.env.TEST_DEEP === undefined ? 12_000 : 20_000;
const LIMIT = 50;
/** Tables that no plan may read from end to end. */
const BIG = ['work_items', 'work_item_texts', 'work_item_labels', 'work_item_history'];
const OPEN = ['backlog', 'todo', 'in_progress', 'in_review'] as const;

const cursors = new Cursors(new CursorSeal(Buffer.alloc(32, 1)));

describe(`Plans across Projects at ${ITEMS} Work Items`, () => {
  let database: TestDatabase;
  let reader: Explaining;
  let ada: UserId;
  let whole: OrganizationScope;
  let elsewhere: OrganizationScope;
  let restricted: OrganizationScope;
  let toLarge: OrganizationScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    ada = await world.user();
    const here = await world.organization();
    const there = await world.organization();
    const web = await world.project(here, ada, 'WEB');
    const ham = await world.project(here, ada, 'HAM');
    const away = await world.project(there, ada, 'WEB');
    await fill(database, web, { items: ITEMS, ada, sprintId: null, labelIds: [] });
    await fill(database, ham, { items: ITEMS / 10, ada, sprintId: null, labelIds: [] });
    await fill(database, away, { items: ITEMS / 10, ada, sprintId: null, labelIds: [] });
    // All items of an Organization that has most of the table would be read best from end to end.
    const others = await world.project(await world.organization(), ada);
    await fill(database, others, { items: ITEMS, ada, sprintId: null, labelIds: [] });
    whole = Access.onBehalfOf(here, ada, 'owner');
    elsewhere = Access.onBehalfOf(there, ada, 'owner');
    restricted = { ...whole, onlyProjects: new Set([ham.projectId]) };
    toLarge = { ...whole, onlyProjects: new Set([web.projectId]) };
    await database.sql('vacuum analyze');
    reader = new Explaining((await database.open()).connections, database);
  }, 300_000);

  afterAll(() => database.drop());

  /** Returns the plans of the first page and of one twenty pages later. */
  async function plansOf(scopes: readonly OrganizationScope[], request: Partial<ContextPageRequest>) {
    const all: Omit<ContextPageRequest, 'cursor'> = {
      sort: 'updated',
      filter: { archived: false },
      bound: '',
      limit: LIMIT,
      ...request,
    };
    let cursor: string | undefined;
    const plans: ExecutedPlan[] = [];
    for (let page = 1; page <= 20; page += 1) {
      const { items, page: shown } = await readContextPage(reader, cursors, scopes, { ...all, cursor });
      expect(items.length).toBeGreaterThan(0);
      if (page === 1 || page === 20) plans.push(...(await reader.plans()));
      if (shown.nextCursor === null) break;
      cursor = shown.nextCursor;
    }
    return plans;
  }

  function expectIndexed(plans: readonly ExecutedPlan[], index: string, most: number): void {
    for (const plan of plans) {
      expect(plan.indexes).toContain(index);
      expect(plan.sequentialScans.filter((table) => BIG.includes(table))).toEqual([]);
      expect(plan.mostSorted).toBeLessThanOrEqual(3 * (LIMIT + 1));
      expect(plan.buffers).toBeLessThanOrEqual(most);
    }
  }

  it('an Organization is read from its index, however deep the page', async () => {
    expectIndexed(await plansOf([whole], {}), 'work_items_of_an_organization_last_updated_first', 600);
  });

  it('a token of a single Project reads its indexes, in every order', async () => {
    // Use a large Project: for a small one the planner may sort all its rows.
    for (const [sort, index] of [
      ['updated', 'work_items_last_updated_first'],
      ['dueDate', 'work_items_by_due_date'],
      ['priority', 'work_items_by_priority'],
      ['rank', 'work_items_by_rank'],
    ] as const) {
      expectIndexed(await plansOf([toLarge], { sort }), index, 1_500);
    }
  });

  it('what somebody is assigned and has not done yet is read from the index of assignments, over two Organizations', async () => {
    const mine = {
      person: { userId: ada, as: ['assigned'] },
      filter: { archived: false, statuses: OPEN },
    } as const;
    expectIndexed(await plansOf([whole, elsewhere], mine), 'assigned_work_items_last_updated_first', 2000);
  });

  it('what somebody reported comes from an index in its order', async () => {
    const reported = { person: { userId: ada, as: ['created'] } } as const;
    for (const plan of await plansOf([whole], reported)) {
      expect(plan.sequentialScans.filter((table) => BIG.includes(table))).toEqual([]);
      expect(plan.mostSorted).toBeLessThanOrEqual(3 * (LIMIT + 1));
    }
  });

  it('what somebody has to do with in any way is looked up, not searched for', async () => {
    const involved = { person: { userId: ada, as: ['assigned', 'created', 'commented'] } } as const;
    for (const plan of await plansOf([elsewhere], involved)) {
      expect(plan.sequentialScans.filter((table) => BIG.includes(table))).toEqual([]);
    }
  });

  it.each(['dueDate', 'priority', 'rank'] as const)('by %s too no table is read from end to end', async (sort) => {
    const mine = { sort, person: { userId: ada, as: ['assigned'] } } as const;
    for (const plan of [...(await plansOf([whole], { sort })), ...(await plansOf([restricted, elsewhere], mine))]) {
      expect(plan.sequentialScans.filter((table) => BIG.includes(table))).toEqual([]);
    }
  });
});
