export { postgresAdapters } from './adapters.js';
export { openDatabase, type Database, type DatabaseSettings } from './connection/database.js';
export { migrate, migrationStatus, type Migrated, type MigrationStatus } from './migrations/migrate.js';
