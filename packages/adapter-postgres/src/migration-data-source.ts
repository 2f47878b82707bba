import 'reflect-metadata';
import { DataSource, type Logger } from 'typeorm';
import { CONNECTION_TIMEOUT, withStartUpOptions } from './engine/settings.js';
import { ENTITIES } from './entities.js';
import { migrationsUpTo } from './migrations/migrations.js';

/** TypeORM would print a failed migration on stdout, where a task prints its result. The error itself is thrown. */
const SILENT: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

/** Creates TypeORM's runner of migrations, up to `last` [the newest]. It knows the records, so that a test compares them with the schema. */
export function migrationDataSource(ownerUrl: string, last?: string): DataSource {
  const { url, options } = withStartUpOptions(ownerUrl, 'owner');
  return new DataSource({
    type: 'postgres',
    url,
    applicationName: 'worktrack',
    poolSize: 1,
    connectTimeoutMS: CONNECTION_TIMEOUT,
    extra: { options },
    entities: ENTITIES,
    migrations: migrationsUpTo(last),
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    logging: false,
    logger: SILENT,
  });
}
