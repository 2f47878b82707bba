import { isWellFormedSecret, SESSION_LIMITS } from '@worktrack/application';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiSettings } from '../settings.js';

/** The longest `Cookie` header that is read, in characters. */
const LONGEST_HEADER = 16_384;

/** The cookie of sessions. Its name begins with `__Host-` where the public origin has TLS: then no other host can set it. */
interface SessionCookie {
  readonly name: string;
  readonly attributes: {
    readonly path: '/';
    readonly httpOnly: true;
    readonly sameSite: 'lax';
    readonly secure: boolean;
  };
}

function cookieOf({ baseUrl }: Pick<ApiSettings, 'baseUrl'>): SessionCookie {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? '__Host-worktrack' : 'worktrack',
    attributes: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
}

/**
 * Returns the secret in the cookie of a request; `undefined` when there is no such cookie, when it is malformed, or when it is sent twice:
 * then it is unknown which one this server has set.
 */
export function secretOf({ headers }: Pick<FastifyRequest, 'headers'>, settings: ApiSettings): string | undefined {
  const { cookie = '' } = headers;
  if (cookie === '' || cookie.length > LONGEST_HEADER) return undefined;
  const { name } = cookieOf(settings);
  const sent = cookie.split(';').filter((pair) => pair.slice(0, pair.indexOf('=')).trim() === name);
  if (sent.length !== 1) return undefined;
  const secret = parseCookie(cookie, { decode: (text) => text })[name];
  return secret !== undefined && isWellFormedSecret(secret) ? secret : undefined;
}

/** Gives the browser the secret of a new session. */
export function setSecret(reply: FastifyReply, settings: ApiSettings, secret: string): void {
  const { name, attributes } = cookieOf(settings);
  const maxAge = SESSION_LIMITS.lifeMilliseconds / 1_000;
  void reply.header('Set-Cookie', stringifySetCookie({ name, value: secret, maxAge, ...attributes }));
}

/** Makes the browser forget its session. */
export function clearSecret(reply: FastifyReply, settings: ApiSettings): void {
  const { name, attributes } = cookieOf(settings);
  void reply.header('Set-Cookie', stringifySetCookie({ name, value: '', maxAge: 0, ...attributes }));
}
