import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { Overloaded, QuotaExhausted, UnknownOutcome } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerLog } from './access-log.js';
import { STATUS, asRefusal, envelopeOf, refusalFor } from './errors.js';
import { cutRequestsOf } from './request-end.js';
import { hideQuota } from './quota.js';
import { begin } from './request-start.js';

/** The one way out for everything that is refused or goes wrong. */
@Catch()
export class ErrorFilter implements ExceptionFilter<unknown> {
  constructor(private readonly log: ServerLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.send(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  private send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    begin(request, reply);
    const { context } = request;
    if (error instanceof UnknownOutcome) {
      // No answer would be true. Clients retry a broken connection with the same key, and a 500 never.
      this.log.fault(context.requestId, error);
      void reply.hijack();
      cutRequestsOf(request.raw.socket);
      request.raw.socket.destroy();
      return;
    }
    if (error instanceof Overloaded) {
      this.log.fault(context.requestId, error);
      void reply.header('Retry-After', '1');
    }
    if (error instanceof QuotaExhausted) void reply.header('Retry-After', String(error.retryAfterSeconds));
    const refusal = refusalFor(context.gone ? asGone(error) : error);
    if (refusal.code === 'INVALID_TOKEN') hideQuota(reply);
    if (refusal.code === 'INTERNAL_ERROR') this.log.fault(context.requestId, error);
    const status = STATUS[refusal.code];
    if (status === 401) void reply.header('WWW-Authenticate', 'Bearer');
    if (refusal.code === 'IDEMPOTENCY_REQUEST_IN_PROGRESS') void reply.header('Retry-After', '1');
    void reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(envelopeOf(refusal, context.requestId)));
  }
}

/** For a target that is gone every refusal is the 404 that was only put off (contract §1.6); a fault stays a fault. */
function asGone(error: unknown): unknown {
  const { code } = refusalFor(error);
  return code === 'INTERNAL_ERROR' || code === 'RATE_LIMITED' ? error : asRefusal('NOT_FOUND');
}
