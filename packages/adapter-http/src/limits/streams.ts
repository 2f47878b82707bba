import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isRefusal, type Release } from '@worktrack/application';
import type { FastifyRequest } from 'fastify';
import type { RequestChecks } from '../checks/checks.js';

/** Milliseconds between two checks of a stream that is being read. They look up rights once a second. */
const CHECKED_EVERY = 250;

/**
 * Lets a stream keep its slot until it has been read. A client that goes away, even before the response begins, ends the stream; so does the end
 * of the right to it, such as the removal of the member.
 */
export function releaseAfter(
  stream: Readable,
  release: Release,
  request: FastifyRequest,
  checks: Pick<RequestChecks, 'checkAgain'>,
): Readable {
  stream.once('close', release);
  request.context.end.onEnd(() => {
    stream.destroy();
  });
  void endWithRight(stream, () => checks.checkAgain(request));
  return stream;
}

async function endWithRight(stream: Readable, check: () => Promise<void>): Promise<void> {
  for (;;) {
    await delay(CHECKED_EVERY, undefined, { ref: false });
    if (stream.destroyed) return;
    await check().catch((error: unknown) => {
      // A database that is away ends no right.
      if (isRefusal(error)) stream.destroy();
    });
  }
}
