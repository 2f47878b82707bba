export { postgresAdapters } from './adapters.js';
export { openDatabase, type Database } from './database.js';
export type { DatabaseSettings } from './engine/database-settings.js';
export { migrate, migrationStatus, type Migrated, type MigrationStatus } from './migrate.js';
export type { Verification, Violation } from './verification/verifier.js';
export { verifyRecords } from './verify.js';
