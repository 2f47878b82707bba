import type { Email, Role, Slug } from '@worktrack/domain';

/** The decisions that the operator leaves to a provider of identities. */
export interface AccountRules {
  /** True when a first sign-in is connected to the account that has confirmed the same verified address. */
  readonly linkByEmail: boolean;
  /** True when a first sign-in of somebody without an account creates one. */
  readonly createUsers: boolean;
  /** The Organization that new accounts join, and whose roles the provider decides. */
  readonly organization: Slug | undefined;
  /** The role of somebody for whom the provider names no other. */
  readonly role: Role;
  /** The claim that decides the role at each sign-in; `undefined`: the provider decides none. */
  readonly roleClaim: string | undefined;
  /** The role for each value of that claim. */
  readonly roleMap: ReadonlyMap<string, Role>;
}

/** A provider of identities, as the operator has set it up. */
export interface IdentityProvider {
  /** Names the provider in addresses of this server. */
  readonly id: string;
  /** Names the provider to people. */
  readonly name: string;
  readonly rules: AccountRules;
}

/** The facts that a provider has proven about the person who signed in there. */
export interface ProvenIdentity {
  readonly issuer: string;
  /** Who it is, at this issuer. */
  readonly subject: string;
  /** The id of the session at the provider, where it names one. */
  readonly sid: string | null;
  readonly email: Email | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The secrets of one sign-in, which only its browser and this server know until the provider responds. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE. */
  readonly verifier: string;
}

/** The notice of a provider that a session has ended there, verified. It names the session, the account, or both. */
export interface LogoutNotice {
  readonly issuer: string;
  readonly sid: string | null;
  readonly subject: string | null;
  /** Names the notice, once for each. */
  readonly jti: string;
  /** The instant after which the notice is refused. */
  readonly acceptedUntil: Date;
}

/** The provider cannot be reached, is too slow, or responds with something else than the protocol. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** An response in the name of a provider that is not accepted. The message is for the log. */
export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';
}

/** The providers of identities that people can sign in with, in the order of the settings. */
export abstract class IdentityProviders {
  abstract readonly all: readonly IdentityProvider[];
  /** Returns the address at the provider where the sign-in goes on. Throws `ProviderUnavailable`. */
  abstract begin(provider: IdentityProvider, secrets: SignInSecrets): Promise<URL>;
  /**
   * Verifies the response with which the provider has sent a browser back, and returns who it is. Throws `ProofRefused`, and
   * `ProviderUnavailable`.
   * @param query the query of the address
   */
  abstract identify(
    provider: IdentityProvider,
    query: URLSearchParams,
    secrets: SignInSecrets,
  ): Promise<ProvenIdentity>;
  /** Verifies a logout token of any provider. Throws `ProofRefused`, and `ProviderUnavailable`. */
  abstract readLogoutToken(token: string): Promise<LogoutNotice>;
}
