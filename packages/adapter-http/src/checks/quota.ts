import { refuse, type Attempt, type Quota, type RateLimiter } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets the headers of the token's quota (contract §8). */
export function showQuota(reply: FastifyReply, { limit, remaining, resetSeconds }: Quota): void {
  void reply.headers({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  });
}

/**
 * Counts a request without a token that was looked up. When its address has sent too many, throws `RATE_LIMITED` and ends the
 * connection: requests that wait on it get no response either.
 */
export async function admitAnonymous(
  limiter: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const quota = await limiter.countAnonymous(request.context.address);
  if (!quota.allowed) void reply.header('Connection', 'close');
  enforce(quota, reply);
}

/** Removes the quota again: the owner of a token that is not accepted any more must not see it. */
export function hideQuota(reply: FastifyReply): void {
  for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']) void reply.removeHeader(name);
}

/** Throws `RATE_LIMITED`, with the rest of the window as `Retry-After`, when too many attempts to sign in have failed. */
export function enforceAttempt(
  { allowed, resetSeconds }: Attempt,
  reply: FastifyReply,
  message = 'Too many attempts to sign in have failed: try again later.',
): void {
  if (allowed) return;
  void reply.header('Retry-After', String(Math.max(1, resetSeconds)));
  refuse('RATE_LIMITED', message);
}

/** Throws `RATE_LIMITED`, with the rest of the window as `Retry-After`, when a quota is used up. */
export function enforce({ allowed, resetSeconds }: Quota, reply: FastifyReply): void {
  if (allowed) return;
  void reply.header('Retry-After', String(Math.max(1, resetSeconds)));
  refuse('RATE_LIMITED', 'Too many requests: try again when the window has ended.');
}
