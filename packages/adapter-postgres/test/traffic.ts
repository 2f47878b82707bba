import { Client } from 'pg';

/** Traffic between the process and the database. */
export interface Traffic {
  readonly statements: number;
  /** Characters of all values that were sent. */
  readonly sent: number;
  /** Rows that were read. */
  readonly rows: number;
}

interface Sent {
  readonly values?: readonly unknown[];
}

interface Answer {
  readonly rows?: readonly unknown[];
}

type Query = (this: Client, sent: Sent) => Promise<Answer>;

/** Counts the traffic of `work` with the database, on all connections. */
export async function trafficOf(work: () => Promise<unknown>): Promise<Traffic> {
  const traffic = { statements: 0, sent: 0, rows: 0 };
  const client = Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function (sent) {
    traffic.statements += 1;
    traffic.sent += JSON.stringify(sent.values ?? []).length;
    const answer = query.call(this, sent);
    answer.then(
      ({ rows }) => {
        traffic.rows += rows?.length ?? 0;
      },
      () => undefined,
    );
    return answer;
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  return traffic;
}
