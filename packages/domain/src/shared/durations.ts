/** Milliseconds of a second. */
export const ONE_SECOND = 1_000;

/** Milliseconds of a minute. */
export const ONE_MINUTE = 60 * ONE_SECOND;

/** Milliseconds of an hour. */
export const ONE_HOUR = 60 * ONE_MINUTE;

/** Milliseconds of 24 hours. */
export const ONE_DAY = 24 * ONE_HOUR;
