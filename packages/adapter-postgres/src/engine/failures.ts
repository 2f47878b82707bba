import { Overloaded } from '@worktrack/application';
import { DatabaseError } from 'pg';

/** The connection broke while a statement was under way, before COMMIT: nothing was saved. */
export class ConnectionLost extends Overloaded {}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_TIMEOUT = '55P03';
const QUERY_CANCELED = '57014';
const BEGUN_AGAIN = 3;

/** Tells errors that the server answered from those that broke the connection. */
export function isAnsweredError(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC';
}

/**
 * How often a transaction that failed so is begun again: three times after a deadlock, a serialization failure, or a lost
 * connection; once when a lock did not come free in time; never after anything else, a statement that ran too long included.
 */
export function retriesAfter(error: unknown): number {
  if (error instanceof ConnectionLost) return BEGUN_AGAIN;
  if (!isAnsweredError(error)) return 0;
  if (isCollision(error)) return BEGUN_AGAIN;
  return error.code === LOCK_TIMEOUT ? 1 : 0;
}

/** Tells whether the server stopped a statement: it was told to, or the statement ran too long. */
export function isCancelled(error: unknown): boolean {
  return isAnsweredError(error) && error.code === QUERY_CANCELED;
}

/** Maps an error that no retry cured to the one that the caller sees: every legal request is bounded, so the service had too much to do. */
export function finalError(error: unknown): unknown {
  if (!isAnsweredError(error)) return error;
  if (error.code === LOCK_TIMEOUT) return new Overloaded('A lock was held for too long.', { cause: error });
  if (error.code === QUERY_CANCELED) return new Overloaded('A statement ran for too long.', { cause: error });
  if (isCollision(error)) return new Overloaded('It met other transactions each time it was begun.', { cause: error });
  return error;
}

/** Other transactions were in the way: nothing was done, and alone it would have gone well. */
function isCollision({ code }: DatabaseError): boolean {
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}
