import type { IncomingMessage } from 'node:http';

const DOOR = '/app';
const BEHIND = `${DOOR}/api/v1/`;

const throughDoor = new WeakSet<object>();

/** True for a request that came through the door: a session authenticates it instead of a token. */
export function cameThroughDoor(raw: object): boolean {
  return throughDoor.has(raw);
}

/**
 * Rewrites the URL of a request to the door, for the option `rewriteUrl` of Fastify: `/app/api/v1/…` leads to the operation of
 * `/api/v1/…`. Any other path stays as it is.
 */
export function openDoor(raw: Pick<IncomingMessage, 'url'>): string {
  const { url = '' } = raw;
  // The router takes the target of `OPTIONS *` for the root. As a path it is unknown.
  if (url === '*') return '/*';
  if (!url.startsWith(BEHIND)) return url;
  throughDoor.add(raw);
  return url.slice(DOOR.length);
}

/** Returns the template of a route as the client saw it. */
export function routeSeen(raw: object, template: string): string {
  return cameThroughDoor(raw) ? `${DOOR}${template}` : template;
}
