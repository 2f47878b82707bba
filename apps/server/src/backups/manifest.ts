import type { BackedUpRecords } from '@worktrack/adapter-postgres';

/** The version of the layout below. Another one is refused. */
export const FORMAT = 1;

/*
 * A backup is a ZIP file with, in this order:
 *   tables/NAME.copy   the rows of a table, in the text format of PostgreSQL's COPY
 *   blobs/NAME         the bytes of an attachment, as they are in the store
 *   SHA256SUMS         a line for each part above, in its order: SHA-256, two spaces, name; as `sha256sum --check` reads it
 *   manifest.json      the manifest below
 */
export const TABLES = 'tables/';
export const ROWS = '.copy';
export const BLOBS = 'blobs/';
export const SUMS = 'SHA256SUMS';
export const MANIFEST = 'manifest.json';

/** The first part of a backup: its format, its origin, and a digest of each other part. */
export interface Manifest extends Pick<BackedUpRecords, 'migration' | 'tables' | 'sequences'> {
  readonly format: number;
  /** The version of the program that made the backup. */
  readonly release: string;
  /** The instant of all records. */
  readonly at: string;
  /** The id of the store of attachments; `null` when the database had none. */
  readonly storeId: string | null;
  /** `null` in a backup without bytes of attachments. */
  readonly attachments: AttachmentCounts | null;
  /** The SHA-256 of `SHA256SUMS`. */
  readonly sums: string;
}

/** The attachments of a backup. */
export interface AttachmentCounts {
  readonly blobs: number;
  readonly bytes: number;
  /** The number of attachments whose bytes the store did not have. */
  readonly missing: number;
}

/** The line of a part in `SHA256SUMS`. */
export const sumLine = (sha256: string, name: string): string => `${sha256}  ${name}\n`;

/** The longest manifest that is read, in bytes: many times that of all tables, and no data makes it longer. */
export const LONGEST_MANIFEST = 1_000_000;

/** Reads a manifest. Throws with one sentence when it is of another format, or no manifest. */
export function manifestIn(text: string): Manifest {
  const manifest = parsed(text);
  if (!isObject(manifest) || typeof manifest.format !== 'number') {
    throw new Error('The file is no backup of this program: its manifest is damaged.');
  }
  const { format } = manifest;
  if (format !== FORMAT) throw new Error(`The backup has the format ${format}; this release reads format ${FORMAT}.`);
  for (const [member, isRight] of Object.entries(MEMBERS)) {
    if (!isRight(manifest[member])) throw new Error(`The manifest of the backup is damaged at ${member}.`);
  }
  return manifest as unknown as Manifest;
}

const MEMBERS: Readonly<Record<Exclude<keyof Manifest, 'format'>, (value: unknown) => boolean>> = {
  release: isText,
  migration: isText,
  at: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
  storeId: (value) => value === null || isText(value),
  tables: (value) => Array.isArray(value) && value.every(isTable),
  sequences: (value) => isObject(value) && Object.values(value).every(isSequence),
  attachments: (value) =>
    value === null || (isObject(value) && ['blobs', 'bytes', 'missing'].every((member) => isCount(value[member]))),
  sums: (value) => isText(value) && /^[0-9a-f]{64}$/.test(value),
};

const isTable = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.name) &&
  Array.isArray(value.columns) &&
  value.columns.every(isText) &&
  isCount(value.rows);

const isSequence = (value: unknown): boolean =>
  isObject(value) && isText(value.last) && /^\d{1,19}$/.test(value.last) && typeof value.isCalled === 'boolean';

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
