import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { migrate } from '../migrate.js';
import { storeHash } from './policy-hash.js';
import { FUNCTIONS_OF_THE_OWNER, PRIVILEGES_OF_THE_SERVER, renewPrivilegesOfTheServer } from './privileges.js';

describe('The privileges of the server', () => {
  let database: TestDatabase;

  beforeAll(async () => (database = await TestDatabase.create()));
  afterAll(() => database.drop());

  /** The tables, and the functions that work with the rights of their owner, that the lists do not name. */
  const unlisted = async (client: Client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition
       union all select proname from pg_proc where pronamespace = current_schema()::regnamespace and prosecdef`,
    );
    const listed = [...Object.keys(PRIVILEGES_OF_THE_SERVER), ...FUNCTIONS_OF_THE_OWNER];
    return rows.map(({ name }) => name).filter((name) => !listed.includes(name));
  };

  /** The privileges in each table, column and function, without those of the owner. */
  const privileges = () =>
    database.sql<{ name: string; acl: string[] }>(
      `select name, (select array_agg(entry::text order by entry::text) from unnest(acl) entry where entry::text not like session_user || '=%') as acl from (
         select relname as name, relacl as acl from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
         union all select attrelid::regclass || '.' || attname, attacl from pg_attribute where attacl is not null and attrelid > 16383
         union all select proname, proacl from pg_proc where proname = any($1)) named order by name`,
      [FUNCTIONS_OF_THE_OWNER],
    );

  const recorded = (client: Client, texts: string[]) => async (text: string, values?: unknown[]) => {
    texts.push(text);
    return (await client.query<object>(text, values)).rows;
  };

  it('are listed for every table, and for every function with the rights of its owner', async () => {
    await withClient(database.url, async (client) => {
      expect(await unlisted(client)).toEqual([]);
      await client.query(`begin; create table forgotten (id uuid primary key);
        create function forget() returns void language sql security definer as ''`);
      expect((await unlisted(client)).sort()).toEqual(['forget', 'forgotten']);
      await client.query('rollback');
    });
  });

  it('are listed for tables that exist only', async () => {
    const rows = await database.sql<{ name: string }>(
      'select name from unnest($1::text[]) name where to_regclass(name) is null',
      [Object.keys(PRIVILEGES_OF_THE_SERVER)],
    );
    expect(rows).toEqual([]);
  });

  it('never let it change history or the audit trail', () => {
    for (const table of ['work_item_history', 'audit_log']) {
      expect(PRIVILEGES_OF_THE_SERVER[table]).toEqual(['select', 'insert']);
    }
  });

  it.each([
    ['is back when it was lost', 'revoke insert on work_items from worktrack_app'],
    ['is back when all were lost', 'revoke all on all tables in schema public from worktrack_app'],
    [
      'to call a function is back when it was lost',
      'revoke all on function make_audit_partitions() from worktrack_app',
    ],
    ['is gone when it is too much', 'grant delete, truncate on work_item_history to worktrack_app'],
    ['is gone when it is too much in one column', 'grant update (operation) on audit_log to worktrack_app'],
    ['to call a function is gone when everybody got it', 'grant execute on function make_audit_partitions() to public'],
    [
      'is gone in every table and in every month of the audit trail when all were given',
      'grant all on all tables in schema public to worktrack_app, worktrack_tx',
    ],
  ])('are renewed by db:migrate: one that %s', async (_, change) => {
    const wanted = await privileges();
    await database.sql(change);
    expect(await privileges()).not.toEqual(wanted);
    expect((await migrate(database.url)).applied).toEqual([]);
    expect(await privileges()).toEqual(wanted);
  });

  it.each([
    ['revoke insert on audit_log from worktrack_app', 'the role worktrack_app lacks insert on audit_log'],
    ['revoke update on work_items from worktrack_tx', 'the role worktrack_tx lacks update on work_items'],
  ])('are looked at when a server starts: %s', async (change, problem) => {
    await database.sql(change);
    await expect(database.open()).rejects.toThrow(
      'This database cannot be used: its policies or privileges are not those that db:migrate made: run the task db:migrate.',
    );
    await storeHash((text) => database.sql(text));
    await expect(database.open()).rejects.toThrow(`This database cannot be used: ${problem}: run the task db:migrate.`);
    await migrate(database.url);
    await database.open();
  });

  it('may be more when a server starts, after the db:migrate of the next release', async () => {
    await database.sql('grant delete on labels, comments to worktrack_app');
    await storeHash((text) => database.sql(text));
    await database.open();
    await migrate(database.url);
  });

  it('are not missed in a table that the db:migrate of a later release has dropped', async () => {
    const later = await TestDatabase.create();
    await later.sql('drop table idempotency_usage');
    await storeHash((text) => later.sql(text));
    await (await later.open()).close();
    await later.drop();
  });

  it('are compared first: where none differs, nothing is granted', async () => {
    const texts: string[] = [];
    await withClient(database.url, (client) => renewPrivilegesOfTheServer(recorded(client, texts)));
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text.trim()).toMatch(/^select /);
  });

  it('are compared while somebody has locked a table', async () => {
    await withClient(database.url, async (other) => {
      await other.query('begin; lock table work_items in access exclusive mode');
      await withClient(database.url, async (client) => {
        await client.query('set lock_timeout = 500');
        await renewPrivilegesOfTheServer(recorded(client, []));
      });
    });
  });

  it('are renewed when the lock of a table is free again', async () => {
    const wanted = await privileges();
    await database.sql('revoke insert on work_items from worktrack_app');
    const migrated = await withClient(database.url, async (other) => {
      await other.query('begin; lock table work_items in access exclusive mode');
      const running = migrate(database.url);
      // Longer than one attempt waits.
      await delay(1_500);
      return { running };
    });
    await migrated.running;
    expect(await privileges()).toEqual(wanted);
  });
});
