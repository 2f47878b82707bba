/** The window of search text, in seconds. */
export const TEXT_WINDOW_SECONDS = 60;

/** The longest time to retry after, in seconds: many clients give up when they are asked to wait for longer. */
export const LONGEST_RETRY_SECONDS = 30;
