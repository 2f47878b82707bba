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
