import { signal } from '@preact/signals';

/** The number of changes to which the server has not responded yet. */
export const undelivered = signal(0);

/** The number of those that were tried in vain, and wait for the connection or for the session. */
export const waiting = signal(0);

/** Asks before the page is left while changes have not reached the server. */
export function guardUndelivered(): void {
  addEventListener('beforeunload', (event) => {
    if (undelivered.peek() > 0) event.preventDefault();
  });
}
