/** The window of search text, in seconds: many clients give up when they have to wait for longer. */
export const TEXT_WINDOW_SECONDS = 30;
