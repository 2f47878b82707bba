import type { FastifyReply } from 'fastify';

/** The headers of a successful response that depend on its result. */
export interface ResponseHeaders {
  /** An earlier request with the same `Idempotency-Key` made the response. */
  readonly replayed?: boolean;
  readonly etag?: string | undefined;
  /** The absolute URL of a new resource. */
  readonly location?: string | undefined;
}

/** Sets the headers of a successful response, to a read or to a mutation (contract §8). */
export function setResponseHeaders(reply: FastifyReply, { replayed = false, etag, location }: ResponseHeaders): void {
  if (replayed) void reply.header('Idempotency-Replayed', 'true');
  if (etag !== undefined) void reply.header('ETag', etag);
  if (location !== undefined) void reply.header('Location', location);
}
