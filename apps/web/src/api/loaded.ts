import { undelivered } from './undelivered.js';

/** Milliseconds before each further attempt. */
const PAUSES = [400, 1_600];

/** Loads a file of the application. A line can break for a moment, so it tries three times. Throws what the last attempt threw. */
export async function loaded<T>(load: () => Promise<T>, pauses: readonly number[] = PAUSES): Promise<T> {
  const [pause, ...later] = pauses;
  if (pause === undefined) return load();
  return load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return loaded(load, later);
  });
}

/** The address that was loaded again, in the storage of the tab. */
const RELOADED = 'worktrack.reloaded';

/**
 * Loads the page again, once for each address: some browsers do not ask a second time for a file that has failed. Returns false where that would not help,
 * or would lose a change that has not reached the server.
 */
export async function reloadOnce(): Promise<boolean> {
  try {
    if (undelivered.peek() > 0 || sessionStorage.getItem(RELOADED) === location.pathname) return false;
    const { ok } = await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' });
    if (!ok) return false;
    sessionStorage.setItem(RELOADED, location.pathname);
  } catch {
    // There is no connection, or no storage.
    return false;
  }
  location.reload();
  return true;
}

/** Notes that a screen was loaded: its address can be loaded again later. */
export function noteLoaded(): void {
  try {
    sessionStorage.removeItem(RELOADED);
  } catch {
    // There is no storage.
  }
}
