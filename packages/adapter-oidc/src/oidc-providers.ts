import {
  IdentityProviders,
  ProofRefused,
  ProviderUnavailable,
  invariant,
  type IdentityProvider,
  type LogoutNotice,
  type ProvenIdentity,
  type SignInSecrets,
} from '@worktrack/application';
import { Email, isCleanText, lengthOf } from '@worktrack/domain';
import type { JWTPayload, JWTVerifyOptions } from 'jose';
import { CLOCK_TOLERANCE, DiscoveredProvider, causeIn, type Described } from './discovered-provider.js';
import type { OidcSettings } from './settings.js';

/** Seconds for which each request to a provider can last. */
const TIMEOUT_SECONDS = 5;

/** The signatures that are accepted: each is made with a key that only the provider has. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** The most seconds between the making of a token and its arrival, in addition to the difference of the clocks. */
const MOST_SECONDS = { idToken: 60, logoutToken: 600 } as const;

/** The most characters of a subject, of the id of a session, and of the id of a notice. */
const LONGEST_ID = 255;

/** The event that makes a token a notice that a session has ended (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

interface Known {
  readonly settings: OidcSettings;
  readonly discovered: DiscoveredProvider;
}

/** Providers of identities that speak OpenID Connect: the code flow with PKCE, and back-channel logout. */
export class OidcProviders extends IdentityProviders {
  readonly all: readonly IdentityProvider[];
  private readonly known: readonly Known[];

  /** @param redirectUriOf the address of this server to which a provider, by its id, sends browsers back: no other provider has it */
  constructor(
    settings: readonly OidcSettings[],
    private readonly redirectUriOf: (id: string) => string,
    timeoutSeconds = TIMEOUT_SECONDS,
  ) {
    super();
    this.all = settings.map(({ id, name, rules }) => ({ id, name, rules }));
    this.known = settings.map((one) => ({ settings: one, discovered: new DiscoveredProvider(one, timeoutSeconds) }));
  }

  async begin(provider: IdentityProvider, { state, nonce, verifier }: SignInSecrets): Promise<URL> {
    const { settings, discovered } = this.find(provider);
    const { configuration } = await discovered.get();
    const client = await import('openid-client');
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUriOf(settings.id),
      scope: settings.scopes,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
  }

  async identify(
    provider: IdentityProvider,
    query: URLSearchParams,
    { state, nonce, verifier }: SignInSecrets,
  ): Promise<ProvenIdentity> {
    const { settings, discovered } = this.find(provider);
    const described = await discovered.get();
    return refusedUnlessUnavailable(async () => {
      const client = await import('openid-client');
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const { configuration } = described;
      const tokens = await client.authorizationCodeGrant(configuration, this.withQuery(settings, query), checks);
      const idToken = tokens.id_token ?? refuseProof('There is no ID token.');
      const options = { ...this.expected(settings, described), maxTokenAge: MOST_SECONDS.idToken };
      const claims = await verified(idToken, described, options, true);
      const subject = idIn(claims, 'sub') ?? refuseProof('The subject cannot be used.');
      const isWhole = claims.email !== undefined && settings.rules.roleClaim === undefined;
      const more =
        isWhole || configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await client.fetchUserInfo(configuration, tokens.access_token, subject);
      return identityOf(described.issuer, subject, claims, more);
    });
  }

  async readLogoutToken(token: string): Promise<LogoutNotice> {
    return refusedUnlessUnavailable(async () => {
      const { decodeJwt } = await import('jose');
      const { iss } = decodeJwt(token);
      const known = this.known.find(({ settings }) => isSameAddress(settings.issuer, iss));
      if (!known) return refuseProof('The issuer is unknown.');
      const described = await known.discovered.get();
      const options = { ...this.expected(known.settings, described), maxTokenAge: MOST_SECONDS.logoutToken };
      return noticeOf(described.issuer, await verified(token, described, options, false));
    });
  }

  private find({ id }: IdentityProvider): Known {
    return invariant(
      this.known.find(({ settings }) => settings.id === id),
      'The provider is not one of these.',
    );
  }

