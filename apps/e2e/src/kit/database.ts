import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** The same server and user, another database. */
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

/** Rows of one statement, straight from the database. */
export function query(url: string, sql: string, values: readonly unknown[] = []): Promise<any[]> {
  return connected(url, async (client) => (await client.query(sql, [...values])).rows);
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
