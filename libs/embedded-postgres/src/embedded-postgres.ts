/** A PostgreSQL that runs for this process, and perhaps for others beside it. */
export interface EmbeddedPostgres {
  /** Superuser URL with its password. The database is `worktrack` (shared server) or `postgres` (throwaway server). */
  readonly url: string;
  /**
   * Gives up this process's part; the server stops when the last process left, which this then waits for.
   * May be called again: the second call changes nothing.
   */
  leave(): Promise<void>;
}
