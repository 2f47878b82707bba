import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Release } from '../../pipeline/fair-share.js';
import { ReportPermits } from '../../pipeline/report-permits.js';
import type { RequestEnd } from '../../pipeline/request-end.js';
import { textOf } from './row-texts.js';

/** The rows of an answer that is written in memory, like a page; a longer one is streamed. */
const MOST_ROWS_IN_MEMORY = 1_000;
/** Streams at once. Each holds the rows of its report until its client has read them. */
const MOST_STREAMS = 4;
/** Milliseconds that a request waits for one of them. */
const LONGEST_WAIT = 5_000;
/** Milliseconds that a client may take to read one. */
const LONGEST_READING = 120_000;

/** The client that asks for an export. */
export interface Reader {
  readonly tokenId: string;
  readonly organizationId: string;
  readonly signal: AbortSignal;
  readonly end: Pick<RequestEnd, 'onEnd'>;
}

/** The bodies of exports: short ones in memory, long ones as streams, of which there are few at once. */
@Injectable()
export class ExportStreams {
  private readonly permits = new ReportPermits(MOST_STREAMS, LONGEST_WAIT);

  /**
   * Returns the body whose text comes in `pieces`. Throws `Overloaded` when other streams take too long. A token has one stream at
   * most, an Organization two.
   */
  async bodyOf(pieces: AsyncGenerator<string>, rowCount: number, reader: Reader): Promise<string | Readable> {
    if (rowCount <= MOST_ROWS_IN_MEMORY) return textOf(pieces);
    const release = await this.permits.take(reader.tokenId, reader.organizationId, reader.signal);
    return streamed(pieces, release, reader);
  }
}

function streamed(pieces: AsyncGenerator<string>, release: Release, { end }: Reader): Readable {
  const stream = Readable.from(pieces, { highWaterMark: 1 });
  const timer = setTimeout(() => {
    stream.destroy();
  }, LONGEST_READING).unref();
  stream.once('close', () => {
    clearTimeout(timer);
    release();
  });
  // A client that has gone before the answer begins never reads the stream.
  end.onEnd(() => {
    stream.destroy();
  });
  return stream;
}
