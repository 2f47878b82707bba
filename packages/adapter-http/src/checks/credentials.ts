import { refuse, type Authenticator, type Principal } from '@worktrack/application';
import type { FastifyRequest } from 'fastify';
import type { ApiSettings } from '../settings.js';
import { secretOf } from './session-cookie.js';

/** A kind of credential that requests are authenticated by. */
export interface Credentials {
  /** True when the request has a credential of this kind, accepted or not. */
  arePresent(request: FastifyRequest): boolean;
  /** Finds the principal; `undefined` when the credential is missing or not accepted. */
  principalOf(request: FastifyRequest): Promise<Principal | undefined>;
  /** Throws the refusal of a request without a credential. */
  refuseNone(): never;
}

/** Personal access tokens: the credentials of the public API. */
export class Tokens implements Credentials {
  constructor(private readonly authenticator: Authenticator) {}

  arePresent(request: FastifyRequest): boolean {
    return bearerToken(request) !== undefined;
  }

  async principalOf(request: FastifyRequest): Promise<Principal | undefined> {
    const token = bearerToken(request);
    return token !== undefined && isSingle(request) ? this.authenticator.authenticate(token) : undefined;
  }

  refuseNone(): never {
    refuse('AUTH_REQUIRED', 'A personal access token is needed: Authorization: Bearer <token>.');
  }
}

/** Sessions of browsers: the credentials of the application. A token is not looked at. */
export class Sessions implements Credentials {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly settings: ApiSettings,
  ) {}

  arePresent(request: FastifyRequest): boolean {
    return secretOf(request, this.settings) !== undefined;
  }

  async principalOf(request: FastifyRequest): Promise<Principal | undefined> {
    const secret = secretOf(request, this.settings);
    return secret === undefined ? undefined : this.authenticator.authenticateSession(secret);
  }

  refuseNone(): never {
    refuseSession();
  }
}

/** Throws the refusal of a request without an accepted credential of its kind. */
export function refuseCredential(isApplication: boolean): never {
  if (isApplication) refuseSession();
  refuse('INVALID_TOKEN', 'This token is not accepted.');
}

function refuseSession(): never {
  refuse('AUTH_REQUIRED', 'A session is needed: sign in.');
}

/** The token of an `Authorization: Bearer` header, the scheme in any case; `undefined` for any other header. */
function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1];
}

const AUTHORIZATION = 'authorization';

/** False for two Authorization lines: Node keeps the first, and a proxy can keep the other. */
function isSingle({ raw }: FastifyRequest): boolean {
  const { rawHeaders } = raw;
  let found = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) found += 1;
  }
  return found < 2;
}
