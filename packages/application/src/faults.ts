/** The connection broke while COMMIT was under way: nobody knows whether it happened. Only a retry with the same key can tell. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}

/** The caller has used up what they may have for now, or the operator has to act first: nothing was done, and it is logged as no fault. */
export class QuotaExhausted extends Error {
  override readonly name = 'QuotaExhausted';

  constructor(
    message: string,
    /** Whole seconds until there is room again. */
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

/**
 * No connection came free, the database could not be reached, a lock was held for too long, other transactions were in the way each
 * time, or the time of the request was over: nothing was done, and another time it may go well.
 */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

/** The client went away before it was answered, and what was read for it was stopped. Nobody hears of it. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
}
