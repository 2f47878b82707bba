import { RequestWork } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Arrival } from './arrival.js';
import { newRequestId } from './errors.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** How long the work for a request may take, in milliseconds. */
    readonly longestWork: number;
  }
}

/** Gives a request its id, and its response what every response carries. A second call changes nothing. */
export function begin(request: FastifyRequest, reply: FastifyReply): void {
  // Declared as always there, and so it is from here on.
  if (request.context as unknown) return;
  const requestId = newRequestId();
  const arrival = new Arrival(request.raw, request.server.patience);
  const work = new RequestWork(request.server.longestWork);
  request.context = { requestId, startedAt: process.hrtime.bigint(), arrival, work, isAnswered: false };
  void reply.headers({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' });
}
