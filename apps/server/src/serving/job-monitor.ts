/** The jobs that a server does by itself. */
export type JobName =
  | 'sweep'
  | 'purge_keys'
  | 'purge_sessions'
  | 'purge_changes'
  | 'send_mails'
  | 'deliver_events'
  | 'delete_organizations'
  | 'erase_work_items';

/** The tables that are purged; `sessions`: with the links to sign in and the mails. */
export type PurgedTable = 'idempotency_records' | 'sessions' | 'changes';

/** Receives the results of the jobs. Methods must neither throw nor wait. */
export interface JobMonitor {
  /** A round of the job ended without an error, also when another process had the turn. */
  succeeded(job: JobName): void;
  /** A sweep deleted this number of blobs and abandoned uploads for good. */
  swept(removed: number): void;
  purged(table: PurgedTable, rows: number): void;
}
