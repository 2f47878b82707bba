import type { FastifyReply } from 'fastify';
import type { OperationPolicy } from '../run/policy.js';

/** True for an operation outside the public API, which only pages of the application call. */
export function isApplicationOperation(policy: OperationPolicy | undefined): boolean {
  return policy?.authentication === 'session' || policy?.authentication === 'visitor';
}

/** Sets the headers of every response to the application: no page of another origin can embed it, and no browser guesses its type. */
export function setApplicationHeaders(reply: FastifyReply): void {
  void reply.headers({ 'Cross-Origin-Resource-Policy': 'same-origin', 'X-Content-Type-Options': 'nosniff' });
}
