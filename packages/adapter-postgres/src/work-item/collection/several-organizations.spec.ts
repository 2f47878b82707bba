import type { OrganizationScope, PageRequest, ProfileScope, WorkItemSort } from '@worktrack/application';
import type { PublicUserId, UserId } from '@worktrack/domain';
import { viewStatement } from '../../engine/statement.js';
import { TestDatabase } from '../../../test/test-database.js';
import { World } from '../../../test/world.js';

/** One more Organization than one round trip reads. */
const MOST = 21;
/** Work Items of each Organization. */
const ITEMS = 8;

describe('The work of a user in several Organizations', () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let ada: UserId;
  const scopes: OrganizationScope[] = [];
  const exchanges: (readonly string[])[] = [];

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    ada = await world.user();
    // The same Projects everywhere, and the same numbers at the same instants: rows of two Organizations differ by their ids alone.
    for (let count = 0; count < MOST; count += 1) {
      const organization = await world.organization();
      const web = await world.project(organization, ada, 'WEB');
      const hidden = await world.project(organization, ada, 'HID');
      for (const project of [web, hidden]) {
        await database.sql(
          `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
             assignee_id, reporter_id, due_date, created_at, updated_at)
           select $1, gen_random_uuid(), $2, $3, n, 1, 'n', 'task', (array['todo', 'in_progress', 'done'])[1 + n % 3],
             (array['low', 'high'])[1 + n % 2], case when n % 4 > 0 then $4::uuid end, $4,
             case when n % 3 > 0 then timestamptz '2026-01-01' + (n / 4) * interval '1 day' + (n % 2) * interval '900 years' end,
             '2026-01-01', timestamptz '2026-02-01' + (n / 3) * interval '1 day'
           from generate_series(1, $5::integer) n`,
          [organization, project.projectId, project.projectKey, ada, ITEMS],
        );
      }
      await database.sql(
        `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
         select organization_id, gen_random_uuid(), project_id, id, 1, timestamptz '2026-01-01' + (number / 3) * interval '1 hour', $2, 'created', '{}'
         from work_items where organization_id = $1`,
        [organization, ada],
      );
      // In every third one only a Project is visible.
      const whole = world.scope(organization, ada);
      scopes.push(count % 3 === 1 ? { ...whole, onlyProjects: new Set([web.projectId]) } : whole);
    }
    ports = await database.ports({ poolMax: 1, observe: (names) => exchanges.push(names) });
  }, 120_000);

  afterAll(() => database.drop());

  const visible = (count: number) => scopes.slice(0, count);

  const page = (count: number, sort: WorkItemSort, request: PageRequest, person?: UserId) =>
    ports.workItemViews.pageAcross(visible(count), {
      sort,
      filter: { archived: false },
      bound: '',
      person: person && { userId: person, as: ['assigned'] },
      ...request,
    });

  const profile = (count: number): ProfileScope => ({
    viewer: ada,
    person: {
      id: ada,
      publicId: 'usr_ada' as PublicUserId,
      name: 'Ada',
      joinedAt: new Date(),
      avatarVersion: null,
    } as never,
    isCurrentUser: true,
    shared: [],
    visible: visible(count),
  });

  it('is read in one round trip, by a statement for each Organization, on one connection', async () => {
    for (const count of [1, 2, 20]) {
      exchanges.length = 0;
      await page(count, 'rank', { limit: 7, cursor: undefined });
      await ports.profileViews.activity(profile(count), { limit: 7, cursor: undefined, since: undefined });
      expect(exchanges.map((names) => names.length)).toEqual([count, count]);
    }
  });

  it('compares due dates with one instant, also where there are more Organizations than one round trip reads', async () => {
    for (const count of [2, 20, MOST]) {
      exchanges.length = 0;
      const { page: first } = await page(count, 'rank', { limit: 1, cursor: undefined });
      const sent = exchanges.flat().filter((name) => name === 'work-item-view.now');
      expect(sent).toHaveLength(count > 20 ? 1 : 0);
      expect(first.nextCursor).not.toBeNull();
    }
    const { connections } = await database.open({ poolMax: 1 });
    const now = { statement: viewStatement('test.now', 'select now()::text as now'), values: [] };
    const sleep = { statement: viewStatement('test.sleep', 'select pg_sleep(0.01)'), values: [] };
    const [before, , after] = await connections.rowsOfEach([now, sleep, now]);
    expect(before).toHaveLength(1);
    expect(after).toEqual(before);
  });

  it('is nothing where there is no Organization, and nothing is asked', async () => {
    exchanges.length = 0;
    expect((await page(0, 'updated', { limit: 7, cursor: undefined })).items).toEqual([]);
    expect(exchanges).toEqual([]);
  });
});
