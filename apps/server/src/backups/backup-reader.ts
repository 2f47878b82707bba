import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { sentenceOf } from '../outcome.js';
import { Hashed } from './hashed.js';
import { BLOBS, MANIFEST, ROWS, SUMS, TABLES, manifestIn, sumLine, type Manifest } from './manifest.js';

/** A part of a backup. */
export interface Part {
  readonly name: string;
  readonly open: () => Promise<Readable>;
}

/** Reads a backup. The file stays open until `close`. */
export class BackupReader {
  private constructor(
    private readonly file: string,
    private readonly zip: ZipFile,
    private readonly sums: Entry,
    private readonly tables: ReadonlyMap<string, Entry>,
    readonly manifest: Manifest,
  ) {}

  /** Opens a backup. Rejects with an error of one sentence when the file is no backup, is cut off, or has another format. */
  static async open(file: string): Promise<BackupReader> {
    const zip = await opened(file);
    try {
      const named = new Map<string, Entry>();
      for await (const entry of zip.eachEntry())
        if (!entry.fileName.startsWith(BLOBS)) named.set(entry.fileName, entry);
      const [manifest, sums] = [named.get(MANIFEST), named.get(SUMS)];
      if (!manifest || !sums) throw new Error(`The file ${file} is no backup of this program: it has no manifest.`);
      const said = manifestIn(await text(await zip.openReadStreamPromise(manifest)));
      return new BackupReader(file, zip, sums, named, said);
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

async function opened(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false, strictFileNames: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new Error(`The file ${file} cannot be read: ${sentenceOf(error)}`, { cause: error });
    throw new Error(`The file ${file} is no backup, or it is cut off.`, { cause: error });
  }
}
