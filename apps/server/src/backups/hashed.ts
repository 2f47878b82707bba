import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Passes bytes on, and counts and hashes them. */
export class Hashed extends Transform {
  private readonly hash = createHash('sha256');
  bytes = 0;

  override _transform(piece: Buffer, _encoding: string, done: () => void): void {
    this.bytes += piece.length;
    this.hash.update(piece);
    this.push(piece);
    done();
  }

  /** The SHA-256 of all bytes that passed, in hexadecimal digits. Call it once, at the end. */
  digest(): string {
    return this.hash.digest('hex');
  }
}
