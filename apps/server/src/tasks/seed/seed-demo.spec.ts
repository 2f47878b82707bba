import { hashOfSecret } from '@worktrack/application';
import { WORK_ITEM_STATUSES } from '@worktrack/domain';
import { ScratchDatabase } from '../../../test/scratch-database.js';
import { run } from '../../../test/task-run.js';

describe('seed:demo', () => {
  let database: ScratchDatabase;
  let answer: any;
  let progress: string;

  beforeAll(async () => {
    database = await ScratchDatabase.create();
    const { code, stdout, stderr } = await run(['seed:demo', '--json'], { DATABASE_URL: database.url });
    expect(code).toBe(0);
    expect(stderr).toContain('Work Items');
    progress = stderr;
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

  it('prints a link that signs the owner in once, within 24 hours', async () => {
    const [, secret = ''] = /^Open http:\/\/127\.0\.0\.1:3000\/welcome#([\w-]{43})$/m.exec(progress) ?? [];
    expect(
      await database.rows(
        `select holder.email, link.purpose, link.used_at, link.expires_at > now() + interval '23 hours' as "lives",
           link.expires_at <= now() + interval '24 hours' as "ends"
         from sign_in_links link join users holder on holder.id = link.user_id
         where link.token_hash = decode('${hashOfSecret(secret).toString('hex')}', 'hex')`,
      ),
    ).toEqual([{ email: 'owner@demo.example', purpose: 'sign-in', used_at: null, lives: true, ends: true }]);
  });

  it('makes no link where the application for browsers is not served', async () => {
    const other = await ScratchDatabase.create();
    const { stderr } = await run(['seed:demo', '--json'], { DATABASE_URL: other.url, WORKTRACK_WEB: 'off' });
    const links = await other.rows('select from sign_in_links');
    await other.drop();
    expect(stderr).not.toContain('Open');
    expect(links).toEqual([]);
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

  it('moves time forward only, in working hours, and never past now', async () => {
    expect(
      await database.rows(
        `select from (select at, lag(at) over (partition by work_item_id order by sequence) as before from work_item_history) as recorded
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

  it('makes the same history every time', async () => {
    const other = await ScratchDatabase.create();
    await run(['seed:demo'], { DATABASE_URL: other.url });
    const story = `
      select project_key, number, item.revision, title, description, type, status, priority, story_points, sprint.name as sprint,
        assignee.name as assignee, reporter.name as reporter, archived_at is null as open, deleted_at is null as live,
        array(select action from work_item_history where work_item_id = item.id order by sequence) as history,
        array(select body from comments where work_item_id = item.id order by created_at) as comments,
        array(select label.name from work_item_labels join labels label on label.id = label_id
              where work_item_id = item.id order by label.name) as labels
      from work_items item
      left join sprints sprint on sprint.id = sprint_id
      left join users assignee on assignee.id = assignee_id
      left join users reporter on reporter.id = reporter_id
      order by project_key, number`;
    const [first, second] = [await database.rows(story), await other.rows(story)];
    await other.drop();
    expect(second).toEqual(first);
  });
});
