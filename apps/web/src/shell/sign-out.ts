import { cache } from '../api/cache.js';
import { sessionLost } from '../api/transport.js';
import { signOut } from '../api/session.api.js';
import { session } from '../api/session.js';
import { notifyRefusal } from './notices.js';
import { forgetStored } from './stored.js';

/** The beginning of the names of lists of what was seen, which hold titles. */
export const RECENT = 'worktrack.recent.';

/** Ends the session of this page, and forgets all that it showed. */
export function leave(): void {
  signOut().then(
    () => {
      session.value = null;
      sessionLost.value = false;
      cache.clear();
      forgetStored(RECENT);
    },
    (error: unknown) => {
      notifyRefusal(error);
    },
  );
}
