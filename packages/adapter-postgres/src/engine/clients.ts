import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';

/** A connection that a pool lends to one user. */
export interface LentClient {
  readonly client: PoolClient;
  /** Returns the connection to the pool; a `broken` one is closed instead. */
  release(broken: boolean): void;
}

/** Lends connections. */
export interface ClientSource {
  /** Lends a connection. Throws when none becomes free in time, or the server cannot be reached. */
  lend(): Promise<LentClient>;
}

/** Lends connections of TypeORM's pool. TypeORM's query runner returns the client of the driver. */
export function clientsOf(dataSource: DataSource): ClientSource {
  return {
    lend: async () => {
      const runner = dataSource.createQueryRunner();
      const client = (await runner.connect()) as PoolClient;
      return {
        client,
        release: (broken) => {
          // A query runner cannot be released with an error; ending the client keeps the pool from lending it again.
          if (broken) void client.end().catch(() => undefined);
          void runner.release();
        },
      };
    },
  };
}

/** Lends connections of a pool of the driver. */
export function clientsOfPool(pool: Pool): ClientSource {
  return {
    lend: async () => {
      const client = await pool.connect();
      return {
        client,
        release: (broken) => {
          client.release(broken);
        },
      };
    },
  };
}
