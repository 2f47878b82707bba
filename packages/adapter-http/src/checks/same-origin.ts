import type { IncomingMessage } from 'node:http';

const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** True for a method that changes something. */
export function isUnsafe(method: string): boolean {
  return UNSAFE.has(method);
}

/**
 * True when a page of this origin sent the request. A browser says so in `Sec-Fetch-Site`; one that is too old for that header names the
 * origin in `Origin`, which must have the host of the request, or be the public origin. A public origin with TLS admits no origin without.
 */
export function isSameOrigin({ headers }: Pick<IncomingMessage, 'headers'>, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined) return false;
  if (origin === baseUrl) return true;
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url?.origin !== origin || url.host !== host) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && !baseUrl.startsWith('https:'));
}

/** The pages that can read: those of this origin, and none: the person typed the address, or opened a bookmark. */
const READERS = new Set(['same-origin', 'none']);

/** Purposes for which a page can read: data of its scripts, pictures, and downloads. No response is a script, a style, a worker or a frame. */
const DESTINATIONS = new Set(['empty', 'image', 'document']);

/**
 * True for a read that no page of another origin starts, and whose response does not become code or a frame. Browsers say both in
 * `Sec-Fetch-Site` and `Sec-Fetch-Dest`; a request without these headers is not refused.
 */
export function isOwnRead({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-dest': destination = 'empty' } = headers;
  return READERS.has(site) && DESTINATIONS.has(destination);
}
