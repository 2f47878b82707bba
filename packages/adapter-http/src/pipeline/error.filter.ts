import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import {
  Overloaded,
  QuotaExhausted,
  StoreUnavailable,
  UnknownOutcome,
  refusal,
  type AnyErrorCode,
} from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestMonitor, ServerLog } from './access-log.js';
import { PageFault } from './page-fault.js';
import { STATUS, UNAVAILABLE, envelopeOf, refusalFor } from './errors.js';
import { cutRequestsOf } from './request-end.js';
import { hideQuota } from './quota.js';
import { begin } from './request-start.js';
import { JSON_TYPE } from './json-type.js';

/** Seconds after which a client asks the store of attachments again. */
const STORE_RETRY_SECONDS = 5;

/** Answers everything that is refused or goes wrong. */
@Catch()
export class ErrorFilter implements ExceptionFilter<unknown> {
  constructor(
    private readonly log: ServerLog,
    private readonly monitor?: RequestMonitor,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Looks up the Work Item of the path, which was postponed, and answers with this refusal if it is found, or with 404. */
  private answerAfter(lookUp: () => Promise<void>, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    delete request.context.lookUpWorkItem;
    const found = request.context.work.run(lookUp);
    found.then(
      () => {
        this.answer(error, request, reply);
      },
      (refused: unknown) => {
        this.answer(refused, request, reply);
      },
    );
  }

  /** Answers a request with its refusal. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    begin(request, reply);
    const { context } = request;
    const { lookUpWorkItem: lookUp } = context;
    if (lookUp && context.workItemId === undefined && isAfterPath(error)) {
      this.answerAfter(lookUp, error, request, reply);
      return;
    }
    const cause = error instanceof PageFault ? error.cause : error;
    if (cause instanceof Overloaded) this.monitor?.requestOverloaded(cause.reason);
    if (error instanceof UnknownOutcome) {
      // No answer would be true. Clients retry a broken connection with the same key, and never a 500.
      this.log.fault(context.requestId, error, context.work.trace?.id);
      context.isAnswered = true;
      context.work.end();
      // No response passes `onSend`, and the client may have gone already.
      context.releaseSlot?.();
      void reply.hijack();
      cutRequestsOf(request.raw.socket);
      request.raw.socket.destroy();
      return;
    }
    if (error instanceof PageFault) {
      this.log.fault(context.requestId, error.cause, context.work.trace?.id);
      void reply.code(503).header('Retry-After', '1').send(error.html);
      return;
    }
    if (error instanceof Overloaded) {
      this.log.fault(context.requestId, error, context.work.trace?.id);
      void reply.header('Retry-After', '1');
    }
    if (error instanceof StoreUnavailable) void reply.header('Retry-After', String(STORE_RETRY_SECONDS));
    if (error instanceof QuotaExhausted) void reply.header('Retry-After', String(error.retryAfterSeconds));
    const refused = refusalFor(context.gone ? asGone(error) : error);
    if (refused.code === 'INVALID_TOKEN' || refused.code === 'AUTH_REQUIRED') hideQuota(reply);
    if (refused.code === 'INTERNAL_ERROR') this.log.fault(context.requestId, error, context.work.trace?.id);
    this.monitor?.requestRefused(refused.code);
    const status = error instanceof StoreUnavailable ? UNAVAILABLE : STATUS[refused.code];
    if (status === 401 && !context.isApplication) void reply.header('WWW-Authenticate', 'Bearer');
    if (refused.code === 'IDEMPOTENCY_REQUEST_IN_PROGRESS') void reply.header('Retry-After', '1');
    void reply
      .code(status)
      .type(JSON_TYPE)
      .send(JSON.stringify(envelopeOf(refused, context.requestId)));
  }
}

/** Refusals that do not depend on what the path names: those of checks before it, and faults. */
const BEFORE_PATH: ReadonlySet<AnyErrorCode> = new Set([
  'AUTH_REQUIRED',
  'INVALID_TOKEN',
  'INSUFFICIENT_SCOPE',
  'ORGANIZATION_SUSPENDED',
  'NOT_FOUND',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
]);

/** True for a refusal that a 404 wins over (contract §1.6). */
function isAfterPath(error: unknown): boolean {
  return !(error instanceof PageFault) && !BEFORE_PATH.has(refusalFor(error).code);
}

/** Replaces the refusal of a target that is gone by the postponed 404 (contract §1.6). A fault stays a fault. */
function asGone(error: unknown): unknown {
  const { code } = refusalFor(error);
  return code === 'INTERNAL_ERROR' || code === 'RATE_LIMITED' ? error : refusal('NOT_FOUND');
}