  private expected({ clientId }: OidcSettings, { issuer }: Described): JWTVerifyOptions {
    return { issuer, audience: clientId, algorithms: ALGORITHMS, clockTolerance: CLOCK_TOLERANCE };
  }

  private withQuery({ id }: OidcSettings, query: URLSearchParams): URL {
    const url = new URL(this.redirectUriOf(id));
    url.search = query.toString();
    return url;
  }
}

/**
 * Verifies a token by the keys of its provider. `mayReload` asks for them again when none is the one that the token names, because the
 * provider has new ones; else they are asked for seldom, because anybody can send such a token.
 */
async function verified(
  token: string,
  { keys }: Described,
  options: JWTVerifyOptions,
  mayReload: boolean,
): Promise<JWTPayload> {
  const { errors, jwtVerify } = await import('jose');
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!mayReload || !(error instanceof errors.JWKSNoMatchingKey)) throw error;
    await keys.reload();
    return (await jwtVerify(token, keys, options)).payload;
  }
}

type Claims = Readonly<Record<string, unknown>>;

/** @param more the claims that the provider has told when it was asked for them, which count where the ID token says nothing */
function identityOf(issuer: string, subject: string, ofToken: Claims, more: Claims): ProvenIdentity {
  const claims = { ...more, ...ofToken };
  const { name, preferred_username: username } = claims;
  // One source calls its own address verified, not that of the other one.
  const { email, email_verified: isVerified } = ofToken.email === undefined ? more : ofToken;
  const names = [name, username].filter((one) => typeof one === 'string' && one.trim() !== '');
  return {
    issuer,
    subject,
    sid: idIn(claims, 'sid') ?? null,
    email: (typeof email === 'string' ? Email.parse(email) : undefined) ?? null,
    // Some providers write it as a text.
    isEmailVerified: isVerified === true || isVerified === 'true',
    name: typeof names[0] === 'string' ? names[0] : null,
    claims,
  };
}

function noticeOf(issuer: string, claims: JWTPayload): LogoutNotice {
  const { events, iat } = claims;
  const [jti, sid, subject] = [idIn(claims, 'jti'), idIn(claims, 'sid'), idIn(claims, 'sub')];
  const event = isObject(events) ? events[LOGOUT_EVENT] : undefined;
  if (!isObject(event)) refuseProof('The token is not a logout token.');
  if ('nonce' in claims) refuseProof('A logout token has no nonce.');
  if (jti === undefined || iat === undefined) refuseProof('The logout token has no id, or no instant.');
  if (sid === undefined && subject === undefined)
    refuseProof('The logout token names neither a session nor an account.');
  const acceptedUntil = new Date((iat + MOST_SECONDS.logoutToken + 2 * CLOCK_TOLERANCE) * 1_000);
  return { issuer, sid: sid ?? null, subject: subject ?? null, jti, acceptedUntil };
}

/** A claim that names something; `undefined` when it is absent. Throws `ProofRefused` for one that cannot be stored. */
function idIn(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  if (value === undefined) return undefined;
  const isId = typeof value === 'string' && value !== '' && lengthOf(value) <= LONGEST_ID && isCleanText(value);
  return isId ? value : refuseProof(`The claim ${name} cannot be used.`);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isSameAddress(issuer: string, other: unknown): boolean {
  return typeof other === 'string' && URL.canParse(other) && new URL(other).href === new URL(issuer).href;
}

function refuseProof(reason: string): never {
  throw new ProofRefused(reason);
}

/** Runs `work`. What the libraries throw is a refusal, unless the provider could not be reached. Its message names no secret. */
async function refusedUnlessUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProofRefused || error instanceof ProviderUnavailable) throw error;
    throw causeIn(error) ?? new ProofRefused(sentenceOf(error));
  }
}

/** The most characters of a message of a library or a provider that are kept. */
const LONGEST_SENTENCE = 200;

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  const named = 'error' in error && typeof error.error === 'string' ? ` (${error.error})` : '';
  return `${code}${error.message}${named}`.slice(0, LONGEST_SENTENCE);
}
