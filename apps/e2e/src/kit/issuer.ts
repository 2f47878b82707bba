import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from './program.js';

type Claims = Record<string, unknown>;

/** A key with which an issuer signs. */
interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: object;
}

/** The paths of an issuer that can fail. */
export type Endpoint = 'discovery' | 'jwks' | 'token' | 'userinfo';

/** A way in which an endpoint fails: it accepts nothing, never answers, never ends its answer, or answers with a status. */
export type Fault = 'away' | 'silent' | 'endless' | number;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function newKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const kid = randomBytes(8).toString('hex');
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } };
}

/** Signs claims; `header` replaces members of the header. With `alg: none` there is no signature. */
function signed(claims: Claims, { kid, privateKey }: SigningKey, header: Claims = {}): string {
  const head = { alg: 'RS256', typ: 'JWT', kid, ...header };
  const input = `${base64url(head)}.${base64url(claims)}`;
  return `${input}.${head.alg === 'none' ? '' : sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`;
}

/** An answer of the issuer to a browser: the query with which it is sent back. */
export type CallbackQuery = Record<string, string>;

/**
 * An OpenID Connect issuer of the tests, which lies wherever a test wants it to. It checks what a provider checks: the client, the redirect
 * address, the verifier of PKCE, and that a code is used once, unless `forgets` is true.
 */
