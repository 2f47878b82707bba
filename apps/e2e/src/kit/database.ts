import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';

/** Replaces the database name of a connection URL. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export const databaseName = (url: string): string => new URL(url).pathname.slice(1);

/** The address without the Unix socket that it may name, for programs that do not see the files of this machine, or read TCP alone. */
export function byTcp(url: string): string {
  const tcp = new URL(url);
  tcp.searchParams.delete('host');
  return tcp.href;
}

/** Opens a connection, runs `work` with it and closes it. */
export async function connected<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Connection pools of `query`, by the URL of the database. */
const pools = new Map<string, Pool>();

/** Runs one statement and returns its rows. */
export async function query(url: string, sql: string, values: readonly unknown[] = []): Promise<any[]> {
  return (await poolOf(url).query(sql, [...values])).rows;
}

function poolOf(url: string): Pool {
  const known = pools.get(url);
  if (known) return known;
  const pool = new Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
    // Dropping a database ends its connections.
    .on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}

/** Closes the connections of `query`. */
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
