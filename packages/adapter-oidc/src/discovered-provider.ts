import { ProviderUnavailable } from '@worktrack/application';
import { ONE_HOUR, ONE_MINUTE, ONE_SECOND } from '@worktrack/domain';
import type { JWTVerifyGetKey } from 'jose';
import type { Configuration } from 'openid-client';
import { boundedFetch, isSecure } from './bounded-fetch.js';
import type { OidcSettings } from './settings.js';

/** Milliseconds for which the description of a provider is used, for which a new one is not asked for after a failure, and after a first failure. */
const AGES = { fresh: ONE_HOUR, untilNextAttempt: ONE_MINUTE, failure: 5 * ONE_SECOND } as const;

/** The seconds by which the clocks of a provider and of this server can differ. */
export const CLOCK_TOLERANCE = 300;

/** A provider as it describes itself, with its keys. */
export interface Described {
  readonly configuration: Configuration;
  /** The issuer as its tokens name it. */
  readonly issuer: string;
  readonly keys: JWTVerifyGetKey & { reload(): Promise<void> };
}

/** Reads the description of a provider when it is needed first, and again when it is old. Requests at the same time share one reading. */
export class DiscoveredProvider {
  private described: Described | undefined;
  private reading: Promise<Described> | undefined;
  /** The monotonic time until which `described`, or the failure, stands. */
  private validUntil = 0;
  private failure: ProviderUnavailable | undefined;

  constructor(
    private readonly settings: OidcSettings,
    private readonly timeoutSeconds: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns the description. An old one is used while a new one cannot be read. Throws `ProviderUnavailable`. */
  async get(): Promise<Described> {
    if (this.now() < this.validUntil) {
      if (this.described) return this.described;
      if (this.failure) throw this.failure;
    }
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async read(): Promise<Described> {
    try {
      this.described = await this.discover();
      this.validUntil = this.now() + AGES.fresh;
      return this.described;
    } catch (error) {
      this.failure = unavailable(error);
      this.validUntil = this.now() + (this.described ? AGES.untilNextAttempt : AGES.failure);
      if (this.described) return this.described;
      throw this.failure;
    }
  }

  private async discover(): Promise<Described> {
    const { issuer, clientId } = this.settings;
    const [client, jose] = await Promise.all([import('openid-client'), import('jose')]);
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE },
      await clientAuthentication(this.settings),
      {
        [client.customFetch]: boundedFetch,
        timeout: this.timeoutSeconds,
        // `boundedFetch` admits no such address but the loopback.
        ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
      },
    );
    const { issuer: named, jwks_uri: keys, authorization_endpoint: authorization } = configuration.serverMetadata();
    if (keys === undefined) throw new ProviderUnavailable('The provider names no keys.');
    if (authorization === undefined || !isSecure(authorization)) {
      throw new ProviderUnavailable('The provider names no secure address to sign in at.');
    }
    const options = {
      timeoutDuration: this.timeoutSeconds * ONE_SECOND,
      [jose.customFetch]: boundedFetch,
    };
    return { configuration, issuer: named, keys: jose.createRemoteJWKSet(new URL(keys), options) };
  }
}

/** The form in which this server names itself: the standard one, unless the provider lists only others. */
async function clientAuthentication({ clientSecret }: OidcSettings) {
  const { ClientSecretBasic, ClientSecretPost, None } = await import('openid-client');
  if (clientSecret === undefined) return None();
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  const choose: typeof basic = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? basic : post;
    authenticate(server, ...rest);
  };
  return choose;
}

/** Finds the reason why a provider cannot be used in an error of a library. */
export function causeIn(error: unknown): ProviderUnavailable | undefined {
  if (error instanceof ProviderUnavailable) return error;
  return error instanceof Error ? causeIn(error.cause) : undefined;
}

function unavailable(error: unknown): ProviderUnavailable {
  const reason = error instanceof Error ? error.message : 'unknown';
  return causeIn(error) ?? new ProviderUnavailable(`The description of the provider cannot be used: ${reason}`);
}
