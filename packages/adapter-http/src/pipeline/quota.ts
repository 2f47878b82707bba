import { refuse, type Quota } from '@worktrack/application';
import type { FastifyReply } from 'fastify';

/** Shows where the token's quota stands (contract §8). */
export function showQuota(reply: FastifyReply, { limit, remaining, resetSeconds }: Quota): void {
  void reply.headers({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  });
}

/** Throws `RATE_LIMITED`, with the rest of the window as `Retry-After`, when a quota is used up. */
export function enforce({ allowed, resetSeconds }: Quota, reply: FastifyReply): void {
  if (allowed) return;
  void reply.header('Retry-After', String(Math.max(1, resetSeconds)));
  refuse('RATE_LIMITED', 'Too many requests: try again when the window has ended.');
}
