/** The connection broke during COMMIT, so the outcome is unknown. Only a retry with the same key can find out. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}

/** The caller has used up a quota, or the operator has to act first. Nothing was done, and it is not logged as a fault. */
export class QuotaExhausted extends Error {
  override readonly name = 'QuotaExhausted';

  constructor(
    message: string,
    /** Whole seconds until the caller should retry. */
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

/**
 * The limit that an overload met: no `connection` to the database; a `lock` that others held, or transactions that collided each time; a
 * `statement` that ran too long; a `turn` that did not come, because others used all slots, places or room; the `silence` of the
 * database; the `time` of the whole request.
 */
export type OverloadReason = 'connection' | 'lock' | 'statement' | 'turn' | 'silence' | 'time';

/**
 * The server is overloaded: no connection came free, the database was unreachable, a lock was held for too long, conflicts with other
 * transactions persisted after retries, or the time of the request ran out. Nothing was done; a later retry can succeed.
 */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';

  constructor(
    readonly reason: OverloadReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The store of attachments cannot be reached, or cannot keep a file. Nothing was stored; a later retry can succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The client disconnected before its response, so the reads for it were stopped. No response is sent. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
}
