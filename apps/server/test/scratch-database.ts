import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate, openDatabase, postgresAdapters, type Database } from '@worktrack/adapter-postgres';
import type { DatabasePorts, MaintenancePorts } from '@worktrack/application';

/** Number of the advisory lock, arbitrary: it ensures that one suite of a run creates the template that all copy. */
const TEMPLATE_LOCK = 20_261_124;

/** A database of its own for one suite, on the cluster that the test run stands on. */
export class ScratchDatabase {
  private looked = 0;

  private constructor(
    readonly url: string,
    private readonly name: string,
  ) {}

  static async create({ migrated = true } = {}): Promise<ScratchDatabase> {
    const name = `server_${randomBytes(6).toString('hex')}`;
    const template = migrated ? await migratedTemplate() : 'template1';
    // Files are copied without a record in the write-ahead log: a database takes a quarter of the processor time.
    const create = `create database ${name} template ${template} strategy file_copy`;
    await asOwner(urlOf('postgres'), (database) => database.sql(`create ${name}`, create, []));
    return new ScratchDatabase(urlOf(name), name);
  }

  /** Reads rows directly from the database, past the application. */
  rows<Row extends object>(text: string): Promise<Row[]> {
    return asOwner(this.url, (database) => database.sql<Row>(`look ${(this.looked += 1)} into ${this.name}`, text, []));
  }

  /** Opens the adapters as a server does. */
  async adapters(): Promise<{ adapters: DatabasePorts & MaintenancePorts; close: () => Promise<void> }> {
    const database = await openDatabase({ url: this.url, poolMax: 4, prepared: true });
    return { adapters: postgresAdapters(database), close: () => database.close() };
  }

  async drop(): Promise<void> {
    const { name } = this;
    await asOwner(urlOf('postgres'), (database) =>
      database.sql(`drop ${name}`, `drop database ${name} with (force)`, []),
    );
  }
}

/** Returns the name of a migrated database without open connections. The first suite of a run that needs the database creates it. */
async function migratedTemplate(): Promise<string> {
  const name = 'server_template';
  await asOwner(urlOf('postgres'), async (database) => {
    // A session of the owner waits for a lock for a second only, and a migration may take longer. The lock ends with the session.
    const lock = `select where pg_try_advisory_lock(${TEMPLATE_LOCK})`;
    while ((await database.sql('lock the template', lock, [])).length === 0) await pause(25);
    const known = await database.sql('find the template', `select from pg_database where datname = '${name}'`, []);
    if (known.length === 1) return;
    // Rename it only when it is complete.
    await database.sql('drop the new template', `drop database if exists ${name}_new`, []);
    await database.sql('create the new template', `create database ${name}_new`, []);
    await migrate(urlOf(`${name}_new`));
    await database.sql('rename the new template', `alter database ${name}_new rename to ${name}`, []);
  });
  return name;
}

async function asOwner<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ url, poolMax: 1, prepared: false, role: 'owner' });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function urlOf(database: string): string {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = `/${database}`;
  return url.href;
}
