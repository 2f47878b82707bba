import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SOURCES = path.resolve(__dirname, '../../src');

/** A call that gives SQL to the driver. */
const SENDS = /\.query[(<]/;

/** The files that give SQL to the driver themselves, by the reason why it is not registered and judged like that of requests. */
export const BESIDE_THE_REGISTRY: Readonly<Record<string, readonly string[]>> = {
  'The engine sends what is registered.': ['engine/batch.ts', 'engine/shared-reads.ts'],
  'It asks about sessions, roles and the schema, or changes them, and reads no row of an Organization.': [
    'distribution/cluster.ts',
    'distribution/place-tables.ts',
    'engine/own-session.ts',
    'logins/set-up-logins.ts',
    'migrate.ts',
    'owner-tasks.ts',
    'backup/empty-schema.ts',
  ],
  'A backup holds the rows of all Organizations, and a restore puts them back.': [
    'backup/export-records.ts',
    'backup/import-records.ts',
    'backup/stored-tables.ts',
  ],
  'The audit trail is exported and dropped by months, which hold the entries of all Organizations.': [
    'audit/drop-partitions.ts',
    'audit/export-entries.ts',
    'mutation/audit-partitions.ts',
  ],
  'The keys of cursors are those of the whole installation.': ['keys/change-keys.ts', 'keys/feed-epoch.ts'],
  'A session that listens for changes reads no table.': ['feed/feed-listener.ts'],
  'Its statements are about one Organization: a test judges them.': [
    'backfill/fill-rows.ts',
    'mutation/record-as-owner.ts',
  ],
};

/** Finds the files that give SQL to the driver, by their text. Migrations are left out: they change the schema, and have rules of their own. */
export function filesThatSend(): readonly string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.spec|\.d)\.ts$/.test(name) && !name.startsWith('migrations/'))
    .filter((name) => SENDS.test(readFileSync(path.join(SOURCES, name), 'utf8')))
    .sort();
}
