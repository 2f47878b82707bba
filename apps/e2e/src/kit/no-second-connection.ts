import { Breaches } from './second-connections.js';

/** The part of the file that was written before this suite: it failed another one. */
const breaches = new Breaches({ fromNow: true });

// The servers are shared, so the request may be that of a test which runs in another worker; that one fails too.
afterEach(() => {
  breaches.assertNone();
});
