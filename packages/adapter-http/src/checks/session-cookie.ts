import {
  isWellFormedSecret,
  KNOWN_BROWSER_LIMITS,
  PENDING_SIGN_IN_LIMITS,
  SESSION_LIMITS,
} from '@worktrack/application';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiSettings } from '../settings.js';

/** The longest `Cookie` header that is read, in characters. */
const LONGEST_HEADER = 16_384;

/** A cookie of the application. Its name begins with `__Host-` where the public origin has TLS: then no other host can set it. */
interface ApplicationCookie {
  readonly name: string;
  readonly attributes: {
    readonly path: '/';
    readonly httpOnly: true;
    readonly sameSite: 'lax';
    readonly secure: boolean;
  };
}

/**
 * The names of the cookie of a session, of the one by which a browser is known that has signed in before, and of the one of a sign-in at a
 * provider of identities.
 */
type CookieName = 'worktrack' | 'worktrack-browser' | 'worktrack-oidc';

function cookieOf(plain: CookieName, { baseUrl }: Pick<ApiSettings, 'baseUrl'>): ApplicationCookie {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${plain}` : plain,
    attributes: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
}

type Sent = Pick<FastifyRequest, 'headers'>;

/** Returns the value of a cookie; `undefined` when there is none, or when it is sent twice: then it is unknown which one this server has set. */
function valueOf(plain: CookieName, { headers }: Sent, settings: ApiSettings): string | undefined {
  const { cookie = '' } = headers;
  if (cookie === '' || cookie.length > LONGEST_HEADER) return undefined;
  const { name } = cookieOf(plain, settings);
  const sent = cookie.split(';').filter((pair) => pair.slice(0, pair.indexOf('=')).trim() === name);
  if (sent.length !== 1) return undefined;
  return parseCookie(cookie, { decode: (text) => text })[name];
}

/** Returns the secret in the cookie of a request; `undefined` when there is no such cookie, or when it is malformed. */
export function secretOf(request: Sent, settings: ApiSettings): string | undefined {
  const secret = valueOf('worktrack', request, settings);
  return secret !== undefined && isWellFormedSecret(secret) ? secret : undefined;
}

/** Gives the browser the secret of a new session. */
export function setSecret(reply: FastifyReply, settings: ApiSettings, secret: string): void {
  const { name, attributes } = cookieOf('worktrack', settings);
  const maxAge = SESSION_LIMITS.lifeMilliseconds / 1_000;
  void reply.header('Set-Cookie', stringifySetCookie({ name, value: secret, maxAge, ...attributes }));
}

/** Makes the browser forget its session. */
export function clearSecret(reply: FastifyReply, settings: ApiSettings): void {
  clear('worktrack', reply, settings);
}

function clear(plain: CookieName, reply: FastifyReply, settings: ApiSettings): void {
  const { name, attributes } = cookieOf(plain, settings);
  void reply.header('Set-Cookie', stringifySetCookie({ name, value: '', maxAge: 0, ...attributes }));
}

/** Returns the text of the sign-in at a provider that the browser of a request has begun. */
export function pendingOf(request: Sent, settings: ApiSettings): string | undefined {
  return valueOf('worktrack-oidc', request, settings);
}

/** Gives the browser the text of a sign-in at a provider. */
export function setPending(reply: FastifyReply, settings: ApiSettings, text: string): void {
  const { name, attributes } = cookieOf('worktrack-oidc', settings);
  const maxAge = PENDING_SIGN_IN_LIMITS.milliseconds / 1_000;
  void reply.header('Set-Cookie', stringifySetCookie({ name, value: text, maxAge, ...attributes }));
}

/** Makes the browser forget its sign-in at a provider. */
export function clearPending(reply: FastifyReply, settings: ApiSettings): void {
  clear('worktrack-oidc', reply, settings);
}

/** Returns the text by which the browser of a request can be known. */
export function knownBrowserOf(request: Sent, settings: ApiSettings): string | undefined {
  return valueOf('worktrack-browser', request, settings);
}

/** Gives the browser the text by which it is known. It stays when the session ends. */
export function setKnownBrowser(reply: FastifyReply, settings: ApiSettings, text: string): void {
  const { name, attributes } = cookieOf('worktrack-browser', settings);
  const maxAge = KNOWN_BROWSER_LIMITS.lifeMilliseconds / 1_000;
  void reply.header('Set-Cookie', stringifySetCookie({ name, value: text, maxAge, ...attributes }));
}
