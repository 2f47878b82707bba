import type { Readable } from 'node:stream';
import type { Release } from '@worktrack/application';
import type { RequestContext } from '../run/context.js';

/** Lets a stream keep its slot until it has been read. A client that goes away, even before the response begins, ends the stream. */
export function releaseAfter(stream: Readable, release: Release, { end }: Pick<RequestContext, 'end'>): Readable {
  stream.once('close', release);
  end.onEnd(() => {
    stream.destroy();
  });
  return stream;
}
