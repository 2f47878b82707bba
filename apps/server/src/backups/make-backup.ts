import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RecordSnapshot } from '@worktrack/adapter-postgres';
import type { BlobStore } from '@worktrack/application';
import type { BlobName } from '@worktrack/domain';
import { BackupWriter } from './backup-writer.js';
import { BLOBS, FORMAT, ROWS, TABLES, type AttachmentCounts, type Manifest } from './manifest.js';
import { NewFile, PRIVATE } from './new-file.js';

/** The source of a backup: its records and the bytes of its attachments. */
export interface BackupSource {
  /** Gives `work` all records as of one moment. */
  readonly snapshot: <T>(work: (snapshot: RecordSnapshot) => Promise<T>) => Promise<T>;
  /** The store of attachments; absent in a backup without their bytes. */
  readonly store?: BlobStore;
  /** The version of this program. */
  readonly release: string;
}

/** The result of `db:backup`. */
export interface BackupCounts {
  readonly rows: number;
  /** The number of attachments whose bytes are in the backup; `null` in a backup without bytes. */
  readonly attachments: number | null;
  /** The number of attachments whose bytes the store does not have. */
  readonly missing: number;
  readonly at: string;
}

/** Writes a backup into a stream, and ends it. The snapshot is held while tables are read, and not while bytes of attachments are. */
export async function writeBackup(source: BackupSource, output: Writable): Promise<BackupCounts> {
  const folder = await mkdtemp(path.join(tmpdir(), 'worktrack-backup-'));
  try {
    const names = path.join(folder, 'blob-names');
    const writer = new BackupWriter(output);
    const records = await source.snapshot(async (snapshot) => {
      const written = await writeTables(writer, snapshot);
      if (source.store) await pipeline(snapshot.blobNames(), createWriteStream(names, { mode: PRIVATE }));
      return written;
    });
    const attachments = source.store ? await writeBlobs(writer, source.store, names) : null;
    await writer.end({ format: FORMAT, release: source.release, ...records, attachments });
    const rows = records.tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, attachments: attachments?.blobs ?? null, missing: attachments?.missing ?? 0, at: records.at };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a backup into a file that appears when it is whole and on the disk. Rejects when there is a file of this name. */
export async function writeBackupFile(source: BackupSource, file: string): Promise<BackupCounts & { bytes: number }> {
  const whole = await NewFile.create(file);
  try {
    const counts = await writeBackup(source, whole.output);
    return { ...counts, bytes: await whole.keep() };
  } finally {
    await whole.discard();
  }
}

type Records = Pick<Manifest, 'migration' | 'at' | 'storeId' | 'tables' | 'sequences'>;

async function writeTables(writer: BackupWriter, snapshot: RecordSnapshot): Promise<Records> {
  const { migration, at, storeId, sequences } = snapshot;
  const tables: Records['tables'][number][] = [];
  for (const table of snapshot.tables) {
    const { content, rows } = snapshot.rowsOf(table);
    await writer.add(TABLES + table.name + ROWS, content, { compress: true });
    tables.push({ ...table, rows: await rows() });
  }
  return { migration, at, storeId, tables, sequences };
}

async function writeBlobs(writer: BackupWriter, store: BlobStore, names: string): Promise<AttachmentCounts> {
  const counts = { blobs: 0, bytes: 0, missing: 0 };
  const lines = createInterface({ input: createReadStream(names) });
  for await (const name of lines) {
    const content = await contentOf(store, name as BlobName);
    if (!content) {
      counts.missing += 1;
      continue;
    }
    counts.bytes += await writer.add(BLOBS + name, content, { compress: false });
    counts.blobs += 1;
  }
  return counts;
}

async function contentOf(store: BlobStore, name: BlobName): Promise<Readable | undefined> {
  try {
    return await store.read(name);
  } catch (error) {
    if (await store.has(name)) throw error;
    return undefined;
  }
}
