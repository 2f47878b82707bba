import type { PoolClient } from 'pg';
import { openDatabase, type Database } from './database.js';
import { clientsOf } from './engine/clients.js';
import { APPLICATION_ROLE } from './engine/session-settings.js';
import { ensureRole, grantRole } from './migrations/application-role.js';
import { MIGRATION_NAMES } from './migrations/migrations.js';

/** Result of `migrate`. `current` is the last migration that the database has. */
export interface Migrated {
  readonly applied: string[];
  readonly current: string | null;
}

/** Migrations that a database has, and those that it lacks. `current` is the last one that it has. */
export interface MigrationStatus {
  readonly current: string | null;
  /** In the order they would run. */
  readonly pending: string[];
}

/** Any number: the lock is this database's own. */
const LOCK = `select pg_advisory_lock(7011963)`;
const UNLOCK = `select pg_advisory_unlock(7011963)`;

/**
 * Brings the schema up to date as `ownerUrl`, each migration in a transaction of its own, and lets the login of
 * `applicationUrl` [`ownerUrl`] work as the application role. Two at once wait for each other.
 */
export async function migrate(ownerUrl: string, applicationUrl: string = ownerUrl): Promise<Migrated> {
  const login = await loginOf(applicationUrl);
  const database = await openDatabase({ url: ownerUrl, poolMax: 2, prepared: false, role: 'owner' });
  try {
    return await underLock(database, async (client) => {
      await ensureRole(client, APPLICATION_ROLE);
      const applied = await database.dataSource.runMigrations({ transaction: 'each' });
      await grantRole(client, APPLICATION_ROLE, login);
      return { applied: applied.map(({ name }) => name), current: MIGRATION_NAMES.at(-1) ?? null };
    });
  } finally {
    await database.close();
  }
}

/** Reads the migrations that the database has and lacks. Works on an empty database too. */
export async function migrationStatus(url: string): Promise<MigrationStatus> {
  const database = await openDatabase({ url, poolMax: 1, prepared: false, role: 'owner' });
  try {
    const done = await doneIn(database);
    return {
      current: MIGRATION_NAMES.filter((name) => done.has(name)).at(-1) ?? null,
      pending: MIGRATION_NAMES.filter((name) => !done.has(name)),
    };
  } finally {
    await database.close();
  }
}

async function doneIn(database: Database): Promise<ReadonlySet<string>> {
  const [table] = await database.sql<{ exists: boolean }>(
    'migrations.exists',
    `select to_regclass('migrations') is not null as exists`,
    [],
  );
  if (table?.exists !== true) return new Set();
  const rows = await database.sql<{ name: string }>('migrations.done', 'select name from migrations', []);
  return new Set(rows.map(({ name }) => name));
}

async function loginOf(url: string): Promise<string> {
  const database = await openDatabase({ url, poolMax: 1, prepared: false, role: 'owner' });
  try {
    const [session] = await database.sql<{ login: string }>('login', 'select session_user::text as login', []);
    if (!session) throw new Error('The database told no login.');
    return session.login;
  } finally {
    await database.close();
  }
}

async function underLock<T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const lent = await clientsOf(database.dataSource).lend();
  const { client } = lent;
  try {
    // The wait for another migration may be long, and is no fault.
    await client.query(`set lock_timeout = 0`);
    await client.query(LOCK);
    const result = await work(client);
    await client.query(UNLOCK);
    return result;
  } finally {
    // Closed, and with it the lock released, whatever happened.
    lent.release(true);
  }
}
