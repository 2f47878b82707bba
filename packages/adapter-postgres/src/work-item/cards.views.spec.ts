import { Access, readSqueakQL, type CardQuery, type CardView, type ProjectScope } from '@worktrack/application';
import type { LabelId, PublicUserId, SprintId, UserId } from '@worktrack/domain';
import { fill } from '../../test/many-work-items.js';
import { Explaining } from '../../test/plan.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { PostgresCardViews } from './cards.views.js';

const EVERY: CardQuery = {
  q: undefined,
  scope: 'all',
  status: [],
  type: [],
  priority: [],
  assignee: [],
  label: [],
  sprint: undefined,
  squeakql: undefined,
  doneWithinDays: undefined,
  updatedAfter: undefined,
};
/** Tables that no plan may read from end to end. */
const BIG = ['work_items', 'work_item_texts', 'work_item_labels', 'comments'];

/** Counts the statements that go to the database. */
class Counting extends Explaining {
  statements = 0;

  override rows: Explaining['rows'] = (statement, values) => {
    this.statements += 1;
    return super.rows(statement, values);
  };
}

describe('The cards of a board', () => {
  let database: TestDatabase;
  let world: World;
  let ada: UserId;
  let organizationId: ProjectScope['organizationId'];
  let reader: Counting;
  let cards: PostgresCardViews;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ada = await world.user({ name: 'Ada' });
    organizationId = await world.organization();
    await world.member(organizationId, ada);
    reader = new Counting((await database.open()).connections, database);
    cards = new PostgresCardViews(reader);
  }, 120_000);

  afterAll(() => database.drop());

  /** A Project of `items` Work Items, with everything that a card can show on each of the first ones. */
  const aBoard = async (key: string, items: number) => {
    const scope = await world.project(organizationId, ada, key);
    const sprintId = await world.sprint(scope, 'Sprint 1', 'active');
    const labelIds: LabelId[] = [];
    for (let n = 0; n < 25; n += 1) labelIds.push(await world.label(scope, `label ${String(n).padStart(2, '0')}`));
    await fill(database, scope, { items, ada, sprintId, labelIds });
    return { scope, sprintId, labelIds };
  };

  const list = (scope: ProjectScope, query: Partial<CardQuery> = {}) =>
    cards.list(Access.onBehalfOf(scope.organizationId, ada, 'member'), scope, { ...EVERY, ...query });

  describe('of 1,000 Work Items', () => {
    let scope: ProjectScope;
    let sprintId: SprintId;
    let labelIds: readonly LabelId[];

    beforeAll(async () => {
      ({ scope, sprintId, labelIds } = await aBoard('WEB', 1_000));
      await database.sql('vacuum analyze');
    }, 120_000);

    it('are one statement, which reads a Work Item at most three times', async () => {
      reader.statements = 0;
      const { items, truncated } = await list(scope);
      expect({ statements: reader.statements, cards: items.length, truncated }).toEqual({
        statements: 1,
        cards: 1_000,
        truncated: false,
      });
      const [plan] = await reader.plans();
      // The item itself, its parent, its children and what blocks it.
      expect(plan!.rowsOf('work_items')).toBeLessThanOrEqual(3 * 1_000);
      console.log(`1,000 cards: ${plan!.buffers} buffers`);
    });

    it('come in the order rank: overdue ones first, then by status and priority', async () => {
      const { items } = await list(scope);
      const now = new Date().toISOString();
      const isOverdue = ({ dueDate, status }: CardView) => dueDate !== null && dueDate < now && status !== 'done';
      const group = (card: CardView) =>
        isOverdue(card) ? 0 : { in_progress: 1, in_review: 1, todo: 2, backlog: 2, done: 3 }[card.status];
      const groups = items.map(group);
      expect(groups).toEqual([...groups].sort((a, b) => a - b));
      expect(new Set(groups).size).toBe(4);
    });

    it.each<[string, () => Partial<CardQuery>, (n: number) => boolean]>([
      ['the active Sprint', () => ({ sprint: 'active' }), (n) => n % 40 === 0],
      ['one Sprint', () => ({ sprint: sprintId }), (n) => n % 40 === 0],
      ['no Sprint', () => ({ sprint: 'none' }), (n) => n % 40 !== 0],
      ['the caller', () => ({ assignee: ['me'] }), (n) => n % 20 === 0],
      ['nobody', () => ({ assignee: ['none'] }), (n) => n % 20 !== 0],
      ['the caller or nobody', () => ({ assignee: ['me', 'none'] }), () => true],
      ['a text', () => ({ q: 'number 12' }), (n) => String(n).startsWith('12')],
      ['a type that none has', () => ({ type: ['bug'] }), () => false],
      ['a status', () => ({ status: ['todo', 'in_review'] }), (n) => n % 8 === 4],
      ['a priority', () => ({ priority: ['low'] }), (n) => n % 7 === 0],
    ])('are those of %s', async (_, query, matches) => {
      const { items } = await list(scope, query());
      const numbers = items.map(({ key }) => Number(key.split('-')[1])).sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: 1_000 }, (_one, at) => at + 1).filter(matches));
    });

    it.each([
      ['is about their own values', 'priority = low AND status != done', 1],
      ['depends on the present', 'due < now() OR updated > -1d', 2],
      ['names labels and links', `label = 'label 00' AND NOT blocked()`, 1],
    ])('are those of a query that %s, which costs at most one statement more', async (_what, text, statements) => {
      const all = (await list(scope)).items;
      reader.statements = 0;
      const { items } = await list(scope, { squeakql: readSqueakQL(text, 'squeakql') });
      expect(reader.statements).toBe(statements);
      expect(items.length).toBeGreaterThan(0);
      expect(items.length).toBeLessThan(all.length);
      const keys = new Set(items.map(({ key }) => key));
      expect(items).toEqual(all.filter(({ key }) => keys.has(key)));
    });

    it('with a label have any of the labels that are named', async () => {
      const { items } = await list(scope, { label: labelIds.slice(0, 2) });
      expect(items.length).toBeGreaterThan(80);
      const named = ['label 00', 'label 01'];
      expect(items.every(({ labels }) => labels.some(({ name }) => named.includes(name)))).toBe(true);
    });

    it('leave out done items that nobody has changed for that number of days', async () => {
      const { items } = await list(scope, { doneWithinDays: 2 });
      const numbers = items.filter(({ status }) => status === 'done').map(({ key }) => Number(key.split('-')[1]));
      // Item n changed 31 minutes times n ago; every fourth item is not done.
      expect(Math.max(...numbers)).toBe(91);
      expect(items.filter(({ status }) => status !== 'done')).toHaveLength(250);
    });

    it.each<[string, Partial<CardQuery>]>([
      ['Sprint', { sprint: '00000000-0000-4000-8000-000000000000' as SprintId }],
      ['label', { label: ['00000000-0000-4000-8000-000000000000' as LabelId] }],
      ['user', { assignee: ['usr_AAAAAAAAAAAAAAAAAAAAAA' as PublicUserId] }],
    ])('are none for a %s that does not exist', async (_, query) => {
      const { items, gone, truncated } = await list(scope, query);
      expect({ items, gone, truncated }).toEqual({ items: [], gone: [], truncated: false });
    });
  });

  it('cost as little when the statistics are of empty tables', async () => {
    const young = await TestDatabase.create();
    try {
      const people = new World(young);
      const bob = await people.user({ name: 'Bob' });
      const organization = await people.organization();
      const filled = async (key: string, items: number): Promise<ProjectScope> => {
        const scope = await people.project(organization, bob, key);
        const labelIds: LabelId[] = [];
        for (let n = 0; n < 25; n += 1) labelIds.push(await people.label(scope, `label ${n}`));
        await fill(young, scope, { items, ada: bob, sprintId: null, labelIds, keepsIndexes: true });
        await young.sql(
          `insert into comments (organization_id, id, project_id, work_item_id, author_id, body, created_at, updated_at)
           select organization_id, gen_random_uuid(), project_id, id, $2, 'Words.', now(), now() from work_items where project_id = $1`,
          [scope.projectId, bob],
        );
        return scope;
      };
      for (const table of BIG) await young.sql(`alter table ${table} set (autovacuum_enabled = off)`);
      // An index that was empty then is still taken for empty.
      await young.sql('vacuum analyze');
      await filled('BIG', 6_000);
      const scope = await filled('NEW', 1_000);
      const explaining = new Explaining((await young.open()).connections, young);
      const views = new PostgresCardViews(explaining);
      const answer = await views.list(Access.onBehalfOf(organization, bob, 'member'), scope, EVERY);
      expect(answer.items).toHaveLength(1_000);
      const [plan] = await explaining.plans();
      // Some pages of each of the look-ups, and never those of all other Work Items.
      expect(plan!.buffers).toBeLessThan(40 * 1_000);
      console.log(`1,000 cards with statistics of empty tables: ${plan!.buffers} buffers`);
    } finally {
      await young.drop();
    }
  }, 120_000);

  it('are none for the active Sprint of a Project without one, and none for a Sprint of another Project', async () => {
    const { sprintId } = await aBoard('APP', 50);
    const { scope } = await aBoard('API', 50);
    await database.sql(`update sprints set state = 'future' where project_id = $1`, [scope.projectId]);
    expect((await list(scope, { sprint: 'active' })).items).toEqual([]);
    expect((await list(scope, { sprint: sprintId })).items).toEqual([]);
  });

  it('show labels, children, comments, the parent, the avatar and what blocks; deleted things do not count', async () => {
    const { scope, labelIds } = await aBoard('FULL', 200);
    const { organizationId: org, projectId } = scope;
    const [parent] = await database.sql<{ id: string }>(
      'select id from work_items where project_id = $1 and number = 7',
      [projectId],
    );
    const itemsNumbered = `select id from work_items where project_id = $2 and number = any($3)`;
    await database.sql(
      `insert into work_item_labels (organization_id, project_id, work_item_id, label_id)
       select $1, $2, item.id, label from (${itemsNumbered}) item, unnest($4::uuid[]) label on conflict do nothing`,
      [org, projectId, [7], labelIds.slice(0, 5)],
    );
    await database.sql(
      `insert into comments (organization_id, id, project_id, work_item_id, author_id, body, created_at, updated_at, deleted_at)
       select $1, gen_random_uuid(), $2, item.id, $4, case when n = 3 then null else 'text' end, now(), now(), case when n = 3 then now() end
       from (${itemsNumbered}) item, generate_series(1, 3) n`,
      [org, projectId, [7], ada],
    );
    // 101 blocks 102 and is open; 103 blocks 104 and is done; the link from 105 to 108 is deleted.
    await database.sql(
      `update work_items set status = case number when 103 then 'done' else 'todo' end
       where project_id = $1 and number = any('{101,103,105}')`,
      [projectId],
    );
    for (const [from, to, deleted] of [
      [101, 102, false],
      [103, 104, false],
      [105, 108, true],
    ] as const) {
      await database.sql(
        `insert into work_item_links (organization_id, id, relation, source_project_id, source_id, target_project_id, target_id,
           created_by, created_at, deleted_at)
         select $1, gen_random_uuid(), 'blocks', $2, source.id, $2, target.id, $5, now(), case when $6 then now() end
         from work_items source, work_items target
         where source.project_id = $2 and source.number = $3 and target.project_id = $2 and target.number = $4`,
        [org, projectId, from, to, ada, deleted],
      );
    }
    await database.sql(`update work_items set deleted_at = now() where project_id = $1 and number = 180`, [projectId]);
    await database.sql(`update work_items set archived_at = now() where project_id = $1 and number = 179`, [projectId]);
    await database.sql(`insert into user_avatars (user_id, version, content) values ($1, 'v1', '\\x00')`, [ada]);

    const { items } = await list(scope);
    const card = (number: number) => items.find(({ key }) => key === `FULL-${number}`);
    expect(card(179)).toBeUndefined();
    expect(card(180)).toBeUndefined();
    expect(card(7)?.labels.map(({ name }) => name)).toEqual(['label 00', 'label 01', 'label 02']);
    expect(card(7)?.labelCount).toBeGreaterThanOrEqual(5);
    const [{ done } = { done: -1 }] = await database.sql<{ done: number }>(
      `select count(*)::integer as done from work_items
       where parent_id = $1 and status = 'done' and deleted_at is null and archived_at is null`,
      [parent!.id],
    );
    expect(card(7)).toMatchObject({ comments: 2, children: { total: 79, done } });
    expect(card(120)).toMatchObject({
      parent: { key: 'FULL-7', title: 'Work Item number 7' },
      assignee: { name: 'Ada', avatarVersion: 'v1' },
    });
    expect([102, 104, 108].map((number) => card(number)?.blocked)).toEqual([true, false, false]);
  });

  it('are at most 1,000, with a mark, whatever is on them', async () => {
    const { scope } = await aBoard('BIG', 12_000);
    const { organizationId: org, projectId } = scope;
    // More comments than are counted on each of 300 items, and a parent with more children than are counted.
    await database.fillBy(
      `insert into comments (organization_id, id, project_id, work_item_id, author_id, body, created_at, updated_at)
       select $1, gen_random_uuid(), $2, item.id, $3, 'text', now(), now()
       from work_items item, generate_series(1, 120) where item.project_id = $2 and item.number % 4 = 0 and item.number <= 1200`,
      [org, projectId, ada],
      ['comments'],
    );
    await database.fillBy(
      `update work_items set parent_id = (select id from work_items where project_id = $1 and number = 76)
       where project_id = $1 and number between 2000 and 2700`,
      [projectId],
    );
    await database.sql('vacuum analyze');
    reader.statements = 0;
    const { items, truncated } = await list(scope);
    expect({ statements: reader.statements, cards: items.length, truncated }).toEqual({
      statements: 1,
      cards: 1_000,
      truncated: true,
    });
    expect(Math.max(...items.map(({ comments }) => comments))).toBe(100);
    expect(Math.max(...items.map(({ children }) => children.total))).toBe(500);
    const [plan] = await reader.plans();
    expect(plan!.sequentialScans.filter((table) => BIG.includes(table))).toEqual([]);
    // One group of equal rank is read as far as the board can reach, however many items the Project has.
    expect(plan!.mostSorted).toBeLessThanOrEqual(21 * 1_001);
    console.log(`1,000 of 12,000 cards: ${plan!.buffers} buffers, ${plan!.mostSorted} rows sorted`);
  }, 120_000);
});
