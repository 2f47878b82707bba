import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { link, rm, stat } from 'node:fs/promises';

/** File mode: only this user can read and write. */
export const PRIVATE = 0o600;

/** A file that appears under its name when it is whole and on the disk. Until then it has the name with `.part`. */
export class NewFile {
  private constructor(
    private readonly file: string,
    readonly output: WriteStream,
  ) {}

  /** Rejects when there is a file of this name. */
  static async create(file: string): Promise<NewFile> {
    if (await exists(file)) throw new Error(`The file ${file} exists already.`);
    // `flush` waits for the disk before the file is closed.
    const output = createWriteStream(`${file}.part`, { flags: 'wx', mode: PRIVATE, flush: true });
    await once(output, 'open');
    // The caller that writes or ends gets the error.
    output.on('error', () => undefined);
    return new NewFile(file, output);
  }

  /** Writes a piece. Resolves when the next one can be written. */
  write(piece: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.output.write(piece, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** Ends the file and gives it its name. Returns the number of its bytes. */
  async keep(): Promise<number> {
    if (!this.output.writableEnded) this.output.end();
    if (!this.output.closed) await once(this.output, 'close');
    if (this.output.errored) throw this.output.errored;
    // A link, unlike a move, replaces no file.
    await link(`${this.file}.part`, this.file);
    return (await stat(this.file)).size;
  }

  /** Removes what has not got its name. */
  async discard(): Promise<void> {
    this.output.destroy();
    await rm(`${this.file}.part`, { force: true });
  }
}

const exists = async (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
