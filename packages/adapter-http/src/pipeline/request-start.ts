import type { FastifyReply, FastifyRequest } from 'fastify';
import { Arrival } from './arrival.js';
import type { AddressOf } from './client-address.js';
import { newRequestId } from './errors.js';

declare module 'fastify' {
  interface FastifyInstance {
    readonly addressOf: AddressOf;
  }
}

/** The most header lines of a request. Node is told to keep one more, and drops the rest without a word. */
export const MOST_HEADER_LINES = 2_000;

export function hasTooManyHeaders({ raw }: FastifyRequest): boolean {
  return raw.rawHeaders.length > 2 * MOST_HEADER_LINES;
}

/** Gives a request its id, and its response what every response carries. A second call changes nothing. */
export function begin(request: FastifyRequest, reply: FastifyReply): void {
  // Declared as always there, and so it is from here on.
  if (request.context as unknown) return;
  const requestId = newRequestId();
  const arrival = new Arrival(request.raw, request.server.patience);
  const address = request.server.addressOf(request.raw);
  request.context = { requestId, startedAt: process.hrtime.bigint(), address, arrival };
  void reply.headers({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' });
  // Behind the lines that were dropped there may be the length of a body, which nobody waits for.
  if (hasTooManyHeaders(request)) void reply.header('Connection', 'close');
}
