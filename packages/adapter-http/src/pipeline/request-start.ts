import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLines } from './access-log.js';
import { Arrival } from './arrival.js';
import { newRequestId } from './errors.js';
import type { Lifecycle } from './lifecycle.js';
import { RequestEnd } from './request-end.js';

/** Whoever hears of each request that begins. */
export interface RequestObservers {
  readonly lifecycle: Lifecycle;
  readonly accessLines: AccessLines;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly requestObservers: RequestObservers;
  }
}

/** Gives a request its id and its end, and its response what every response carries. A second call changes nothing. */
export function begin(request: FastifyRequest, reply: FastifyReply): void {
  // Declared as always there, and so it is from here on.
  if (request.context as unknown) return;
  const { patience, requestObservers } = request.server;
  const { lifecycle, accessLines } = requestObservers;
  const requestId = newRequestId();
  const arrival = new Arrival(request.raw, patience);
  const end = new RequestEnd(request.raw.socket, reply.raw);
  const accessLine = accessLines.expect(request, reply);
  const startedAt = process.hrtime.bigint();
  request.context = { requestId, startedAt, address: request.ip, arrival, end, accessLine };
  void reply.headers({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' });
  lifecycle.requestBegan(end);
  end.onEnd((outcome) => {
    accessLine.requestEnded(outcome);
  });
}
