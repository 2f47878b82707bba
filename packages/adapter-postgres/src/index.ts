export { postgresAdapters } from './adapters.js';
export type { DroppedAudit } from './audit/drop-partitions.js';
export type { AuditSink, ExportedAudit } from './audit/export-entries.js';
export type { Backfilled } from './backfill/fill-rows.js';
export type { RecordSnapshot, RowsOfTable } from './backup/export-records.js';
export type { BackedUpRecords } from './backup/import-records.js';
export type { SequenceStates, StoredTable } from './backup/stored-tables.js';
export { openDatabase, type Database } from './database.js';
export { distributionStatements, type Distributed } from './distribution/place-tables.js';
export type { DatabaseMonitor, EndedRoundTrip, PoolState } from './engine/monitor.js';
export type { DatabaseSettings, Pooler, ReplicaState } from './engine/settings.js';
export type { ChangedKeys } from './keys/change-keys.js';
export type { Logins, SetUpLogins } from './logins/set-up-logins.js';
export { migrate, migrationStatus, type Migrated, type MigrationStatus } from './migrate.js';
export { LAST_MIGRATION } from './migrations/migrations.js';
export {
  backUpRecords,
  backfillRecords,
  beginEpochOfFeeds,
  distribute,
  dropAudit,
  exportAudit,
  restoreRecords,
  retireCursorKey,
  rotateCursorKey,
  setUpLogins,
  verifyRecords,
  type RestoredPlace,
} from './owner-tasks.js';
export type { Verification, Violation } from './verification/verifier.js';
