import type { FastifyReply, FastifyRequest } from 'fastify';
import { newRequestId } from './errors.js';

/** Gives a request its id, and its response what every response carries. A second call changes nothing. */
export function begin(request: FastifyRequest, reply: FastifyReply): void {
  // Declared as always there, and so it is from here on.
  if (request.context as unknown) return;
  const requestId = newRequestId();
  request.context = { requestId, startedAt: process.hrtime.bigint() };
  void reply.headers({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' });
}