export class Issuer {
  /** The person who signs in. */
  person: Claims = { sub: 'ada', email: 'ada@example.test', email_verified: true, name: 'Ada Lovelace' };
  /** Changes the claims of the next ID tokens. */
  claims: (claims: Claims) => Claims = (claims) => claims;
  /** Members of the header of the next ID tokens. */
  header: Claims = {};
  /** Signs the next ID tokens; by default the key that is published. */
  signer: SigningKey | undefined;
  /** True: a code can be used again. */
  forgets = false;
  readonly faults = new Map<Endpoint, Fault>();
  /** The number of requests by endpoint. */
  readonly counts = new Map<Endpoint, number>();
  /** The bytes of answers without an end that were taken from the issuer. */
  endlessBytes = 0;
  /** Members of the description that differ. */
  description: Claims = {};
  private keys: SigningKey[] = [newKey()];
  /** Codes and access tokens, with the person of each and what was asked. */
  private readonly granted = new Map<string, { readonly asked: Record<string, string>; readonly person: Claims }>();
  private readonly open = new Set<ServerResponse>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
    readonly clientId: string,
    private readonly secret: string,
  ) {}

  static async start(clientId = 'worktrack', secret = 'the secret of the client'): Promise<Issuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const issuer = new Issuer(server, `http://127.0.0.1:${port}`, clientId, secret);
    server.on('request', (request, response) => void issuer.answer(request, response));
    return issuer;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Behaves again as a good issuer. */
  reset(): void {
    this.person = { sub: 'ada', email: 'ada@example.test', email_verified: true, name: 'Ada Lovelace' };
    this.claims = (claims) => claims;
    this.header = {};
    this.signer = undefined;
    this.forgets = false;
    this.description = {};
    this.endlessBytes = 0;
    this.faults.clear();
    for (const response of this.open) response.destroy();
  }

  /** The settings of a server for this issuer. */
  environment(name: string, prefix = 'OIDC_'): Environment {
    return {
      [`${prefix}ISSUER`]: this.url,
      [`${prefix}CLIENT_ID`]: this.clientId,
      [`${prefix}CLIENT_SECRET`]: this.secret,
      [`${prefix}NAME`]: name,
    };
  }

  /** Signs with a new key from now on, and publishes no other. */
  rotateKey(): void {
    this.keys = [newKey()];
  }

  /** A key that nobody publishes. */
  static foreignKey(): SigningKey {
    return newKey();
  }

  /** Signs the person of a request in: returns the query with which the browser is sent back. */
  authorize(address: string): CallbackQuery {
    const asked = Object.fromEntries(new URL(address).searchParams);
    const code = randomBytes(16).toString('hex');
    this.granted.set(code, { asked, person: this.person });
    return { code, state: asked.state ?? '', iss: this.url };
  }

  /** Makes a logout token. */
  logoutToken(claims: Claims, header: Claims = {}, key = this.key): string {
    const now = Math.floor(Date.now() / 1_000);
    return signed(
      {
        iss: this.url,
        aud: this.clientId,
        iat: now,
        exp: now + 120,
        jti: randomBytes(16).toString('hex'),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      },
      key,
      { typ: 'logout+jwt', ...header },
    );
  }

  /** Makes an ID token for a request as the token endpoint does. */
  idToken(nonce: string | undefined, person = this.person): string {
    const now = Math.floor(Date.now() / 1_000);
    const usual = { iss: this.url, aud: this.clientId, iat: now, exp: now + 300, nonce, ...person };
    return signed(this.claims(usual), this.signer ?? this.key, this.header);
  }

  private get key(): SigningKey {
    return this.keys[0]!;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.url);
    const endpoint = ENDPOINTS[pathname];
    if (endpoint === undefined) {
      response.writeHead(404).end();
      return;
    }
    this.counts.set(endpoint, (this.counts.get(endpoint) ?? 0) + 1);
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    const fault = this.faults.get(endpoint);
    if (fault === undefined) await this.answerTo(endpoint, request, response);
    else this.fail(fault, response);
  }

  private fail(fault: Fault, response: ServerResponse): void {
    if (fault === 'away') response.destroy();
    else if (typeof fault === 'number') sendJson(response, fault, { error: 'server_error' });
    else if (fault === 'endless') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        do this.endlessBytes += 65_536;
        while (response.write(' '.repeat(65_536)));
        response.once('drain', more);
      };
      response.on('error', () => undefined);
      more();
    }
  }

  private async answerTo(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (endpoint) {
      case 'discovery':
        sendJson(response, 200, {
          issuer: this.url,
          authorization_endpoint: `${this.url}/authorize`,
          token_endpoint: `${this.url}/token`,
          userinfo_endpoint: `${this.url}/userinfo`,
          jwks_uri: `${this.url}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
          authorization_response_iss_parameter_supported: true,
          code_challenge_methods_supported: ['S256'],
          ...this.description,
        });
        return;
      case 'jwks':
        sendJson(response, 200, { keys: this.keys.map(({ jwk }) => jwk) });
        return;
      case 'token':
        return this.answerWithTokens(request, response);
      case 'userinfo':
        sendJson(response, 200, this.granted.get((request.headers.authorization ?? '').slice(7))?.person ?? {});
        return;
    }
  }

  private async answerWithTokens(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await textOf(request));
    const code = form.get('code') ?? '';
    const grant = this.granted.get(code);
    if (!this.forgets) this.granted.delete(code);
    const credentials = Buffer.from(
      `${encodeURIComponent(this.clientId)}:${encodeURIComponent(this.secret).replaceAll('%20', '+')}`,
    ).toString('base64');
    if (request.headers.authorization !== `Basic ${credentials}`) {
      sendJson(response, 401, { error: 'invalid_client' });
      return;
    }
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGranted =
      grant?.asked.code_challenge === challenge && grant.asked.redirect_uri === form.get('redirect_uri');
    if (!isGranted) {
      sendJson(response, 400, { error: 'invalid_grant' });
      return;
    }
    const accessToken = randomBytes(16).toString('hex');
    this.granted.set(accessToken, grant);
    const tokens = { access_token: accessToken, token_type: 'Bearer', expires_in: 60 };
    sendJson(response, 200, { ...tokens, id_token: this.idToken(grant.asked.nonce, grant.person) });
  }
}

const ENDPOINTS: Readonly<Record<string, Endpoint | undefined>> = {
  '/.well-known/openid-configuration': 'discovery',
  '/jwks': 'jwks',
  '/token': 'token',
  '/userinfo': 'userinfo',
};

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
