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

/** A PostgreSQL server for tests and benchmarks. */
export interface ThrowawayPostgres extends EmbeddedPostgres {
  /** Stops the server immediately, as `pg_ctl stop -m immediate` does: what is not written to its files by then is lost. */
  crash(): Promise<void>;
  /** Starts the server after `crash`, on its port. Resolves when it accepts connections. */
  restart(): Promise<void>;
  /** Stops all processes of the server where they are: they respond to nothing, and their connections stay. Only on Linux. */
  freeze(): void;
  /** Lets the processes of a frozen server go on. */
  thaw(): void;
  /** Starts a physical replica of the server, which is restarted for it. The replica has the same users and databases. */
  replica(): Promise<ThrowawayPostgres>;
  /**
   * Starts another server on a copy of a base backup of this one. It replays the archive that `settings` name before it can be written to,
   * and has the same users.
   * @param backup folder of the base backup, which stays as it is
   */
  restore(backup: string, settings: Readonly<Record<string, string>>): Promise<ThrowawayPostgres>;
}
