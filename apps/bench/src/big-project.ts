import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { joinEmbeddedPostgres, startThrowawayPostgres } from '@worktrack/embedded-postgres';
import { Client } from 'pg';
import { makeReportData, type ReportProject } from './report-data.js';

/** A Project of 100,000 Work Items with 739,000 rows of history. */
export const BIG: ReportProject = { key: 'BIG', what: 'large', early: 0, items: 100_000, changes: 9 };

/** Durable, as the server requires; else as it comes, but with memory for the data. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
};

/** Measures a database with the Project `BIG`. `token` has all scopes. */
export type MeasureBig = (url: string, token: string) => Promise<void>;

/**
 * Fills the Project `BIG` and calls `measure`. With the option `kept`, keeps the data in the folder `name` of this repository and measures
 * them again in the next run; with `data`, makes them only.
 */
export async function withBigProject(name: string, options: readonly string[], measure: MeasureBig): Promise<void> {
  if (!options.includes('kept') && !options.includes('data')) {
    const postgres = await startThrowawayPostgres({ settings: SETTINGS });
    try {
      await measure(postgres.url, await makeReportData(postgres.url, [BIG]));
    } finally {
      await postgres.leave();
    }
    return;
  }
  const folder = path.resolve(__dirname, '../../../.data', name);
  const known = path.join(folder, 'token');
  const isNew = !existsSync(known);
  mkdirSync(folder, { recursive: true });
  process.env.WORKTRACK_DATA_DIR = folder;
  if (isNew) await withKept(folder, setSettings);
  await withKept(folder, async (url) => {
    if (isNew) writeFileSync(known, await makeReportData(url, [BIG]), { mode: 0o600 });
    if (!options.includes('data')) await measure(url, readFileSync(known, 'utf8'));
  });
}

async function withKept(folder: string, work: (url: string) => Promise<void>): Promise<void> {
  const postgres = await joinEmbeddedPostgres({ dataDir: folder });
  try {
    await work(postgres.url);
  } finally {
    await postgres.leave();
  }
}

async function setSettings(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const [name, value] of Object.entries(SETTINGS)) await client.query(`alter system set ${name} = '${value}'`);
  });
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
