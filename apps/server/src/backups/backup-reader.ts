import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { sentenceOf } from '../outcome.js';
import { Hashed } from './hashed.js';
import {
  BLOBS,
  LONGEST_MANIFEST,
  MANIFEST,
  ROWS,
  SUMS,
  TABLES,
  manifestIn,
  sumLine,
  type Manifest,
} from './manifest.js';

/** A part of a backup. */
export interface Part {
  readonly name: string;
  readonly open: () => Promise<Readable>;
}

/** The most parts that are not attachments: many times the number of tables. */
const MOST_TABLES = 1_000;

/**
 * Reads a backup. The file stays open until `close`.
 *
 * A backup can be made to harm. What is kept in memory is bounded before it is unpacked, tables are only passed on, and attachments are
 * stored as they are, with bytes of their own: they take no more room than the file.
 */
export class BackupReader {
  private constructor(
    private readonly file: string,
    private readonly zip: ZipFile,
    private readonly sums: Entry,
    private readonly tables: ReadonlyMap<string, Entry>,
    readonly manifest: Manifest,
  ) {}

  /** Opens a backup. Rejects with an error of one sentence when the file is not a backup, is cut off, or has another format. */
  static async open(file: string): Promise<BackupReader> {
    const zip = await opened(file);
    try {
      const { named, bytes, bytesOfLines } = await directoryOf(zip);
      const [manifest, sums] = [named.get(MANIFEST), named.get(SUMS)];
      if (!manifest || !sums) throw new Error(`The file ${file} is no backup of this program: it has no manifest.`);
      if (bytes > zip.fileSize) throw new Error('The backup is damaged: its parts have more bytes than the file.');
      assertAtMost(LONGEST_MANIFEST, manifest);
      // Twice as long: a backup that lacks parts has more lines, and the first part without a line is named.
      assertAtMost(2 * bytesOfLines, sums);
      const stated = await textOf(zip, manifest);
      return new BackupReader(file, zip, sums, named, manifestIn(stated));
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  /** Reads all parts. Rejects with an error of one sentence that names a part that is missing, damaged, or too many. */
  async check(): Promise<void> {
    const sums = new Hashed();
    await pipeline(await this.zip.openReadStreamPromise(this.sums), sums.resume());
    if (sums.digest() !== this.manifest.sums) throw new Error(`The backup is damaged: ${SUMS} has another SHA-256.`);
    const lines = createInterface({ input: await this.zip.openReadStreamPromise(this.sums) })[Symbol.asyncIterator]();
    const next = async (): Promise<string | undefined> => {
      const line = await lines.next();
      return line.done === true ? undefined : line.value;
    };
    for await (const { name, open } of this.parts()) {
      const expected = await next();
      const hashed = new Hashed();
      await pipeline(await open(), hashed.resume()).catch((error: unknown) => {
        throw new Error(`The backup is damaged: ${name} cannot be read: ${sentenceOf(error)}`, { cause: error });
      });
      if (`${expected}\n` !== sumLine(hashed.digest(), name)) {
        throw new Error(`The backup is damaged: ${name} is not the part that ${SUMS} names at its place.`);
      }
    }
    const missing = await next();
    if (missing !== undefined) throw new Error(`The backup is damaged: it lacks the part ${missing.slice(66)}.`);
    for (const { name } of this.manifest.tables) {
      if (!this.tables.has(TABLES + name + ROWS)) throw new Error(`The backup is damaged: it lacks the table ${name}.`);
    }
  }

  /** Opens the rows of a table that the manifest names. */
  async rowsOf({ name }: { readonly name: string }): Promise<Readable> {
    const entry = this.tables.get(TABLES + name + ROWS);
    if (!entry) throw new Error(`The backup lacks the table ${name}.`);
    return this.zip.openReadStreamPromise(entry);
  }

  /** Reads the tables and blobs in the order of the file. */
  async *parts(): AsyncGenerator<Part> {
    const zip = await opened(this.file);
    try {
      for await (const entry of zip.eachEntry()) {
        if (entry.fileName === SUMS || entry.fileName === MANIFEST) continue;
        yield { name: entry.fileName, open: () => zip.openReadStreamPromise(entry) };
      }
    } finally {
      zip.close();
    }
  }

  close(): void {
    this.zip.close();
  }
}

/** The directory of a backup: its parts that are not attachments, the bytes of all parts in the file, and those of their lines in `SHA256SUMS`. */
interface Directory {
  readonly named: ReadonlyMap<string, Entry>;
  readonly bytes: number;
  readonly bytesOfLines: number;
}

async function directoryOf(zip: ZipFile): Promise<Directory> {
  const named = new Map<string, Entry>();
  let [bytes, bytesOfLines] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressedSize, compressionMethod } = entry;
    bytes += compressedSize;
    bytesOfLines += sumLine(NO_SHA256, fileName).length;
    if (!fileName.startsWith(BLOBS)) named.set(fileName, entry);
    else if (compressionMethod !== STORED) throw new Error(`The backup is damaged: ${fileName} is compressed.`);
    if (named.size > MOST_TABLES) throw new Error('The backup is damaged: it has too many parts.');
  }
  return { named, bytes, bytesOfLines };
}

/** The method of a ZIP file for bytes that are not compressed. */
const STORED = 0;

const NO_SHA256 = '0'.repeat(64);

/** Throws when the part would have more bytes than this. A part that has more than its header says fails while it is read. */
function assertAtMost(bytes: number, { fileName, uncompressedSize }: Entry): void {
  if (uncompressedSize <= bytes) return;
  throw new Error(`The backup is damaged: ${fileName} has ${uncompressedSize} bytes, and at most ${bytes} are read.`);
}

async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  try {
    return await text(await zip.openReadStreamPromise(entry));
  } catch (error) {
    throw new Error(`The backup is damaged: ${entry.fileName} cannot be read: ${sentenceOf(error)}`, { cause: error });
  }
}

async function opened(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false, strictFileNames: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new Error(`The file ${file} cannot be read: ${sentenceOf(error)}`, { cause: error });
    throw new Error(`The file ${file} is no backup, or it is cut off.`, { cause: error });
  }
}
