import type { FastifyReply, FastifyRequest } from 'fastify';
import { Arrival } from './arrival.js';
import { newRequestId } from './errors.js';

/** Gives a request its id, and its response what every response carries. A second call changes nothing. */
export function begin(request: FastifyRequest, reply: FastifyReply): void {
  // Declared as always there, and so it is from here on.
  if (request.context as unknown) return;
  const requestId = newRequestId();
  const arrival = new Arrival(request.raw, request.server.patience);
  request.context = { requestId, startedAt: process.hrtime.bigint(), arrival };
  void reply.headers({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' });
}
