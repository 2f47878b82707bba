/** Minutes for which the last use of a session is not written again. */
export const SEEN_MINUTES = 10;
