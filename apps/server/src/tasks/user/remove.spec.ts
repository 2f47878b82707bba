import { seedDemo } from '@worktrack/demo';
import { ScratchDatabase } from '../../../test/scratch-database.js';
import { answerOf } from '../../../test/task-run.js';

describe('user:remove', () => {
  let database: ScratchDatabase;
  const task = (...parameters: string[]): Promise<any> => answerOf(parameters, { DATABASE_URL: database.url });

  beforeAll(async () => {
    database = await ScratchDatabase.create();
    const { adapters, close } = await database.adapters();
    await seedDemo(adapters.administration, 'small', () => undefined);
    await close();
  });
  afterAll(() => database.drop());

  it('ends memberships, revokes tokens, clears assignments, and keeps the public id', async () => {
    const token = [
      'token:create',
      '--email',
      'amara@demo.example',
      '--name',
      'hers',
      '--scopes',
      'all',
      '--org',
      'demo',
    ];
    const { token: secret } = await task(...token);
    const [{ id, publicId }] = (await database.rows<{ id: string; publicId: string }>(
      `select id, public_id as "publicId" from users where email = 'amara@demo.example'`,
    )) as [{ id: string; publicId: string }];
    // One of her Work Items was archived meanwhile, one deleted.
    const hers = await database.rows<{ id: string; revision: number }>(
      `select id, revision from work_items where assignee_id = '${id}' order by id`,
    );
    expect(hers.length).toBeGreaterThan(5);
    const [archived, deleted, ...live] = hers as [{ id: string; revision: number }, { id: string; revision: number }];
    await database.rows(`update work_items set archived_at = now() where id = '${archived.id}'`);
    await database.rows(`update work_items set deleted_at = now() where id = '${deleted.id}'`);

    expect(await task('user:remove', '--email', 'Amara@demo.example')).toEqual({ publicId, removed: true });

    expect(await task('user:list')).not.toContainEqual(expect.objectContaining({ publicId }));
    expect(await database.rows(`select from memberships where user_id = '${id}'`)).toEqual([]);
    expect(await database.rows(`select email, name, public_id as "publicId" from users where id = '${id}'`)).toEqual([
      { email: null, name: 'Removed user', publicId },
    ]);
    const { adapters, close } = await database.adapters();
    expect(await adapters.authenticator.authenticate(secret)).toBeUndefined();
    await close();
    expect(await database.rows(`select from access_tokens where user_id = '${id}' and revoked_at is null`)).toEqual([]);

    const changed = [archived, ...live];
    expect(
      await database.rows(
        `select item.id, item.revision, item.assignee_id as assignee, actor_id as actor, detail, updated_at = at as "sameInstant"
         from work_items item join work_item_history history on history.work_item_id = item.id and history.revision = item.revision
         where item.id = any('{${changed.map((item) => item.id).join(',')}}') order by item.id`,
      ),
    ).toEqual(
      changed.map((item) => ({
        id: item.id,
        revision: item.revision + 1,
        assignee: null,
        actor: null,
        detail: { from: id, to: null },
        sameInstant: true,
      })),
    );
    expect(await database.rows(`select revision from work_items where id = '${deleted.id}'`)).toEqual([
      { revision: deleted.revision },
    ]);
    const [audit] = await database.rows<{ touched: { kind: string; id: string; unassigned?: number }[] }>(
      `select touched from audit_log where operation = 'user:remove'`,
    );
    // One entry for each of the account's tokens, however many Work Items were assigned to it.
    expect(audit?.touched.filter(({ kind }) => kind !== 'token')).toEqual([
      { kind: 'user', id, unassigned: changed.length },
    ]);
  });

  it('leaves the e-mail address free for somebody new', async () => {
    const { publicId } = await task('user:create', '--email', 'amara@demo.example', '--name', 'Another Amara');
    expect(
      (await task('user:list')).filter(({ email }: { email: string }) => email === 'amara@demo.example'),
    ).toMatchObject([{ publicId, organizations: [] }]);
  });

  it('leaves the name and the addresses of the person in no row of any table', async () => {
    const [name, next] = ['Zephyrine Quux', 'zephyrine.next@example.org'];
    const email = 'zephyrine@example.org';
    await task('user:create', '--email', email, '--name', name);
    await task('member:add', '--org', 'demo', '--email', email, '--role', 'owner', '--username', 'zephyrine');
    await task('token:create', '--email', email, '--name', "Zephyrine's own", '--scopes', 'all', '--org', 'demo');
    const [{ id, demo }] = (await database.rows(
      `select users.id, organizations.id as demo from users, organizations where email = '${email}' and slug = 'demo'`,
    )) as [{ id: string; demo: string }];
    const cause = '0198a000-0000-7000-8000-00000000000c';
    for (const row of [
      `sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at, user_agent)
         values (gen_random_uuid(), '${id}', '\\x01', now(), now(), now(), 'Browser of zephyrine')`,
      `sign_in_links values ('\\x02', '${id}', 'sign-in', now(), null)`,
      `external_identities values ('https://issuer.example', '${email}', '${id}', now())`,
      `email_changes values ('${id}', '${next}', '\\x03', now() + interval '1 hour')`,
      `user_avatars values ('${id}', 'zephyrine', '\\x04')`,
      `idempotency_records (user_id, key, fingerprint, status, body, project_ids, created_at)
         values ('${id}', 'zephyrine', '\\x05', 200, '${name}', '{}', now())`,
      `invitations (organization_id, id, email, role, message, token_hash, invited_by, by_link, mail_cause, created_at, expires_at)
         values ('${demo}', gen_random_uuid(), 'friend@example.org', 'member', 'Zephyrine asks you', '\\x06', '${id}', false, '${cause}', now(), now() + interval '7 days')`,
      `invitations (organization_id, id, email, role, token_hash, invited_by, by_link, created_at, expires_at)
         select '${demo}', gen_random_uuid(), '${email}', 'member', '\\x07', user_id, false, now(), now() + interval '7 days'
         from memberships where organization_id = '${demo}' and user_id <> '${id}' limit 1`,
      `outbox (cause, kind, address, content, created_at, due_at) values
         ('${cause}', 'invitation', 'friend@example.org', '{"inviter": "${name}"}', now(), now()),
         (gen_random_uuid(), 'recovery', '${email}', '{}', now(), now()),
         (gen_random_uuid(), 'confirmation', '${next}', '{}', now(), now())`,
    ]) {
      await database.rows(`insert into ${row}`);
    }
    /** The tables with a row that says the name. */
    const saying = async () => {
      const tables = await database.rows<{ table: string }>(
        `select relname as table from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
      );
      // Bytes are shown in hexadecimal digits.
      const search = ({ table }: { table: string }) =>
        `select '${table}' as table from ${table} said where said::text ~* 'zephyrine|${Buffer.from('ephyrine').toString('hex')}'`;
      return [
        ...new Set(
          (await database.rows<{ table: string }>(tables.map(search).join(' union all '))).map((one) => one.table),
        ),
      ];
    };
    expect((await saying()).sort()).toEqual([
      'access_tokens',
      'email_changes',
      'external_identities',
      'idempotency_records',
      'invitations',
      'memberships',
      'outbox',
      'sessions',
      'user_avatars',
      'users',
    ]);
    await task('user:remove', '--email', email);
    expect(await saying()).toEqual([]);
    // Whoever it belonged to stays out all the same.
    const { adapters, close } = await database.adapters();
    const found = await adapters.administration.run((tx) =>
      tx.externalIdentities.find('https://issuer.example', email),
    );
    await close();
    expect(found).toEqual({ userId: id, email: null });
  });
});
