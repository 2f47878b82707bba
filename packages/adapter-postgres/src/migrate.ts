import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { openDatabase, type Database } from './database.js';
import { assertOwnSession, withOwnSession } from './engine/own-session.js';
import { APPLICATION_ROLE, type Pooler } from './engine/settings.js';
import { ensureRole, grantRole, letUseSchema } from './migrations/application-role.js';
import { migrationDataSource } from './migration-data-source.js';
import { MIGRATION_NAMES } from './migrations/migrations.js';
import { isLockTimeout } from './migrations/run-with-retries.js';
import { renewPrivilegesOfTheServer } from './migrations/privileges.js';
import { secureRows } from './migrations/row-security.js';
import { takeOver } from './migrations/take-over.js';
import { ORGANIZATION_ROLE } from './engine/row-security.js';

/** Result of `migrate`. `current` is the last applied migration of the database. */
export interface Migrated {
  readonly applied: string[];
  readonly current: string | null;
}

/** Applied and pending migrations of a database. `current` is the last applied one. */
export interface MigrationStatus {
  readonly current: string | null;
  /** Migrations that have not been applied, in the order in which they will run. */
  readonly pending: string[];
}

/** The number is arbitrary: advisory locks are separate in each database. */
const LOCK = `select pg_try_advisory_lock(7011963) as "isMine"`;
const UNLOCK = `select pg_advisory_unlock(7011963)`;

/**
 * Migrates the schema as the user of `ownerUrl`, each migration in a separate transaction. Grants the roles of the server to the user of
 * `applicationUrl` [`ownerUrl`]. Concurrent calls run one after the other.
 */
export async function migrate(
  ownerUrl: string,
  applicationUrl: string = ownerUrl,
  pooler: Pooler = 'none',
): Promise<Migrated> {
  const login = await loginOf(applicationUrl, pooler);
  return alone(ownerUrl, async (client) => {
    const applied = await migrateAlone(client, { ownerUrl, login });
    return { applied, current: MIGRATION_NAMES.at(-1) ?? null };
  });
}

/** A schema and who can use it. */
export interface MigratedPlace {
  readonly ownerUrl: string;
  /** The user of the server. */
  readonly login: string;
  /** [the newest] The last migration that runs. */
  readonly last?: string;
}

/** Migrates while `client` holds the lock of migrations. Returns the names of the migrations that ran. */
export async function migrateAlone(client: PoolClient, { ownerUrl, login, last }: MigratedPlace): Promise<string[]> {
  const roles = [APPLICATION_ROLE, ORGANIZATION_ROLE];
  for (const role of roles) await ensureRole(client, role);
  const database = await openDatabase({ url: ownerUrl, poolMax: 1, prepared: false, role: 'owner' });
  try {
    const before = await doneIn(database);
    await untilUnlocked(() => takeOver(client, before));
    await runMigrations(ownerUrl, last);
    const run = async (sql: string, values?: unknown[]) => (await client.query<object>(sql, values)).rows;
    await untilUnlocked(() => renewPrivilegesOfTheServer(run));
    await untilUnlocked(() => secureRows(run));
    for (const role of roles) {
      await letUseSchema(client, role);
      await grantRole(client, role, login);
    }
    return [...(await doneIn(database))].filter((name) => !before.has(name));
  } finally {
    await database.close();
  }
}

async function runMigrations(ownerUrl: string, last: string | undefined): Promise<void> {
  const migrations = await migrationDataSource(ownerUrl, last).initialize();
  try {
    await untilUnlocked(() => migrations.runMigrations({ transaction: 'each' }));
  } finally {
    await migrations.destroy();
  }
}

/** Milliseconds between two attempts, in which those go on who waited after a migration that waited for a lock. */
const PAUSE = 500;
const ATTEMPTS = 20;

/** Tries again what did not get a lock in time: it has changed nothing, or can be repeated. */
async function untilUnlocked(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !isLockTimeout(error)) throw error;
      await delay(PAUSE);
    }
  }
}

/** Runs `work` while no other process migrates, or restores this database, with the connection that holds the lock. */
export async function alone<T>(ownerUrl: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const database = await withOwnSession(() =>
    openDatabase({ url: ownerUrl, poolMax: 1, prepared: false, role: 'owner' }),
  );
  try {
    return await underLock(database, ownerUrl, work);
  } finally {
    await database.close();
  }
}

/** Reads the applied and pending migrations of a database, which can be empty. */
export async function migrationStatus(url: string, pooler: Pooler = 'none'): Promise<MigrationStatus> {
  const database = await openDatabase({ url, poolMax: 1, prepared: false, role: 'owner', pooler });
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
  const rows = await database.sql<{ name: string }>('migrations.done', 'select name from migrations order by id', []);
  return new Set(rows.map(({ name }) => name));
}

/** Reads the name of the user of this URL. */
export async function loginOf(url: string, pooler: Pooler = 'none'): Promise<string> {
  const database = await openDatabase({ url, poolMax: 1, prepared: false, role: 'owner', pooler });
  try {
    const [session] = await database.sql<{ login: string }>('login', 'select session_user::text as login', []);
    if (!session) throw new Error('The database returned no login.');
    return session.login;
  } finally {
    await database.close();
  }
}

/** Milliseconds between two attempts to get the lock. Waiting for another migration can take long, and is not an error. */
const POLLING = 100;

async function isLocked(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ isMine: boolean }>(LOCK);
  return rows[0]?.isMine === true;
}

async function underLock<T>(
  database: Database,
  ownerUrl: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  try {
    await assertOwnSession(client, ownerUrl);
    // Asked again and again: the snapshot of a statement that waited for the lock would stop the other process from building an index.
    while (!(await isLocked(client))) await delay(POLLING);
    const result = await work(client);
    await client.query(UNLOCK);
    return result;
  } finally {
    // Closing the connection also releases the lock after an error.
    client.release(true);
  }
}
