import { refuse, type Principal } from '@worktrack/application';
import type { FastifyRequest } from 'fastify';
import { refuseFields } from '../reply/errors.js';
import { isUnsafe } from './same-origin.js';

/** The header by which a page of the application names the user to whom it belongs. */
const HEADER = 'Worktrack-User';

const namedIn = ({ headers }: Pick<FastifyRequest, 'headers'>) => headers[HEADER.toLowerCase()];

/**
 * Checks that a request with a session comes from a page of the session's user. Throws `VALIDATION_ERROR` for a change that names no user,
 * and `AUTH_REQUIRED` for a request that names another one.
 */
export function requireUserOfPage(
  request: Pick<FastifyRequest, 'headers' | 'method'>,
  principal: Pick<Principal, 'user'>,
): void {
  if (namedIn(request) === undefined && isUnsafe(request.method)) refuseFields({ [HEADER]: ['is required'] });
  refuseOtherUser(request, principal);
}

/** Throws `AUTH_REQUIRED` for a request that names another user than the one of its session. */
export function refuseOtherUser(
  request: Pick<FastifyRequest, 'headers'>,
  { user: { publicId, name } }: Pick<Principal, 'user'>,
): void {
  const named = namedIn(request);
  if (named === undefined || named === publicId) return;
  refuse('AUTH_REQUIRED', 'Another user is signed in on this browser.', { details: { user: { publicId, name } } });
}
