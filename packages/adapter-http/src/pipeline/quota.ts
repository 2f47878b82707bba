import { refuse, type Quota, type RateLimiter } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Shows where the token's quota stands (contract §8). */
export function showQuota(reply: FastifyReply, { limit, remaining, resetSeconds }: Quota): void {
  void reply.headers({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  });
}

/**
 * Counts a request for which no token is looked at. Throws `RATE_LIMITED` when its address has sent too many, and ends the
 * connection then: what waits on it is not answered either.
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

/** Takes it back: whose token is not accepted any more is told nothing of its quota. */
export function hideQuota(reply: FastifyReply): void {
  for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']) void reply.removeHeader(name);
}

/** Throws `RATE_LIMITED`, with the rest of the window as `Retry-After`, when a quota is used up. */
export function enforce({ allowed, resetSeconds }: Quota, reply: FastifyReply): void {
  if (allowed) return;
  void reply.header('Retry-After', String(Math.max(1, resetSeconds)));
  refuse('RATE_LIMITED', 'Too many requests: try again when the window has ended.');
}
