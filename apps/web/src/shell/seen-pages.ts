import { effect } from '@preact/signals';
import { session } from '../api/session.js';

const ADDRESS = '/service-worker.js';

/** Milliseconds after the first screen. It has its data by then, on a slow line too: what is kept must not be in its way. */
const DELAY = 5_000;

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(address: string): string };
}

/** The address as the content security policy of the page admits it: it refuses every text as an address of code. */
function trustedAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => ADDRESS });
  return policy?.createScriptURL(ADDRESS) ?? ADDRESS;
}

/**
 * Begins to keep the page and what was seen last, for a time without a connection. Tells the service worker whose page this is: it forgets
 * what it has of everybody else. Browsers have service workers only where the server is reached by https, or is on the same machine.
 */
export async function keepSeenPages(): Promise<void> {
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  if (!workers) return;
  await new Promise((resolve) => setTimeout(resolve, DELAY));
  await workers.register(trustedAddress(), { scope: '/' });
  effect(() => {
    const user = session.value?.user.publicId ?? null;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    void workers.ready.then(({ active }) => active?.postMessage({ user, loaded }));
  });
}
