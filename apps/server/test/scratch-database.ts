import { randomBytes } from 'node:crypto';
import { migrate, openDatabase, postgresAdapters, type Database } from '@worktrack/adapter-postgres';
import type { DatabasePorts, MaintenancePorts } from '@worktrack/application';

/** A database of its own for one suite, on the cluster that the test run stands on. */
export class ScratchDatabase {
  private looked = 0;

  private constructor(
    readonly url: string,
    private readonly name: string,
  ) {}

  static async create({ migrated = true } = {}): Promise<ScratchDatabase> {
    const name = `server_${randomBytes(6).toString('hex')}`;
    await asOwner(urlOf('postgres'), (database) => database.sql(`create ${name}`, `create database ${name}`, []));
    const scratch = new ScratchDatabase(urlOf(name), name);
    if (migrated) await migrate(scratch.url);
    return scratch;
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
