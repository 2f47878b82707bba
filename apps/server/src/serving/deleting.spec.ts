import { deleteOrganizations, type DeletionPorts } from '@worktrack/application';
import { seedDemo } from '@worktrack/demo';
import { ScratchDatabase } from '../../test/scratch-database.js';
import { answerOf, run } from '../../test/task-run.js';

jest.setTimeout(120_000);

const OTHER = '0198a000-0000-7000-8000-00000000000b';
const BLOBS = { own: 'a'.repeat(32), shared: 'b'.repeat(32), trashed: 'c'.repeat(32) };

/** The tables with rows of Organizations, by the catalog. */
const TABLES = `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
  where attname = 'organization_id' and relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
  order by relname`;

/** Gives the other Organization a copy of each row, with the same ids: what is deleted by anything but the Organization is missed. */
const COPY = `do $$
declare named text; columns text; chosen text;
begin
  set local session_replication_role = replica;
  for named in ${TABLES} loop
    select string_agg(quote_ident(attname), ', ' order by attnum), string_agg(case attname
        when 'organization_id' then quote_literal('${OTHER}') || '::uuid'
        when 'token_hash' then 'sha256(token_hash)'
        when 'cause' then 'gen_random_uuid()'
        when 'slug' then 'slug || ''-of-the-other'''
        else quote_ident(attname) end, ', ' order by attnum)
      into columns, chosen
    from pg_attribute where attrelid = to_regclass(named) and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '';
    execute format('insert into %I (%s) select %s from %I where organization_id = (select id from organizations where slug = ''demo'')',
      named, columns, chosen, named);
  end loop;
end $$`;

/** The tables that nobody rewrites. */
const RECORDS = [
  'audit_log',
  'sprint_commitments',
  'sprint_departures',
  'sprint_entries',
  'sprint_exits',
  'sprint_outcomes',
  'sprint_summaries',
  'work_item_history',
];

