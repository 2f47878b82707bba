import { Cursors, type OrganizationScope, type ProfileScope } from '@worktrack/application';
import type { PublicUserId, UserId } from '@worktrack/domain';
import { CursorSeal } from '@worktrack/keyset';
import { Explaining, type ExecutedPlan } from '../../test/plan.js';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { PostgresProfileViews } from './profile.views.js';

const ITEMS = 20_000;
const HISTORY = 100_000;
const COMMENTS = 20_000;
const PEOPLE = 500;
const LIMIT = 50;

/** Builds the SQL of the n-th identifier of a kind: 1 for people, 2 and 3 for Work Items of the two Organizations, 4 and 5 for comments. */
const numbered = (kind: number, n = 'n') => `('${kind}0000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;

/** An ordinary user, one of 500: 40 items, 40 comments and 200 rows of history in the larger Organization. */
const ORDINARY = '10000000-0000-4000-8000-000000000007' as UserId;
/** A busy user, with a tenth of all history. */
const BUSY = '10000000-0000-4000-8000-000000000000' as UserId;

describe(`The plans of a profile at ${ITEMS} Work Items, ${COMMENTS} comments and ${HISTORY} rows of history`, () => {
  let database: TestDatabase;
  let visible: readonly OrganizationScope[];
  let reader: Explaining;
  let views: PostgresProfileViews;
  const report: string[] = [];

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    const ada = await world.user();
    const organizations = [await world.organization(), await world.organization()] as const;
    visible = organizations.map((id) => world.scope(id, ada));
    const [large, small] = [await world.project(organizations[0], ada), await world.project(organizations[1], ada)];
    await withClient(database.url, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into users (id, public_id, email, name, folded_name)
         select ${numbered(1)}, 'usr_' || n, n || '@example.org', 'Person ' || n, 'person ' || n from generate_series(0, ${PEOPLE - 1}) n`,
      );
      for (const [{ organizationId, projectId, projectKey }, kind, share] of [
        [large, 2, 1],
        [small, 3, 0.1],
      ] as const) {
        const person = numbered(1, `n % ${PEOPLE}`);
        const item = numbered(kind, `n % ${ITEMS * share}`);
        await client.query(
          `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status,
             priority, assignee_id, reporter_id, deleted_at, created_at, updated_at)
           select $1, ${numbered(kind)}, $2, $3, n + 1, 1, 'Item ' || n, 'task', 'todo', 'low', ${person}, ${person},
             case when n % 50 = 49 then now() end, now(), now()
           from generate_series(0, ${ITEMS * share - 1}) n`,
          [organizationId, projectId, projectKey],
        );
        await client.query(
          `insert into comments (organization_id, id, project_id, work_item_id, author_id, body, created_at, updated_at)
           select $1, ${numbered(kind + 2)}, $2, ${item}, ${person}, 'Said', now(), now()
           from generate_series(0, ${COMMENTS * share - 1}) n`,
          [organizationId, projectId],
        );
        // One in three rows is of a kind that no profile shows, and one in three is about a comment.
        await client.query(
          `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
           select $1, gen_random_uuid(), $2, ${item}, 1, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute',
             ${numbered(1, `case when n % 10 = 0 then 0 else n % ${PEOPLE} end`)},
             (array['status_changed', 'title_changed', 'comment_added'])[1 + n / 10 % 3],
             jsonb_build_object('from', 'todo', 'to', 'done', 'comment', ${numbered(kind + 2, `n % ${COMMENTS * share}`)})
           from generate_series(0, ${HISTORY * share - 1}) n`,
          [organizationId, projectId],
        );
      }
      await client.query('vacuum analyze');
    });
    reader = new Explaining((await database.open()).connections, database);
    views = new PostgresProfileViews(reader, new Cursors(new CursorSeal(Buffer.alloc(32, 1))));
  }, 120_000);

  afterAll(async () => {
    console.log(report.join('\n'));
    await database.drop();
  });

  const of = (id: UserId): ProfileScope =>
    ({ person: { id, publicId: 'usr_1' as PublicUserId, name: 'Person', joinedAt: '' }, visible }) as never;

  function expectFrugal(what: string, plans: readonly ExecutedPlan[], indexes: readonly string[], most: number): void {
    report.push(`${what}: ${plans.map(({ buffers }) => buffers).join(' and ')} buffers`);
    for (const plan of plans) {
      expect(plan.indexes).toEqual(expect.arrayContaining([...indexes]));
      for (const large of ['work_items', 'comments', 'work_item_history']) {
        expect(plan.sequentialScans).not.toContain(large);
      }
      expect(plan.buffers).toBeLessThanOrEqual(most);
    }
  }

  it('counts what somebody has to do with from the indexes of people, not from all there is', async () => {
    expect(await views.stats(of(ORDINARY))).toMatchObject({
      workItemsAssigned: 44,
      workItemsCreated: 44,
      comments: 44,
    });
    expectFrugal('The counts of a profile', await reader.plans(), ['live_comments_of_an_author'], 800);
  });

  it.each([
    ['one in five hundred', ORDINARY, 0, 2_000],
    ['who did a tenth of everything', BUSY, 0, 2_500],
    ['who did a tenth of everything', BUSY, 3_000, 2_500],
  ] as const)('shows the activity of %s (%s) behind %i entries in %i buffers', async (who, id, behind, most) => {
    let cursor: string | undefined;
    for (let shown = 0; shown < behind; shown += 200) {
      cursor = (await views.activity(of(id), { limit: 200, cursor, since: undefined })).page.nextCursor ?? undefined;
      expect(cursor).toBeDefined();
    }
    const { items } = await views.activity(of(id), { limit: LIMIT, cursor, since: undefined });
    expect(items).toHaveLength(LIMIT);
    const plans = await reader.plans();
    expectFrugal(`The activity of ${who}, behind ${behind}`, plans, ['history_of_an_actor'], most);
  });
});
