import { randomBytes } from 'node:crypto';
import { Abandoned, RequestWork } from '@worktrack/application';
import { eventually } from '../../test/eventually.js';
import { startPooler } from '../../test/pooler.js';
import { asSuperuser, TestDatabase, withClient } from '../../test/test-database.js';
import { settingsOf } from '../engine/settings.js';
import { migrate } from '../migrate.js';
import { setUpLogins } from '../owner-tasks.js';

describe('Logins for a pooler that takes no start-up options', () => {
  let database: TestDatabase;
  const [server, reports, owner] = ['server', 'reports', 'owner'].map(
    (purpose) => `${purpose}_${randomBytes(6).toString('hex')}`,
  ) as [string, string, string];

  beforeAll(async () => {
    database = await TestDatabase.create();
    await asSuperuser(async (client) => {
      for (const login of [server, reports, owner]) await client.query(`create role ${login} login password 'secret'`);
    });
  });
  afterAll(async () => {
    await database.drop();
    await asSuperuser((client) => client.query(`drop role ${server}, ${reports}, ${owner}`));
  });

  const urlAs = (login: string) => {
    const url = new URL(database.urlByTcp);
    url.username = login;
    url.password = 'secret';
    return url.href;
  };
  const open = (readUrl = urlAs(reports)) =>
    database.open({ url: urlAs(server), readUrl, pooler: 'transaction', prepared: true });
  const refusal = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'not refused',
      (error: unknown) => (error as Error).message,
    );

  it('are refused before they have the settings, each of which is named', async () => {
    await database.sql(`grant worktrack_app to ${server}, ${reports}`);
    await database.sql(`alter role ${server} set role = worktrack_app`);
    const said = await refusal(open());
    for (const [name, value] of Object.entries(settingsOf('application'))) {
      const { rows } = await withClient(database.urlByTcp, (client) =>
        client.query<{ value: string }>(
          `select case when unit in ('ms', 's') then setting else current_setting(name) end as value from pg_settings where name = $1`,
          [name],
        ),
      );
      const isDefault = name === 'role' || rows[0]?.value === value;
      expect([name, said.includes(` ${name} = `)]).toEqual([name, !isDefault]);
    }
    expect(said).toMatch(/: run the task db:logins, and let the pooler open its sessions again\.$/);
  });

  it('have every setting when they are set up, and again', async () => {
    for (let time = 0; time < 2; time += 1) {
      const { logins } = await setUpLogins(database.url, { server, reports, owner });
      expect(logins.map(({ login }) => login)).toEqual([server, reports, owner]);
    }
    const opened = await open();
    const [session] = await opened.sql(
      'test.session',
      'select current_user::text as role, session_user::text as login',
      [],
    );
    expect(session).toEqual({ role: 'worktrack_app', login: server });
    await opened.close();
  });

  it('let the end of a connection stop the statement of a client that has gone: the pooler names no session', async () => {
    const pooler = await startPooler(urlAs(server));
    const opened = await database.open({ url: pooler.url, readUrl: urlAs(reports), pooler: 'transaction', poolMax: 1 });
    const running = (query: string) =>
      database.sql(
        `select query from pg_stat_activity where datname = current_database() and query like $1 and (state = 'active' or query like '%cancel%')`,
        [query],
      );
    try {
      const work = new RequestWork(60_000);
      const sleep = { name: 'test.sleep', text: 'select pg_sleep(60)', instants: 'date' } as const;
      const read = work.run(() => opened.connections.rows(sleep, []));
      await eventually(async () => (await running('select pg_sleep%')).length === 1);
      work.clientLeft();
      await expect(read).rejects.toBeInstanceOf(Abandoned);
      await eventually(async () => (await running('select pg_sleep%')).length === 0);
      expect(await running('select pg_cancel_backend%')).toEqual([]);
      work.end();
    } finally {
      await opened.close();
      await pooler.close();
    }
  });

  it('are refused for the reports when they are those of the servers', async () => {
    const said = await refusal(open(urlAs(server)));
    expect(said).toContain('its sessions for reports have ');
    for (const name of ['default_transaction_read_only', 'statement_timeout', 'plan_cache_mode', 'work_mem']) {
      expect(said).toContain(` ${name} = `);
    }
  });

  it('serve without a replica that cannot be reached', async () => {
    const silent = new URL(urlAs(reports));
    silent.port = '1';
    await (await open(silent.href)).close();
  });

  it.each([
    ['a login that does not exist', { server: 'nobody_knows' }, 'There is no login nobody_knows.'],
    ['one login for two purposes', { server, reports: server }, 'Each purpose needs a login of its own'],
  ])('are not set up for %s', async (_, logins, reason) => {
    await expect(setUpLogins(database.url, logins)).rejects.toThrow(reason);
  });

  it('let the owner migrate through a pooler that lends a session for as long as a connection lasts', async () => {
    const pooler = await startPooler(database.url);
    try {
      expect((await migrate(pooler.url)).applied).toEqual([]);
    } finally {
      await pooler.close();
    }
  });
});