describe('The deletion of an Organization', () => {
  let database: ScratchDatabase;
  let open: Awaited<ReturnType<ScratchDatabase['adapters']>>;
  let demo: string;
  let before: Record<string, number>;
  let removed: string[];
  /** The blobs that were removed in all tests. */
  const gone = new Set<string>();
  let logged: unknown[];

  const task = (...parameters: string[]): Promise<any> => answerOf(parameters, { DATABASE_URL: database.url });
  const refused = async (...parameters: string[]) => (await run(parameters, { DATABASE_URL: database.url })).stderr;

  /** Counts the rows of each table of Organizations. */
  const rowsOf = async (organization: string): Promise<Record<string, number>> => {
    const tables = await database.rows<{ name: string }>(TABLES);
    const counts = tables.map(
      ({ name }) =>
        `select '${name}' as name, count(*)::integer as count from ${name} where organization_id = '${organization}'`,
    );
    const rows = await database.rows<{ name: string; count: number }>(counts.join(' union all '));
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  };
  const ports = (changes: Partial<DeletionPorts> = {}): DeletionPorts => ({
    deletion: open.adapters.organizationDeletion,
    leases: open.adapters.leases,
    ownership: { check: () => Promise.resolve({ isOurs: true }) },
    store: {
      remove: (name) => Promise.resolve(void removed.push(name)),
      removeFromTrash: (name) => Promise.resolve(void removed.push(`trash/${name}`)),
    },
    ...changes,
  });
  const perform = (changes: Partial<DeletionPorts> = {}, signal = new AbortController().signal) =>
    deleteOrganizations(ports(changes), signal, (...told) => logged.push(told));
  const verified = async () => (await run(['db:verify', '--json'], { DATABASE_URL: database.url })).stdout;
  const makeDue = () => database.rows(`update organizations set removal_due_at = now() where slug = 'demo'`);

  beforeAll(async () => {
    database = await ScratchDatabase.create();
    open = await database.adapters();
    await seedDemo(open.adapters.administration, 'small', () => undefined);
    [{ id: demo }] = (await database.rows(`select id from organizations where slug = 'demo'`)) as [{ id: string }];
    const [{ user, item, project }] = (await database.rows(
      `select user_id as user, work_items.id as item, project_id as project from memberships join work_items using (organization_id)
       where role = 'owner' limit 1`,
    )) as [{ user: string; item: string; project: string }];
    const [{ sprint }] = (await database.rows(
      `select id as sprint from sprints where project_id = '${project}' limit 1`,
    )) as [{ sprint: string }];
    const attachments = Object.values(BLOBS).map(
      (blob) =>
        `('${demo}', gen_random_uuid(), '${project}', '${item}', 'a.txt', 'text/plain', 1, sha256('a'), '${blob}', '${user}', now())`,
    );
    await database.rows(
      `insert into attachments (organization_id, id, project_id, work_item_id, file_name, content_type, size, sha256, blob_name, created_by, created_at)
       values ${attachments.join(', ')}`,
    );
    await database.rows(`insert into attachment_usage (organization_id, bytes) values ('${demo}', 3)`);
    await database.rows(`insert into former_slugs values ('demo-before', '${demo}', now() + interval '90 days')`);
    await database.rows(
      `insert into invitations (organization_id, id, email, role, token_hash, invited_by, by_link, created_at, expires_at)
       values ('${demo}', gen_random_uuid(), 'new@example.org', 'member', '\\x01', '${user}', false, now(), now() + interval '7 days')`,
    );
    await database.rows(`insert into handovers values ('${demo}', '${user}', null, null, now())`);
    await database.rows(
      `insert into join_links values ('${demo}', '\\x02', '${user}', now(), now() + interval '7 days', 5, 0, '{}')`,
    );
    await database.rows(
      `insert into outbox (cause, organization_id, kind, address, content, created_at, due_at)
       values (gen_random_uuid(), '${demo}', 'invitation', 'new@example.org', '{}', now(), now())`,
    );
    await database.rows(
      `insert into saved_sprint_reports (organization_id, id, project_id, owner_id, name, folded_name, sprint, settings, shared, revision, created_at, updated_at)
       values ('${demo}', '${OTHER}', '${project}', '${user}', 'Mine', 'mine', 'active', '{}', true, 1, now(), now())`,
    );
    await database.rows(`insert into saved_sprint_report_pins values ('${demo}', '${OTHER}', '${user}', now())`);
    await database.rows(
      `insert into saved_views (organization_id, id, project_id, owner_id, name, folded_name, query, layout, columns, shared, revision, created_at, updated_at)
       values ('${demo}', '${OTHER}', '${project}', '${user}', 'Mine', 'mine', 'blocked()', 'list', '{key}', true, 1, now(), now())`,
    );
    await database.rows(`insert into saved_view_pins values ('${demo}', '${OTHER}', '${user}', now())`);
    await database.rows(
      `insert into change_queue (organization_id, request_id, entries) values ('${demo}', 'r', '[]')`,
    );
    await database.rows(`insert into feed_heads values ('${demo}', 1, 1)`);
    await database.rows(
      `insert into changes (organization_id, position, id, type, at, subject, request_id, changes)
       values ('${demo}', 1, '${OTHER}', 'member.added', now(), '${user}', 'r', '[]')`,
    );
    await database.rows(
      `insert into webhooks (organization_id, id, name, url, owner_id, scopes, position, state, attempt, refusals, lease_token, secret, revision, created_at, updated_at)
       values ('${demo}', '${OTHER}', 'Chat', 'https://hooks.example.org/', '${user}', '{}', 1, 'active', 0, 0, 0, '', 1, now(), now())`,
    );
    await database.rows(
      `insert into webhook_attempts values ('${demo}', '${OTHER}', '${OTHER}', now(), '${OTHER}', 'member.added', 1, 'refused', 400, 9)`,
    );
    await database.rows(
      `insert into webhook_dead_letters values ('${demo}', '${OTHER}', '${OTHER}', 1, 'member.added', now(), 5, 400)`,
    );
    await database.rows(`insert into work_item_positions values ('${demo}', '${item}', '${project}', 1)`);
    await database.rows(
      `insert into work_item_watches values ('${demo}', '${item}', '${user}', '${project}', true, 1, now(), false)`,
    );
    await database.rows(
      `insert into mentions values ('${demo}', '${item}', '${user}', '${project}', '${item}', 1, now())`,
    );
    await database.rows(
      `insert into token_project_grants select organization_id, token_id, '${project}' from token_grants limit 1`,
    );
    await database.rows(
      `insert into sprint_departures (organization_id, sprint_id, work_item_id, project_id, at, title, status)
       values ('${demo}', '${sprint}', '${item}', '${project}', now(), 'Left', 'todo') on conflict do nothing`,
    );
    await database.rows(`insert into organizations (id, slug, name) values ('${OTHER}', 'other', 'Other')`);
    await database.rows(COPY);
    // Not shared: these bytes are of the demo alone, and so is a token.
    await database.rows(
      `delete from attachments where organization_id = '${OTHER}' and blob_name in ('${BLOBS.own}', '${BLOBS.trashed}')`,
    );
    await database.rows(`update attachment_usage set bytes = 1 where organization_id = '${OTHER}'`);
    await task(
      'token:create',
      '--email',
      'amara@demo.example',
      '--name',
      'Demo alone',
      '--scopes',
      'all',
      '--org',
      'demo',
    );
    before = await rowsOf(OTHER);
  });
  afterEach(() => {
    for (const name of removed) gone.add(name);
  });
  beforeEach(() => {
    removed = [];
    logged = [];
  });
  afterAll(async () => {
    await open.close();
    await database.drop();
  });

  it('is tested with a row in every table that has Organizations', async () => {
    const empty = Object.entries(await rowsOf(demo)).filter(([, count]) => count === 0);
    expect(empty).toEqual([]);
    expect(Object.keys(before)).toHaveLength(42);
  });

  it('does nothing while the removal is not due, and its functions refuse to', async () => {
    await task('org:remove', '--slug', 'demo');
    const counts = await rowsOf(demo);
    await perform();
    expect(await rowsOf(demo)).toEqual(counts);
    await expect(
      database.rows(`select delete_rows_of_organization('${demo}', 'work_item_history', 10)`),
    ).rejects.toThrow('has not begun');
    for (const table of RECORDS) {
      const deletion = `delete from ${table} where organization_id = '${demo}'`;
      await expect(database.rows(deletion)).rejects.toThrow('is never rewritten');
    }
    expect([removed, logged]).toEqual([[], []]);
  });

  it('comes earlier when the operator says fewer days, and later for no repeat', async () => {
    const days = async (...parameters: string[]) => {
      const { removalDueAt } = await task('org:remove', '--slug', 'demo', ...parameters);
      return Math.round((Date.parse(removalDueAt) - Date.now()) / 86_400_000);
    };
    expect([await days(), await days('--days', '1'), await days()]).toEqual([30, 1, 1]);
    expect(await refused('org:remove', '--slug', 'demo', '--days', '0')).toContain('must be an integer from 1 to 30');
  });

  it('leaves the bytes of a store that belongs to another database', async () => {
    await makeDue();
    await perform({ ownership: { check: () => Promise.resolve({ isOurs: false, reason: 'Another one.' }) } });
    expect([removed, logged]).toEqual([[], []]);
    expect((await rowsOf(demo)).attachments).toBe(3);
  });

  it('waits while somebody sweeps or backs up the store', async () => {
    await open.adapters.leases.hold('blobs', 60, () => perform());
    expect([removed, logged]).toEqual([[], []]);
  });

  it('cannot be kept back once it has begun', async () => {
    expect(await refused('org:keep', '--slug', 'demo')).toContain('The deletion of this Organization has begun');
  });

  it('goes on where a process ended in between; nobody takes a part of an Organization for a fault', async () => {
    for (const steps of [3, 9, 27]) {
      const stop = new AbortController();
      let left = steps;
      const leases: DeletionPorts['leases'] = {
        hold: (name, seconds, work) =>
          open.adapters.leases.hold(name, seconds, (lease) =>
            work({
              renew: () => {
                if (name === 'deletion' && (left -= 1) === 0) stop.abort();
                return lease.renew();
              },
            }),
          ),
      };
      await perform({ leases }, stop.signal);
    }
    const kept = Object.values(await rowsOf(demo)).filter((count) => count > 0);
    expect(kept.length).toBeGreaterThan(3);
    expect(kept.length).toBeLessThan(39);
    expect(logged).toEqual([]);
    expect(await verified()).not.toContain(demo);
  });

  it('names a table that was forgotten, and keeps the Organization until it is empty', async () => {
    await database.rows(`create table forgotten (organization_id uuid primary key)`);
    await database.rows(`insert into forgotten values ('${demo}')`);
    await expect(perform()).rejects.toThrow('The table forgotten still has rows of the Organization');
    await database.rows('drop table forgotten');
  });

  it('leaves no row and no byte of it, and all of others', async () => {
    await perform();
    expect(logged).toHaveLength(1);
    expect(Object.entries(await rowsOf(demo)).filter(([, count]) => count > 0)).toEqual([]);
    expect(await rowsOf(OTHER)).toEqual(before);
    expect(await verified()).not.toContain('belongs to one');
    expect(await database.rows(`select slug from organizations`)).toEqual([{ slug: 'other' }]);
    expect(await database.rows(`select from access_tokens where name = 'Demo alone'`)).toEqual([]);
    expect(await database.rows(`select from users where default_organization_id <> '${OTHER}'`)).toEqual([]);
  });

  it('removes its bytes, from the trash too, but none that another Organization needs', () => {
    const { own, trashed } = BLOBS;
    expect([...gone].sort()).toEqual([own, trashed, `trash/${own}`, `trash/${trashed}`].sort());
  });

  it('leaves two entries in the audit trail, without a name', async () => {
    const entries = await database.rows(
      `select operation, actor_id as actor, touched from audit_log where operation in ('org:delete', 'org:deleted') order by id`,
    );
    const touched = [{ kind: 'organization', id: demo }];
    expect(entries).toEqual([
      { operation: 'org:delete', actor: null, touched },
      { operation: 'org:deleted', actor: null, touched },
    ]);
  });

  it('frees its slugs', async () => {
    const create = (slug: string) =>
      task('org:create', '--slug', slug, '--name', 'New', '--owner', 'amara@demo.example');
    expect([await create('demo'), await create('demo-before')]).toMatchObject([
      { slug: 'demo' },
      { slug: 'demo-before' },
    ]);
  });
});
