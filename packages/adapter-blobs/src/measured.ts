import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { refuse, type CountBytes } from '@worktrack/application';

/** A stream of content that counts and hashes its bytes, up to a limit. */
export class Measured {
  private bytes = 0;
  private readonly hash = createHash('sha256');
  private error: Error | undefined;

  constructor(
    private readonly content: Readable,
    private readonly most: number,
    private readonly count: CountBytes = () => undefined,
  ) {}

  /** Yields the content piece by piece. Throws `PAYLOAD_TOO_LARGE` as soon as the limit is exceeded, and any error of `count`. */
  async *pieces(): AsyncGenerator<Buffer> {
    // While the reader has a piece, an error is the reader's: it ended this generator.
    let isRead = false;
    try {
      for await (const piece of this.content as AsyncIterable<Buffer>) {
        this.bytes += piece.length;
        if (this.bytes > this.most) refuse('PAYLOAD_TOO_LARGE', `The file is larger than ${this.most} bytes.`);
        this.count(piece.length);
        this.hash.update(piece);
        isRead = true;
        yield piece;
        isRead = false;
      }
    } catch (error) {
      if (!isRead) this.error = error instanceof Error ? error : new Error('The content broke.', { cause: error });
      throw error;
    }
  }

  /** The error of the content, its limit or `count`; `undefined` when there was none. */
  get failure(): Error | undefined {
    return this.error;
  }

  /** Returns the size and the hash of all bytes that passed. Call it once, at the end. */
  facts(): { readonly size: number; readonly sha256: string } {
    return { size: this.bytes, sha256: this.hash.digest('hex') };
  }
}
