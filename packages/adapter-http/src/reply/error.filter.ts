import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import {
  Overloaded,
  ProviderUnavailable,
  QuotaExhausted,
  StoreUnavailable,
  UnknownOutcome,
  refusal,
} from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestMonitor, ServerLog } from '../arrival/access-log.js';
import { Moved } from './moved.js';
import { PageFault } from './page-fault.js';
import { STATUS, UNAVAILABLE, envelopeOf, refusalFor } from './errors.js';
import { cutRequestsOf } from '../arrival/request-end.js';
import { hideQuota } from '../checks/quota.js';
import { begin } from '../arrival/request-start.js';
import { JSON_TYPE } from './json-type.js';

/** Seconds after which a client asks again for what needs the store of attachments, or a provider of identities. */
const STORE_RETRY_SECONDS = 5;

/** Responds to everything that is refused or goes wrong. */
@Catch()
export class ErrorFilter implements ExceptionFilter<unknown> {
  constructor(
    private readonly log: ServerLog,
    private readonly monitor?: RequestMonitor,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.respond(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Responds to a request with its refusal. */
  respond(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    begin(request, reply);
    const { context } = request;
    const cause = error instanceof PageFault ? error.cause : error;
    if (cause instanceof Overloaded) this.monitor?.requestOverloaded(cause.reason);
    if (error instanceof UnknownOutcome) {
      // No response would be true. Clients retry a broken connection with the same key, and never a 500.
      this.log.fault(context.requestId, error, context.work.trace?.id);
      context.hasResponse = true;
      context.work.end();
      // No response passes `onSend`, and the client might have gone already.
      context.releaseSlot?.();
      void reply.hijack();
      cutRequestsOf(request.raw.socket);
      request.raw.socket.destroy();
      return;
    }
    if (error instanceof Moved) {
      void reply.code(308).header('Location', error.location).send();
      return;
    }
    if (error instanceof PageFault) {
      this.log.fault(context.requestId, error.cause, context.work.trace?.id);
      void reply.code(error.status);
      if (error.status === UNAVAILABLE && !reply.hasHeader('Retry-After')) void reply.header('Retry-After', '1');
      void reply.send(error.html);
      return;
    }
    if (error instanceof Overloaded) {
      this.log.fault(context.requestId, error, context.work.trace?.id);
      void reply.header('Retry-After', '1');
    }
    const isUnavailable = error instanceof StoreUnavailable || error instanceof ProviderUnavailable;
    if (isUnavailable) void reply.header('Retry-After', String(STORE_RETRY_SECONDS));
    if (error instanceof QuotaExhausted) void reply.header('Retry-After', String(error.retryAfterSeconds));
    const named = refusalFor(error);
    // A deleted target gets a 404 unless its mutation is replayed (contract §1.6). A fault stays a fault.
    const isFault = named.code === 'INTERNAL_ERROR' || named.code === 'RATE_LIMITED';
    const refused = context.gone && !isFault ? refusal('NOT_FOUND') : named;
    if (refused.code === 'INVALID_TOKEN' || refused.code === 'AUTH_REQUIRED') hideQuota(reply);
    if (refused.code === 'INTERNAL_ERROR') this.log.fault(context.requestId, error, context.work.trace?.id);
    this.monitor?.requestRefused(refused.code);
    const status = isUnavailable ? UNAVAILABLE : STATUS[refused.code];
    if (status === 401 && !context.isApplication) void reply.header('WWW-Authenticate', 'Bearer');
    if (refused.code === 'IDEMPOTENCY_REQUEST_IN_PROGRESS') void reply.header('Retry-After', '1');
    void reply
      .code(status)
      .type(JSON_TYPE)
      .send(JSON.stringify(envelopeOf(refused, context.requestId)));
  }
}
