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
});
