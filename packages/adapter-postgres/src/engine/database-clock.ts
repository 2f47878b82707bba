/** The clock of the database, as SQL, in milliseconds. Truncated, because a cast to `timestamptz(3)` could round up. */
export const DATABASE_CLOCK = `date_trunc('milliseconds', clock_timestamp())`;
