import { signal } from '@preact/signals';
import { noticeRelease } from './release.js';
import { session } from './session.js';
import { Refusal } from './refusal.js';

/** Set in a response that the service worker has kept, because the server cannot be reached. */
const SEEN_BEFORE = 'Worktrack-Seen';

/** True from a response 401 until the user has signed in again. */
export const sessionLost = signal(false);

/** The name of another user who has signed in on this browser; `undefined` when the session just ended. */
export const signedInInstead = signal<string | undefined>(undefined);

/** True after a request that did not reach the server, until one does. */
export const isUnreachable = signal(false);

/**
 * Sends a request of the application, and notices the end of the session. The request names the user to whom this page belongs: the server
 * refuses it when another user has signed in on this browser.
 */
export async function transport(request: Request): Promise<Response> {
  const user = session.peek()?.user.publicId;
  if (user !== undefined) request.headers.set('Worktrack-User', user);
  const response = await fetch(request).catch((error: unknown) => {
    if (!request.signal.aborted) isUnreachable.value = true;
    throw error;
  });
  isUnreachable.value = [502, 503, 504].includes(response.status) || response.headers.has(SEEN_BEFORE);
  noticeRelease(response);
  if (response.status === 401) await noticeEnd(response.clone());
  return response;
}

/** Notices the end of the session, and who has signed in instead. Wrong credentials are not an end. */
async function noticeEnd(response: Response): Promise<void> {
  const { code, details } = Refusal.of(response, await jsonOf(response).catch(() => undefined));
  if (code === 'INVALID_CREDENTIALS') return;
  signedInInstead.value = nameOf(details.user);
  sessionLost.value = true;
}

function nameOf(user: unknown): string | undefined {
  const isNamed = typeof user === 'object' && user !== null && 'name' in user;
  return isNamed && typeof user.name === 'string' ? user.name : undefined;
}

async function jsonOf(response: Response): Promise<unknown> {
  if (!/^application\/json\b/.test(response.headers.get('content-type') ?? '')) return undefined;
  return response.json();
}
