import type { IncomingMessage } from 'node:http';
import { RequestWork } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLines } from './access-log.js';
import { Arrival } from './arrival.js';
import { setApplicationHeaders } from './application-routes.js';
import { isUnderApp } from './under-app.js';
import type { AddressOf } from './client-address.js';
import { newRequestId } from '../reply/errors.js';
import type { Lifecycle } from './lifecycle.js';
import { RequestEnd } from './request-end.js';

/** The observers of each request that begins. */
export interface RequestObservers {
  readonly lifecycle: Lifecycle;
  readonly accessLines: AccessLines;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly requestObservers: RequestObservers;
    readonly addressOf: AddressOf;
    /** The most milliseconds that the work for a request can take. */
    readonly longestWork: number;
  }
}

/** The most header lines of a request. Node keeps one more, by its setting, and drops the rest silently. */
export const MOST_HEADER_LINES = 2_000;

export function hasTooManyHeaders({ raw }: FastifyRequest): boolean {
  return raw.rawHeaders.length > 2 * MOST_HEADER_LINES;
}

/** The longest `Content-Type` that is read. */
const LONGEST_CONTENT_TYPE = 1_024;

/** A media type that no operation takes. */
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Takes a `Content-Type` that is too long for one that is unknown, which each operation refuses in its own words. Fastify keeps each
 * text that it has parsed.
 */
export function forgetLongContentType({ headers }: Pick<IncomingMessage, 'headers'>): void {
  if ((headers['content-type'] ?? '').length > LONGEST_CONTENT_TYPE) headers['content-type'] = UNKNOWN_TYPE;
}

/** Creates the context of a request, and sets the headers of every response. A second call changes nothing. */
export function begin(request: FastifyRequest, reply: FastifyReply): void {
  // The type says that it is always there, which is true from here on.
  if (request.context as unknown) return;
  const { arrivalTimeouts, requestObservers, addressOf } = request.server;
  const { lifecycle, accessLines } = requestObservers;
  const requestId = newRequestId();
  const arrival = new Arrival(request.raw, arrivalTimeouts);
  const end = new RequestEnd(request.raw.socket, reply.raw);
  const accessLine = accessLines.expect(request, reply);
  const address = addressOf(request.raw);
  const work = new RequestWork(request.server.longestWork);
  work.trace = accessLine.trace;
  const startedAt = process.hrtime.bigint();
  request.context = { requestId, startedAt, address, arrival, end, accessLine, work, hasResponse: false };
  void reply.headers({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' });
  if (isUnderApp(request.raw)) setApplicationHeaders(reply);
  lifecycle.requestBegan(end);
  end.onEnd((outcome) => {
    accessLine.requestEnded(outcome);
  });
  // A dropped line can hold the length of a body, which this server will not read.
  if (hasTooManyHeaders(request)) void reply.header('Connection', 'close');
}
