import { randomUUID } from 'node:crypto';
import {
  Abandoned,
  Overloaded,
  ProviderUnavailable,
  QuotaExhausted,
  StoreUnavailable,
  isRefusal,
  refusal,
  refuse,
  type AnyErrorCode,
  type Refusal,
} from '@worktrack/application';
import type { RefusalDetails } from '@worktrack/domain';

/** The status of each error code: the catalogue of contract §7, and the codes of the application. A code without one does not compile. */
export const STATUS = {
  VALIDATION_ERROR: 400,
  INVALID_CURSOR: 400,
  IDEMPOTENCY_KEY_REQUIRED: 400,
  INVALID_COMPLETION_TARGET: 400,
  AUTH_REQUIRED: 401,
  INVALID_CREDENTIALS: 401,
  INVALID_TOKEN: 401,
  INSUFFICIENT_SCOPE: 403,
  FORBIDDEN: 403,
  ORGANIZATION_SUSPENDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  USERNAME_TAKEN: 409,
  LAST_OWNER: 409,
  LIMIT_REACHED: 409,
  WEBHOOK_LIMIT_REACHED: 409,
  WORK_ITEM_STATUS_REQUIRES_TRANSITION: 409,
  INVALID_STATUS_TRANSITION: 409,
  LINK_DUPLICATE: 409,
  LINK_CONTRADICTION: 409,
  INVALID_SPRINT_TRANSITION: 409,
  ACTIVE_SPRINT_EXISTS: 409,
  SPRINT_HAS_UNFINISHED_WORK_ITEMS: 409,
  WORK_ITEM_ARCHIVED: 409,
  WORK_ITEM_HAS_CHILDREN: 409,
  PROJECT_ARCHIVED: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  IDEMPOTENCY_REQUEST_IN_PROGRESS: 409,
  EVENTS_EXPIRED: 410,
  REVISION_CONFLICT: 412,
  PAYLOAD_TOO_LARGE: 413,
  PRECONDITION_REQUIRED: 428,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
} as const satisfies Record<AnyErrorCode, number>;

/**
 * The status of a request that the store of attachments, or a provider of identities, cannot serve at the moment. Its code is
 * `INTERNAL_ERROR`.
 */
export const UNAVAILABLE = 503;

/** contract §7 ErrorEnvelope */
export interface ErrorEnvelope {
  readonly error: { readonly code: AnyErrorCode; readonly message: string } & RefusalDetails;
  readonly requestId: string;
}

export function envelopeOf(refused: Refusal, requestId: string): ErrorEnvelope {
  return { error: errorOf(refused), requestId };
}

/** The part of an error envelope that describes the refusal. */
export function errorOf({ code, message, more }: Refusal): ErrorEnvelope['error'] {
  const { fieldErrors, details } = more;
  return { code, message, ...(fieldErrors && { fieldErrors }), ...(details && { details }) };
}

/** Throws `VALIDATION_ERROR` with what is wrong, by member. */
export function refuseFields(fieldErrors: Readonly<Record<string, readonly string[]>>): never {
  const [name = 'body', [problem = 'is not valid'] = []] = Object.entries(fieldErrors)[0] ?? [];
  refuse('VALIDATION_ERROR', `${name} ${problem}.`, { fieldErrors });
}

/** Maps any thrown value to the refusal to respond with. An unknown error becomes `INTERNAL_ERROR`, without details. */
export function refusalFor(error: unknown): Refusal {
  if (isRefusal(error)) return error;
  // The client of abandoned work is gone. The code only keeps it from being logged as a fault.
  if (error instanceof Overloaded || error instanceof Abandoned)
    return refusal('RATE_LIMITED', 'The service is busy: try again in a moment.');
  if (error instanceof QuotaExhausted) return refusal('RATE_LIMITED', error.message);
  if (error instanceof StoreUnavailable) {
    return refusal(
      'INTERNAL_ERROR',
      'The files of attachments cannot be reached at the moment: try again in a moment.',
    );
  }
  if (error instanceof ProviderUnavailable) {
    return refusal(
      'INTERNAL_ERROR',
      'The provider of identities cannot be reached at the moment: try again in a moment.',
    );
  }
  const status = statusOf(error);
  if (status === 413) return refusal('PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.');
  if (status === 404) return refusal('NOT_FOUND');
  // Everything else that the framework refuses is wrong with the bytes of the request.
  if (status !== undefined && status >= 400 && status < 500) {
    return refusal('VALIDATION_ERROR', 'The request cannot be read.', { fieldErrors: { body: ['cannot be read'] } });
  }
  return refusal('INTERNAL_ERROR');
}

/** A new request id: a random UUID (contract §8, X-Request-Id). */
export function newRequestId(): string {
  return randomUUID();
}

/** The status that Nest or Fastify put on an error of theirs. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown };
  if (typeof status === 'number') return status;
  return typeof statusCode === 'number' ? statusCode : undefined;
}
