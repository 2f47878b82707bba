/** A PostgreSQL server that runs for this process, and perhaps for others. */
export interface EmbeddedPostgres {
  /** Superuser URL with its password. The database is `worktrack` (shared server) or `postgres` (throwaway server). */
  readonly url: string;
  /**
   * Leaves the server. It stops when the last process leaves; that process's call waits for the stop.
   * A second call changes nothing.
   */
  leave(): Promise<void>;
}
