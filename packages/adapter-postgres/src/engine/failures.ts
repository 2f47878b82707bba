import { Overloaded, refusal, type AnyErrorCode } from '@worktrack/application';
import { DatabaseError } from 'pg';

/** The connection broke while a statement ran. A transaction that had not sent COMMIT saved nothing. */
export class ConnectionLost extends Overloaded {}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_TIMEOUT = '55P03';
const QUERY_CANCELED = '57014';
const CHECK_VIOLATION = '23514';
const DIVISION_BY_ZERO = '22012';
/** The class of the codes of connection errors. An error of the server has one when a cluster cannot reach one of its machines. */
const CONNECTION_EXCEPTION = '08';
const INTEGRITY_VIOLATION = '23';

/** True for an error that the server returned and that left the connection usable. */
export function isServerError(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC';
}

/** True when a row of this table belongs to a partition that does not exist. PostgreSQL gives it the code of a check, without the name of one. */
export function lacksPartition(error: unknown, table: string): boolean {
  return (
    isServerError(error) && error.code === CHECK_VIOLATION && error.table === table && error.constraint === undefined
  );
}

/** True when a statement divided by zero: the way in which one fails by a condition of its own. */
export const hasDividedByZero = (error: unknown): boolean => isServerError(error) && error.code === DIVISION_BY_ZERO;

/** True when the server cancelled a statement, on request or because it ran too long. */
export const isCancelled = (error: unknown): boolean => isServerError(error) && error.code === QUERY_CANCELED;

/** True for a conflict with other transactions: nothing was done, and a retry can succeed. */
const isCollision = ({ code }: DatabaseError): boolean => code === SERIALIZATION_FAILURE || code === DEADLOCK;

const RETRIES = 3;

/**
 * Returns how often a transaction is retried after this error: three times after a deadlock, a serialization failure or a lost connection;
 * once after a lock timeout; never after any other error, such as a statement that ran too long.
 */
export function retriesAfter(error: unknown): number {
  if (error instanceof ConnectionLost) return RETRIES;
  if (!isServerError(error)) return 0;
  if (isCollision(error)) return RETRIES;
  return error.code === LOCK_TIMEOUT ? 1 : 0;
}

/** Maps an error that remains after all retries to the error for the caller. Valid requests are bounded, so a timeout means overload. */
export function finalError(error: unknown): unknown {
  if (!isServerError(error)) return error;
  const { code } = error;
  if (code === LOCK_TIMEOUT) return new Overloaded('lock', 'A lock was held for too long.', { cause: error });
  if (code === QUERY_CANCELED) return new Overloaded('statement', 'A statement ran for too long.', { cause: error });
  if (code?.startsWith(CONNECTION_EXCEPTION) === true)
    return new Overloaded('connection', 'A machine of the database cannot be reached.', { cause: error });
  if (isCollision(error))
    return new Overloaded('lock', 'It met other transactions each time it was begun.', { cause: error });
  return error;
}

interface RefusalByConstraint {
  readonly code: AnyErrorCode;
  readonly message: string;
}

/**
 * The refusal for each constraint, by its name in the migrations. A constraint decides between two requests that both passed the domain's
 * check.
 */
export const REFUSAL_BY_CONSTRAINT: Readonly<Record<string, RefusalByConstraint | undefined>> = {
  project_key_is_taken: { code: 'CONFLICT', message: 'The key is taken.' },
  one_active_sprint_per_project: { code: 'ACTIVE_SPRINT_EXISTS', message: 'Another Sprint is still active.' },
  label_name_is_taken: { code: 'CONFLICT', message: 'The label name is taken.' },
  label_of_an_item_is_of_its_project: { code: 'NOT_FOUND', message: 'The label was deleted meanwhile.' },
  saved_report_shows_a_sprint_of_its_project: {
    code: 'CONFLICT',
    message: 'A saved Sprint report shows this Sprint, or the Sprint was deleted meanwhile.',
  },
  saved_report_name_is_taken: {
    code: 'CONFLICT',
    message: 'You have saved another Sprint report of this Project under this name.',
  },
  saved_view_name_is_taken: { code: 'CONFLICT', message: 'You have another view with this name.' },
  link_is_there_already: { code: 'LINK_DUPLICATE', message: 'These Work Items are linked so already.' },
  link_contradicts_another: { code: 'LINK_CONTRADICTION', message: 'These Work Items would block each other.' },
  organization_slug_is_taken: { code: 'CONFLICT', message: 'The slug is taken.' },
  external_identity_is_taken: { code: 'CONFLICT', message: 'The identity is connected to an account already.' },
  email_is_taken: { code: 'CONFLICT', message: 'The e-mail address is taken.' },
  username_is_taken: { code: 'USERNAME_TAKEN', message: 'Another member of this Organization has this username.' },
};

/** Returns the refusal of a violated constraint, and any other error as it is. */
export function refusalOf(error: unknown): unknown {
  if (!isServerError(error) || error.code?.startsWith(INTEGRITY_VIOLATION) !== true) return error;
  const { constraint, message } = error;
  // A machine of a cluster names the constraint in the message alone, followed by a number. The name of no constraint contains one of these.
  const name = constraint ?? Object.keys(REFUSAL_BY_CONSTRAINT).find((known) => message.includes(known));
  const found = name === undefined ? undefined : REFUSAL_BY_CONSTRAINT[name];
  return found ? refusal(found.code, found.message) : error;
}
