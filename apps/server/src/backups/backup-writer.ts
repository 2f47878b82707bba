import { createHash } from 'node:crypto';
import { pipeline as piped, type Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { Hashed } from './hashed.js';
import { MANIFEST, SUMS, sumLine, type Manifest } from './manifest.js';

/** File mode of a part that is unpacked: only its owner can read it. */
const PRIVATE = 0o100600;

/** Writes the parts of a backup into a stream, one after the other. Keeps the names and digests of all parts in memory. */
export class BackupWriter {
  private readonly zip = new ZipFile();
  private readonly lines: string[] = [];
  private readonly output: Promise<void>;

  constructor(output: Writable) {
    const { outputStream } = this.zip;
    this.output = pipeline(outputStream, output);
    // The caller that waits for a part or for the end gets the error.
    this.output.catch(() => undefined);
    this.zip.on('error', (error: Error) => {
      (outputStream as Readable).destroy(error);
    });
  }

  /** Writes a part. Returns the number of its bytes. Rejects with an error of the content or of the output. */
  async add(name: string, content: Readable, { compress }: { readonly compress: boolean }): Promise<number> {
    const hashed = new Hashed();
    // An error of the content ends the hashed stream too, and is rethrown by it.
    piped(content, hashed, () => undefined);
    this.zip.addReadStream(hashed, name, { compress, mode: PRIVATE });
    await Promise.race([finished(hashed), this.output.then(() => Promise.reject(new Error('The output has ended.')))]);
    this.lines.push(sumLine(hashed.digest(), name));
    return hashed.bytes;
  }

  /** Writes the digests and the manifest, and ends the output. */
  async end(manifest: Omit<Manifest, 'sums'>): Promise<void> {
    const sums = Buffer.from(this.lines.join(''));
    const whole: Manifest = { ...manifest, sums: createHash('sha256').update(sums).digest('hex') };
    this.zip.addBuffer(sums, SUMS, { mode: PRIVATE });
    this.zip.addBuffer(Buffer.from(`${JSON.stringify(whole, undefined, 2)}\n`), MANIFEST, {
      mode: PRIVATE,
      compress: false,
    });
    this.zip.end();
    await this.output;
  }
}
