/** The present day in UTC, as SQL. */
export const TODAY = `(statement_timestamp() at time zone 'UTC')::date`;

/** Condition for a token whose use on this day is not written yet. */
export const unusedTodayCondition = (token: string): string =>
  `(${token}.last_used_on is null or ${token}.last_used_on < ${TODAY})`;
