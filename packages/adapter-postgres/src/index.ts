export { postgresAdapters } from './adapters.js';
export { openDatabase, type Database, type DatabaseSettings } from './connection/database.js';
export { ConnectionLost, DatabaseBusy, UnknownOutcome } from './connection/failures.js';
export { migrate, migrationStatus, type Migrated, type MigrationStatus } from './migrations/migrate.js';
