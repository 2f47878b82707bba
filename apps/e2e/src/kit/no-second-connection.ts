import { Breaches } from './second-connections.js';

/** What was written before this suite failed another one. */
const breaches = new Breaches({ fromNow: true });

// The servers are shared, so the request may be that of a test which runs in another worker; that one fails too.
afterEach(() => {
  breaches.assertNone();
});
