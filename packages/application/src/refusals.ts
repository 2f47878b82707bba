import { DomainError, type DomainErrorCode, type RefusalDetails } from '@worktrack/domain';

/** The codes of refusals outside the domain: access, shapes, keys, preconditions, cursors, quotas (contract §7). */
export const PROTOCOL_ERRORS = [
  'AUTH_REQUIRED',
  'FORBIDDEN',
  'IDEMPOTENCY_KEY_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_REQUEST_IN_PROGRESS',
  'INSUFFICIENT_SCOPE',
  'INTERNAL_ERROR',
  'INVALID_CURSOR',
  'INVALID_TOKEN',
  'METHOD_NOT_ALLOWED',
  'ORGANIZATION_SUSPENDED',
  'PAYLOAD_TOO_LARGE',
  'PRECONDITION_REQUIRED',
  'RATE_LIMITED',
] as const;

/** One of `PROTOCOL_ERRORS`. */
export type ProtocolErrorCode = (typeof PROTOCOL_ERRORS)[number];

/** Every error code that a response can have. */
export type ErrorCode = DomainErrorCode | ProtocolErrorCode;

/** A refusal by any code of the catalogue. */
export type Refusal = DomainError<ErrorCode>;

/** The default messages of some codes. */
const SENTENCE: Partial<Record<ErrorCode, string>> = {
  NOT_FOUND: 'Nothing is found here.',
  INTERNAL_ERROR: 'Something went wrong here.',
  FORBIDDEN: 'Your role does not allow this.',
  INVALID_CURSOR: 'This cursor cannot be used here.',
  ORGANIZATION_SUSPENDED: 'This Organization is suspended.',
};

/** Builds a refusal of the given code. */
export function refusal(code: ErrorCode, message = SENTENCE[code] ?? code, more: RefusalDetails = {}): Refusal {
  return new DomainError<ErrorCode>(code, message, more);
}

/** Throws a refusal of the given code. */
export function refuse(code: ErrorCode, message?: string, more?: RefusalDetails): never {
  throw refusal(code, message, more);
}

/** True for a refusal, false for a fault. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof DomainError;
}
