import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { postgresAdapters } from '../src/adapters.js';
import { openDatabase, type Database } from '../src/database.js';
import type { DatabaseSettings } from '../src/engine/settings.js';
import { migrate } from '../src/migrate.js';
import { eventually } from './eventually.js';

/** Number of the advisory lock, arbitrary: it ensures that one suite of a run creates the template database that all suites copy. */
const TEMPLATE_LOCK = 20_261_122;

/** Files are copied without a record in the write-ahead log: a database takes a quarter of the processor time. */
const COPIED = 'strategy file_copy';

/** The indexes of these tables, with the statements that make them. A constraint, of this table or another one, may need an index. */
const INDEXES_WITHOUT_CONSTRAINT = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indrelid
  where relkind = 'r' and not relispartition and indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid)`;

/** The database of one suite, migrated by default, on the cluster of the test run. */
export class TestDatabase {
  private readonly opened: Database[] = [];
  private sessions: Pool | undefined;

  private constructor(
    private readonly name: string,
    /** URL for the owner of the database. */
    readonly url: string,
  ) {}

  /** The URL without a Unix socket: sessions over one have no settings of TCP. */
  get urlByTcp(): string {
    const url = new URL(this.url);
    url.searchParams.delete('host');
    return url.href;
  }

  static async create({ migrated = true } = {}): Promise<TestDatabase> {
    const name = `test_${randomBytes(6).toString('hex')}`;
    const template = migrated ? await migratedTemplate() : 'template1';
    await asSuperuser((client) => client.query(`create database ${name} template ${template} ${COPIED}`));
    return new TestDatabase(name, urlOf(name));
  }

  /** Opens the database as the server does; `drop` closes it. */
  async open(settings: Partial<DatabaseSettings> = {}): Promise<Database> {
    const database = await openDatabase({
      url: this.url,
      poolMax: 4,
      prepared: true,
      allowUnsafe: true,
      ...settings,
    });
    this.opened.push(database);
    return database;
  }

  async ports(settings: Partial<DatabaseSettings> = {}): Promise<ReturnType<typeof postgresAdapters>> {
    return postgresAdapters(await this.open(settings));
  }

  /** Runs SQL as the superuser, for set-up and for checks that bypass the product. */
  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool().query<Row>(text, values)).rows;
  }

  /** Runs SQL that writes many rows, as `fillTables` does. `tables`: those whose indexes are built at the end. */
  async fillBy(text: string, values: unknown[] = [], tables: readonly string[] = []): Promise<void> {
    await this.fillTables(tables, (client) => client.query(text, values));
  }

  /**
   * Runs work that writes thousands of rows into these tables. Foreign keys are not checked, and no trigger runs; indexes without a
   * constraint are dropped first and built at the end. Each of them would take most of the time.
   */
  async fillTables(tables: readonly string[], work: (client: Client) => Promise<unknown>): Promise<void> {
    await withClient(this.url, async (client) => {
      await client.query('set session_replication_role = replica; set max_parallel_maintenance_workers = 0');
      const { rows } = await client.query<{ name: string; definition: string }>(INDEXES_WITHOUT_CONSTRAINT, [tables]);
      if (rows.length > 0) await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
      await work(client);
      for (const { definition } of rows) await client.query(definition);
    });
  }

  /** Returns the connection pool of `sql`: a new connection for each statement would take most of the time of a test. */
  private pool(): Pool {
    this.sessions ??= new Pool({ connectionString: this.url, max: 4 })
      // A test may end all connections of its database; the pool opens a new one for the next statement.
      .on('error', () => undefined);
    return this.sessions;
  }

  /** Executes a statement with the settings of the server's sessions, and returns its plan. `literals`: its values as SQL. */
  async explain(mode: string, text: string, literals: readonly string[]): Promise<Record<string, unknown>[]> {
    return withClient(this.url, async (client) => {
      await client.query(`set plan_cache_mode = ${mode}; set jit = off; set max_parallel_workers_per_gather = 0;
        set random_page_cost = 1.1`);
      const types = literals.map(() => 'unknown').join(', ');
      await client.query(`prepare explained (${types}) as ${text}`);
      const { rows } = await client.query<Record<string, unknown>>(
        `explain (analyze, buffers, format json) execute explained (${literals.join(', ')})`,
      );
      return rows;
    });
  }

  /** True while a session of this database waits for a lock. */
  async hasWaiting(): Promise<boolean> {
    const waiting = await this.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  }

  /** Waits until a session of this database waits for a lock. */
  async untilSomebodyWaits(): Promise<void> {
    await eventually(() => this.hasWaiting());
  }

  /** Copies the database under another name. It must have no open connections: see `closeAll`. */
  async copy(): Promise<TestDatabase> {
    const name = `${this.name}_copy`;
    await asSuperuser((client) => client.query(`create database ${name} template ${this.name} ${COPIED}`));
    return new TestDatabase(name, urlOf(name));
  }

  async closeAll(): Promise<void> {
    const [opened, sessions] = [this.opened.splice(0), this.sessions];
    this.sessions = undefined;
    await Promise.all([...opened.map((database) => database.close()), sessions?.end()]);
  }

  async drop(): Promise<void> {
    await this.closeAll();
    await asSuperuser((client) => client.query(`drop database ${this.name} with (force)`));
  }
}

/** Returns the name of a migrated database without open connections. The first suite of a run that needs the database creates it. */
async function migratedTemplate(): Promise<string> {
  const name = 'test_template';
  await asSuperuser(async (client) => {
    await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    // Rename it only when it is complete.
    await client.query(`drop database if exists ${name}_new`);
    await client.query(`create database ${name}_new`);
    await migrate(urlOf(`${name}_new`));
    await client.query(`alter database ${name}_new rename to ${name}`);
  });
  return name;
}

/** Runs work as the superuser in the `postgres` database of the cluster. */
export function asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(urlOf('postgres'), work);
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const cluster = process.env.TEST_DATABASE_URL;
  if (cluster === undefined) throw new Error('TEST_DATABASE_URL names no cluster: the global set-up did not run.');
  const url = new URL(cluster);
  url.pathname = `/${database}`;
  return url.href;
}
