import type { Pool, PoolClient, QueryResultRow } from 'pg';

/** Sends one named statement of a transaction and waits for its rows. PostgreSQL keeps its plan by the name. */
export type Send = <Row extends QueryResultRow = QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/** Runs `work` in a transaction of its own. `control` sends a statement without values, such as a savepoint. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (send: Send, control: (text: string) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const client: PoolClient = await pool.connect();
  const control = (text: string) => client.query(text);
  try {
    await control('begin');
    const result = await work(
      async (name, text, values) => (await client.query({ name, text, values: [...values] })).rows,
      control,
    );
    await control('commit');
    return result;
  } catch (error) {
    await control('rollback');
    throw error;
  } finally {
    client.release();
  }
}
