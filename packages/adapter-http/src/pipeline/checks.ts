import { Injectable } from '@nestjs/common';
import {
  Access,
  Authenticator,
  PathResources,
  People,
  RateLimiter,
  refuse,
  type Principal,
} from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from './context.js';
import { Sessions, Tokens, refuseCredential, type Credentials } from './credentials.js';
import { ApiSettings } from '../settings.js';
import { isSameOrigin, isUnsafe } from './same-origin.js';
import { requireStanding } from './rights.js';
import { resolvePath, resolveProfile, type PathParameters } from './path.js';
import type { OperationPolicy } from './policy.js';
import { readQuery, type QueryParameters } from './query.js';
import { admitAnonymous, enforce, showQuota } from './quota.js';

/**
 * The checks of a request before its body is read, in the order of contract §1.6: steps 3 to 9 and the query of step 10. Fastify
 * has checked path and method by then (steps 1 and 2); headers and body follow when the body has arrived.
 */
@Injectable()
export class RequestChecks {
  private readonly tokens: Credentials;
  private readonly sessions: Credentials;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly limiter: RateLimiter,
    private readonly resources: PathResources,
    private readonly people: People,
    private readonly settings: ApiSettings,
  ) {
    this.tokens = new Tokens(authenticator);
    this.sessions = new Sessions(authenticator, settings);
  }

  async check(request: FastifyRequest, reply: FastifyReply, policy: OperationPolicy): Promise<void> {
    const { context } = request;
    context.operation = policy;
    if (context.isApplication && isUnsafe(request.method)) await this.requireSameOrigin(request, reply);
    if (policy.authentication === 'none' || policy.authentication === 'visitor')
      await this.admitAnonymous(request, reply);
    else await this.admit(request, reply, context, policy);
    try {
      context.query = readQuery(request.raw.url ?? '', queryOf(policy, request.params as PathTexts));
    } catch (error) {
      // 404 wins over 400: look the Work Item up before reporting a bad query.
      if (policy.readsWorkItem) await this.resolve(request, context, { ...policy, readsWorkItem: undefined });
      throw error;
    }
  }

  /** Counts a request without a token that was looked up. Throws `RATE_LIMITED` when its address has sent too many. */
  admitAnonymous(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    return admitAnonymous(this.limiter, request, reply);
  }

  private async admit(
    request: FastifyRequest,
    reply: FastifyReply,
    context: RequestContext,
    policy: OperationPolicy,
  ): Promise<void> {
    const principal = this.knownPrincipal(request) ?? (await this.authenticate(request, reply));
    context.principal = principal;
    const quota = await this.limiter.countRequest(principal.token.id);
    showQuota(reply, quota);
    enforce(quota, reply);
    await this.checkRights(request, context, policy, principal);
  }

  /** True when the rights of a request were looked up more than a second ago. */
  areRightsOld({ context: { operation, principal } }: FastifyRequest): boolean {
    return operation !== undefined && principal !== undefined && this.authenticator.isStale(principal);
  }

  /**
   * Checks the rights of a request again when they were looked up more than a second ago, because it waited for its body or its
   * permit. Throws the refusal that a new request would get.
   */
  async checkAgain(request: FastifyRequest): Promise<void> {
    const { context } = request;
    const { operation, principal } = context;
    if (!operation || !principal || !this.authenticator.isStale(principal)) return;
    context.principal = (await this.credentialsOf(request).principalOf(request)) ?? (await this.refuseRevoked(context));
    await this.checkRights(request, context, operation, context.principal);
  }

  private async checkRights(
    request: FastifyRequest,
    context: RequestContext,
    policy: OperationPolicy,
    principal: Principal,
  ): Promise<void> {
    if (policy.scope) Access.requireScope(principal, policy.scope);
    queryOf(policy, request.params as PathTexts);
    const lookedUp = this.resolve(request, context, policy);
    if (lookedUp) await lookedUp;
    const path = request.params as PathParameters;
    if (path.publicId !== undefined) await resolveProfile(this.people, context, path.publicId);
    requireStanding(context, policy);
  }

  /** Resolves the path. Returns a promise only where something must be looked up. */
  private resolve(
    request: FastifyRequest,
    context: RequestContext,
    policy: OperationPolicy,
  ): Promise<void> | undefined {
    const hasKey = (request.headers['idempotency-key'] ?? '') !== '';
    return resolvePath(this.resources, context, request.params as PathParameters, policy, hasKey);
  }

  /**
   * The principal of a request whose credential and address need no look-up: its credential was accepted a moment ago, and no failure of
   * its address is counted.
   */
  private knownPrincipal(request: FastifyRequest): Principal | undefined {
    const hasNoFailures = this.limiter.hasNoFailures(request.context.address);
    return hasNoFailures ? this.credentialsOf(request).knownOf(request) : undefined;
  }

  /**
   * Steps 3 and 4 of contract §1.6. Each request asks the limiter once: a refused token or session is counted and checked in one step,
   * everything else is only checked. So no more bad tokens than the limit are answered `INVALID_TOKEN`, even when they come at once.
   */
  private async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    const { address, isApplication } = request.context;
    const usedUp = this.limiter.failuresUsedUp(address);
    if (usedUp) enforce(usedUp, reply);
    const credentials = this.credentialsOf(request);
    if (!credentials.arePresent(request)) {
      enforce(await this.limiter.failuresOf(address), reply);
      await this.admitAnonymous(request, reply);
      credentials.refuseNone();
    }
    const principal = await credentials.principalOf(request);
    enforce(await (principal ? this.limiter.failuresOf(address) : this.limiter.countFailure(address)), reply);
    return principal ?? refuseCredential(isApplication === true);
  }

  private credentialsOf({ context }: FastifyRequest): Credentials {
    return context.isApplication ? this.sessions : this.tokens;
  }

  /** Throws `FORBIDDEN` for a request that a page of another origin may have sent with the cookie of a session. */
  private async requireSameOrigin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (isSameOrigin(request.raw, this.settings.baseUrl)) return;
    await this.admitAnonymous(request, reply);
    refuse('FORBIDDEN', 'This request was not sent by a page of the application.');
  }

  /** Counts a revoked token like any refused one, but does not limit it: it was valid a moment ago, so nobody guesses tokens. */
  private async refuseRevoked({ address, isApplication }: RequestContext): Promise<never> {
    await this.limiter.countFailure(address);
    refuseCredential(isApplication === true);
  }
}

type PathTexts = Readonly<Record<string, string>>;

/** The query parameters of the operation, or of the variant that the path selects. Throws `VALIDATION_ERROR` on an unknown variant. */
function queryOf({ query = {}, variants }: OperationPolicy, path: PathTexts): QueryParameters {
  if (!variants) return query;
  const { parameter, queries } = variants;
  const variant = path[parameter] ?? '';
  const found = Object.hasOwn(queries, variant) ? queries[variant] : undefined;
  if (found) return found;
  const supported = Object.keys(queries);
  refuse('VALIDATION_ERROR', `There is no such ${parameter}.`, {
    fieldErrors: { [parameter]: [`must be one of ${supported.join(', ')}`] },
    details: { supported },
  });
}
