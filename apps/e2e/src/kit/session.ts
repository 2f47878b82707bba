import { createHash, randomBytes } from 'node:crypto';
import { type Answer, Caller, type Conditions, type RequestHeaders } from './client.js';
import { eventually } from './eventually.js';
import { Facts } from './facts.js';
import type { RunningServer } from './server.js';
import type { World } from './world.js';

const PUBLISHED = ['/api/v1/', '/api/x/'];

/** The headers by which a browser says that a page of the application sends the request. */
const FROM_THE_APPLICATION: RequestHeaders = { 'sec-fetch-site': 'same-origin' };

/**
 * A browser with the cookie of a session, or without one. Targets of the public API and its extensions go under `/app`, all others as they are. It checks
 * every answer before it returns it.
 */
export class Browser extends Caller {
  protected override readonly isBrowser = true;

  constructor(
    baseUrl: string,
    /** The secret in the cookie; `undefined`: the browser has none. */
    readonly secret?: string,
    /** The headers of every request. */
    private readonly own: RequestHeaders = FROM_THE_APPLICATION,
    /** The public id of the user to whom the page of the browser belongs; `undefined`: it names nobody. */
    readonly user?: string,
  ) {
    super(baseUrl);
  }

  override at(baseUrl: string): Browser {
    return new Browser(baseUrl, this.secret, this.own, this.user);
  }

  /** Returns the browser with these headers in every request, instead of those of a page of the application. */
  with(headers: RequestHeaders): Browser {
    return new Browser(this.baseUrl, this.secret, headers, this.user);
  }

  /** Returns the browser with a page that belongs to this user, or names nobody. */
  withPageOf(user: string | undefined): Browser {
    return new Browser(this.baseUrl, this.secret, this.own, user);
  }

  protected override get credentials(): RequestHeaders {
    return {
      ...this.own,
      ...(this.secret === undefined ? {} : { cookie: `worktrack=${this.secret}` }),
      ...(this.user === undefined ? {} : { 'worktrack-user': this.user }),
    };
  }

  protected override onTheWire(target: string): string {
    return PUBLISHED.some((prefix) => target.startsWith(prefix)) ? `/app${target}` : target;
  }
}

/** A session that was written to the database. */
export interface OpenedSession {
  readonly id: string;
  readonly browser: Browser;
}

/** Writes a session of the user to the database, as signing in does, and returns a browser with its cookie. */
export async function openSession(world: World, user: string): Promise<OpenedSession> {
  const secret = newSecret();
  const { id: userId, publicId } = world.user(user);
  const id = await new Facts(world.databaseUrl).session(userId, hashOf(secret));
  return { id, browser: new Browser(world.baseUrl, secret).withPageOf(publicId) };
}

/** Returns a browser that is signed in as the user of the world. */
export async function signedIn(world: World, user: string): Promise<Browser> {
  return (await openSession(world, user)).browser;
}

/** Headers of an application route: it knows no `Idempotency-Key` and no `If-Match`. */
export const PLAIN: Conditions = { key: null, ifMatch: null };

/** Writes a link of the user to the database, as the task does, and returns its secret. */
export async function givenLink(
  world: World,
  user: string,
  purpose: 'sign-in' | 'set-password' = 'sign-in',
  lives?: string,
): Promise<string> {
  const secret = newSecret();
  await new Facts(world.databaseUrl).signInLink(world.user(user).id, hashOf(secret), purpose, lives);
  return secret;
}

/** Returns the token of the link that a server without accounts prints. */
export const setupToken = (server: RunningServer): Promise<string> =>
  eventually('the line of the set-up', () =>
    Promise.resolve(/^Set up {2}http\S+\/setup#(?<token>[\w-]{43})$/m.exec(server.log())?.groups?.token),
  );

/** Returns the browser of an answer that set the cookie of a session. Its page belongs to the user of the answer. */
export function browserOf({ cookies, body }: Answer, baseUrl: string): Browser {
  const secret = /^(?:__Host-)?worktrack=([A-Za-z0-9_-]{43});/m.exec(cookies.join('\n'))?.[1];
  if (secret === undefined) throw new Error(`No session in ${cookies.join(' and ')}.`);
  return new Browser(baseUrl, secret).withPageOf(body?.user?.publicId);
}

/** Returns the cookie by which the browser of an answer is known from then on, as the browser sends it. */
export function knownCookieOf({ cookies }: Answer): string {
  const cookie = /^(?:__Host-)?worktrack-browser=[A-Za-z0-9_-]+(?=;)/m.exec(cookies.join('\n'))?.[0];
  if (cookie === undefined) throw new Error(`No known browser in ${cookies.join(' and ')}.`);
  return cookie;
}

/** Makes the secret of a session or a link. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The SHA-256 by which the database knows a secret. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
