import type { IncomingMessage } from 'node:http';

const APP = '/app';
const OFFERED = [`${APP}/api/v1/`, `${APP}/api/x/`];

const underApp = new WeakSet<object>();

/** True for a request whose URL was under `/app`: a session authenticates it instead of a token. */
export function isUnderApp(raw: object): boolean {
  return underApp.has(raw);
}

/**
 * Returns the URL of a request without `/app`, for the option `rewriteUrl` of Fastify: `/app/api/v1/…` leads to the operation of
 * `/api/v1/…`, and `/app/api/x/…` to that of `/api/x/…`. Any other path stays as it is.
 */
export function withoutApp(raw: Pick<IncomingMessage, 'url'>): string {
  const { url = '' } = raw;
  // The router takes the target of `OPTIONS *` for the root. As a path it is unknown.
  if (url === '*') return '/*';
  if (!OFFERED.some((prefix) => url.startsWith(prefix))) return url;
  underApp.add(raw);
  return url.slice(APP.length);
}

/** Returns the template of a route as the client saw it. */
export function routeSeen(raw: object, template: string): string {
  return isUnderApp(raw) ? `${APP}${template}` : template;
}
