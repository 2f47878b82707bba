import type { AnyErrorCode } from '@worktrack/application';
import { STATUS, UNAVAILABLE, type ErrorEnvelope } from '../reply/errors.js';
import { REMEDIES } from './refusals.js';

interface Failure {
  readonly sentence: string;
  readonly example: ErrorEnvelope['error'];
}

/** The error statuses: a sentence, and an error that the server really sends. */
export const FAILURES: Readonly<Record<number, Failure>> = {
  400: {
    sentence: 'The request is not valid.',
    example: {
      code: 'VALIDATION_ERROR',
      message: 'titel is not known here.',
      fieldErrors: { titel: ['is not known here'] },
    },
  },
  401: {
    sentence: 'No token, or one that is not accepted.',
    example: { code: 'AUTH_REQUIRED', message: 'A personal access token is needed: Authorization: Bearer <token>.' },
  },
  403: {
    sentence: 'The token or the role does not allow this, or the Organization is suspended.',
    example: {
      code: 'INSUFFICIENT_SCOPE',
      message: 'This token lacks the scope work_item:write.',
      details: { requiredScope: 'work_item:write' },
    },
  },
  404: {
    sentence: 'Not there, or not visible.',
    example: { code: 'NOT_FOUND', message: 'Nothing is found here.' },
  },
  409: {
    sentence: 'The present state does not allow this.',
    example: {
      code: 'INVALID_STATUS_TRANSITION',
      message: 'WEB-138 cannot move from todo to this status.',
      details: { currentStatus: 'todo', allowedTargets: ['backlog', 'in_progress', 'done'] },
    },
  },
  410: {
    sentence: 'The events after this cursor are kept no longer.',
    example: {
      code: 'EVENTS_EXPIRED',
      message: 'The events after this cursor are kept no longer: read the lists again, then follow.',
      details: { reason: 'expired', earliest: 'AUx5bWd0c3Vyb3IgaXMgZW5jcnlwdGVkIGFuZCBoYXMgbm8gbWVhbmluZw' },
    },
  },
  412: {
    sentence: 'The resource was changed meanwhile.',
    example: {
      code: 'REVISION_CONFLICT',
      message: 'Revision 4 is not the current one; it is 5.',
      details: { expectedRevision: 4, currentRevision: 5 },
    },
  },
  413: {
    sentence: 'The body is too large.',
    example: { code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than 1 MiB.' },
  },
  428: {
    sentence: 'A precondition is required.',
    example: { code: 'PRECONDITION_REQUIRED', message: 'This operation needs an If-Match.' },
  },
  429: {
    sentence: 'Too many requests.',
    example: { code: 'RATE_LIMITED', message: 'Too many requests.' },
  },
  500: {
    sentence: 'Something went wrong here.',
    example: { code: 'INTERNAL_ERROR', message: 'Something went wrong here.' },
  },
  [UNAVAILABLE]: {
    sentence:
      'The files of attachments cannot be reached. Nothing was stored: send the request again after `Retry-After`.',
    example: {
      code: 'INTERNAL_ERROR',
      message: 'The files of attachments cannot be reached at the moment: try again in a moment.',
    },
  },
};

const REQUEST_ID = '3f2b8c1e-5d47-4a90-8e6b-7c1d2f3a4b5c';

/** The body of an error response, as an example. */
export function failureExample(status: number): ErrorEnvelope | undefined {
  const failure = FAILURES[status];
  return failure && { error: failure.example, requestId: REQUEST_ID };
}

/** Describes an error status: a sentence, then what to do about each code that has it. */
export function failureText(status: number, codes: readonly AnyErrorCode[]): string {
  const known = codes.filter((code) => STATUS[code] === status);
  return [FAILURES[status]?.sentence, '', ...known.map((code) => `- \`${code}\`: ${REMEDIES[code]}`)].join('\n');
}
