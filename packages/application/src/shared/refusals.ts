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

/** The codes of refusals outside the domain that only operations of the extensions have. */
export const EXTENSION_PROTOCOL_ERRORS = ['EVENTS_EXPIRED'] as const;

/** One of `EXTENSION_PROTOCOL_ERRORS`. */
export type ExtensionProtocolErrorCode = (typeof EXTENSION_PROTOCOL_ERRORS)[number];

/** Every error code that a response of the public API can have. */
export type ErrorCode = DomainErrorCode | ProtocolErrorCode | ExtensionProtocolErrorCode;

/** The codes that only operations for sessions have. The published enumeration does not list them. */
export const APP_ERRORS = ['INVALID_CREDENTIALS', 'USERNAME_TAKEN'] as const;

/** One of `APP_ERRORS`. */
export type AppErrorCode = (typeof APP_ERRORS)[number];

/** Every error code that any response can have. */
export type AnyErrorCode = ErrorCode | AppErrorCode;

/** A refusal by any code. */
export type Refusal = DomainError<AnyErrorCode>;

/** The default messages of some codes. */
const SENTENCE: Partial<Record<AnyErrorCode, string>> = {
  NOT_FOUND: 'Nothing is found here.',
  INTERNAL_ERROR: 'Something went wrong here.',
  INVALID_CURSOR: 'This cursor cannot be used here.',
  ORGANIZATION_SUSPENDED: 'This Organization is suspended.',
};

/** Builds a refusal of the given code. */
export function refusal(code: AnyErrorCode, message = SENTENCE[code] ?? code, more: RefusalDetails = {}): Refusal {
  return new DomainError<AnyErrorCode>(code, message, more);
}

/** Throws a refusal of the given code. */
export function refuse(code: AnyErrorCode, message?: string, more?: RefusalDetails): never {
  throw refusal(code, message, more);
}

/** True for a refusal, false for a fault. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof DomainError;
}
