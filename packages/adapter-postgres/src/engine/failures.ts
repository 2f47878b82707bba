import { Overloaded } from '@worktrack/application';
import { DatabaseError } from 'pg';

/** The connection broke while a statement ran. A transaction that had not sent COMMIT saved nothing. */
export class ConnectionLost extends Overloaded {}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_TIMEOUT = '55P03';
const QUERY_CANCELED = '57014';
const CHECK_VIOLATION = '23514';
const BEGUN_AGAIN = 3;

/** True for an error that the server returned and that left the connection usable. */
export function isAnsweredError(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC';
}

/** True when a row of this table belongs to a partition that does not exist. PostgreSQL gives it the code of a check, without the name of one. */
export function lacksPartition(error: unknown, table: string): boolean {
  return (
    isAnsweredError(error) && error.code === CHECK_VIOLATION && error.table === table && error.constraint === undefined
  );
}

/**
 * Returns how often a transaction is retried after this error: three times after a deadlock, a serialization failure or a lost connection;
 * once after a lock timeout; never after any other error, such as a statement that ran too long.
 */
export function retriesAfter(error: unknown): number {
  if (error instanceof ConnectionLost) return BEGUN_AGAIN;
  if (!isAnsweredError(error)) return 0;
  if (isCollision(error)) return BEGUN_AGAIN;
  return error.code === LOCK_TIMEOUT ? 1 : 0;
}

/** True when the server cancelled a statement, on request or because it ran too long. */
export function isCancelled(error: unknown): boolean {
  return isAnsweredError(error) && error.code === QUERY_CANCELED;
}

/** Maps an error that remains after all retries to the error for the caller. Legal requests are bounded, so a timeout means overload. */
export function finalError(error: unknown): unknown {
  if (!isAnsweredError(error)) return error;
  if (error.code === LOCK_TIMEOUT) return new Overloaded('lock', 'A lock was held for too long.', { cause: error });
  if (error.code === QUERY_CANCELED)
    return new Overloaded('statement', 'A statement ran for too long.', { cause: error });
  if (isUnreachable(error))
    return new Overloaded('connection', 'A machine of the database cannot be reached.', { cause: error });
  if (isCollision(error))
    return new Overloaded('lock', 'It met other transactions each time it was begun.', { cause: error });
  return error;
}

/** True when a statement divided by zero: the way in which one fails by a condition of its own. */
export function hasDividedByZero(error: unknown): boolean {
  return isAnsweredError(error) && error.code === DIVISION_BY_ZERO;
}

const DIVISION_BY_ZERO = '22012';

/** The class of the codes of connection errors. An answered error has one when a cluster cannot reach one of its machines. */
const CONNECTION_EXCEPTION = '08';

/** True for an error of a server that could not reach another machine of its cluster: nothing was done. */
function isUnreachable({ code = '' }: DatabaseError): boolean {
  return code.startsWith(CONNECTION_EXCEPTION);
}

/** True for a conflict with other transactions: nothing was done, and a retry may succeed. */
function isCollision({ code }: DatabaseError): boolean {
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}
