import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';

/** Replaces the database name of a connection URL. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export const databaseName = (url: string): string => new URL(url).pathname.slice(1);

/** A connection for as long as `work` runs. */
export async function connected<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Connections that `query` uses again, by the address of the database. */
const pools = new Map<string, Pool>();

/** Rows of one statement, straight from the database. */
export async function query(url: string, sql: string, values: readonly unknown[] = []): Promise<any[]> {
  return (await poolOf(url).query(sql, [...values])).rows;
}

function poolOf(url: string): Pool {
  const known = pools.get(url);
  if (known) return known;
  const pool = new Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
    // A database that is dropped takes its connections along.
    .on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}

/** Ends the connections that `query` kept. */
export async function closePools(): Promise<void> {
  const open = [...pools.values()];
  pools.clear();
  await Promise.all(open.map((pool) => pool.end()));
}

/** Makes a database, empty or as a copy of `template`, which nobody may be connected to. Answers its URL. */
export async function createDatabase(serverUrl: string, template?: string): Promise<string> {
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  await query(
    serverUrl,
    `create database ${name}` + (template === undefined ? '' : ` template ${template} strategy file_copy`),
  );
  return databaseUrl(serverUrl, name);
}

export async function dropDatabase(serverUrl: string, url: string): Promise<void> {
  await query(serverUrl, `drop database if exists ${databaseName(url)} with (force)`);
}
