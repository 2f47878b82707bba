import { Client } from 'pg';
import { Batch } from '../src/engine/batch.js';

/** Traffic between the process and the database. */
export interface Traffic {
  readonly statements: number;
  /** Characters of all values that were sent. */
  readonly sent: number;
  /** Rows that were read. */
  readonly rows: number;
}

type Query = (this: Client, sent: object) => unknown;

/** Counts the traffic of `work` with the database, on all connections. */
export async function trafficOf(work: () => Promise<unknown>): Promise<Traffic> {
  const traffic = { statements: 0, sent: 0, rows: 0 };
  const client = Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function (sent) {
    if (sent instanceof Batch) {
      traffic.statements += sent.statements.length;
      for (const { values } of sent.statements) traffic.sent += JSON.stringify(values).length;
      const { callback } = sent;
      sent.callback = (error, results = []) => {
        for (const { rows } of results) traffic.rows += rows.length;
        callback(error, results);
      };
    }
    return query.call(this, sent);
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  return traffic;
}
