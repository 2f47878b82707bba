import { WORK_ITEM_STATUSES } from '@worktrack/domain';
import { ScratchDatabase } from '../../testing/scratch-database.js';
import { run } from '../../testing/task-run.js';

describe('seed:demo', () => {
  let database: ScratchDatabase;
  let answer: any;

  beforeAll(async () => {
    database = await ScratchDatabase.create();
    const { code, stdout, stderr } = await run(['seed:demo', '--json'], { DATABASE_URL: database.url });
    expect(code).toBe(0);
    expect(stderr).toContain('Work Items');
    answer = JSON.parse(stdout);
  });
  afterAll(() => database.drop());

  it('answers with what it made', () => {
    expect(answer).toEqual({
      organization: 'demo',
      projects: ['WEB', 'APP', 'OPS'],
      users: expect.arrayContaining(['owner@demo.example', 'admin@demo.example']),
      token: expect.stringMatching(/^wtp_/),
      expiresAt: expect.any(String),
    });
  });

  it('makes members of each role, and about 300 Work Items in every status and type', async () => {
    expect(await database.rows('select distinct role from memberships order by role')).toEqual([
      { role: 'admin' },
      { role: 'member' },
      { role: 'owner' },
    ]);
    const items = await database.rows<{ status: string; type: string }>('select status, type from work_items');
    expect(items).toHaveLength(300);
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(WORK_ITEM_STATUSES));
    expect(new Set(items.map(({ type }) => type)).size).toBe(5);
  });

  it('tells in history exactly how each Work Item became what it is', async () => {
    const wrong = await database.rows(
      `with told as (
         select work_item_id, count(distinct revision) as revisions, max(revision) as latest, max(at) as at, min(at) as born,
           (array_agg(coalesce(detail->>'to', detail->'initial'->>'status') order by sequence desc)
              filter (where action in ('created', 'status_changed')))[1] as status,
           (array_agg(coalesce(detail->'to', detail->'initial'->'assignee') order by sequence desc)
              filter (where action in ('created', 'assigned')))[1] as assignee,
           (array_agg(coalesce(detail->>'to', detail->'initial'->>'title') order by sequence desc)
              filter (where action in ('created', 'title_changed')))[1] as title
         from work_item_history group by work_item_id
       )
       select number from work_items left join told on work_item_id = id
       where (revisions, latest, at, born, told.status, told.assignee, told.title) is distinct from
         (revision, revision, updated_at, created_at, work_items.status, to_jsonb(assignee_id), work_items.title)
         and not (told.assignee = 'null' and assignee_id is null and revisions = revision and at = updated_at)`,
    );
    expect(wrong).toEqual([]);
  });

  it('moves time forward only, in working hours, and never past now', async () => {
    expect(
      await database.rows(
        `select from (select at, lag(at) over (partition by work_item_id order by sequence) as before from work_item_history) as told
         where at < before or at > now() or extract(isodow from at at time zone 'UTC') > 5`,
      ),
    ).toEqual([]);
    expect(
      await database.rows(
        `select from work_items join projects on projects.id = project_id where work_items.created_at < projects.created_at`,
      ),
    ).toEqual([]);
  });

  it('numbers the Work Items of a Project in the order of their creation, and counts on behind them', async () => {
    expect(
      await database.rows(
        `select from (select number, created_at, lag(created_at) over (partition by project_id order by number) as before
                      from work_items) as numbered where created_at < before`,
      ),
    ).toEqual([]);
    expect(
      await database.rows(
        `select from project_counters counter where last_number <> (
           select max(number) from work_items where work_items.project_id = counter.project_id)`,
      ),
    ).toEqual([]);
  });

  it('leaves an assignee where somebody began, and none before', async () => {
    expect(
      await database.rows(
        `select from work_items where status in ('in_progress', 'in_review') and assignee_id is null`,
      ),
    ).toEqual([]);
  });

  it('fails when the Organization exists', async () => {
    const { code, stdout, stderr } = await run(['seed:demo', '--json'], { DATABASE_URL: database.url });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: [^\n]*demo[^\n]*\n$/);
  });

  it('tells the same story every time', async () => {
    const other = await ScratchDatabase.create();
    await run(['seed:demo'], { DATABASE_URL: other.url });
    const story = `select project_key, number, type, priority, story_points from work_items order by project_key, number`;
    const [first, second] = [await database.rows(story), await other.rows(story)];
    await other.drop();
    const same = first.filter((item, index) => JSON.stringify(item) === JSON.stringify(second[index]));
    // What happened in the minutes between the two may differ.
    expect(same.length).toBeGreaterThan(290);
  });
});
