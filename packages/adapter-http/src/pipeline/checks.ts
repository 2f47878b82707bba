import { Injectable } from '@nestjs/common';
import {
  Access,
  Authenticator,
  PathResources,
  People,
  RateLimiter,
  refuse,
  type Principal,
  type Quota,
} from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from './context.js';
import { Sessions, Tokens, refuseCredential, type Credentials } from './credentials.js';
import { ApiSettings } from '../settings.js';
import { isOwnRead, isSameOrigin, isUnsafe } from './same-origin.js';
import { requireStanding } from './rights.js';
import { resolvePath, resolveProfile, type PathParameters } from './path.js';
import type { OperationPolicy } from './policy.js';
import { readQuery, type QueryParameters } from './query.js';
import { admitAnonymous, enforce, showQuota } from './quota.js';
import { requireUserOfPage } from './user-of-page.js';

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

  /**
   * Runs all checks. Returns a promise only where something must be looked up, counted elsewhere or refused: most requests wait for
   * nothing. Throws or rejects with the refusal.
   */
  check(request: FastifyRequest, reply: FastifyReply, policy: OperationPolicy): Promise<void> | undefined {
    const { context } = request;
    context.operation = policy;
    const isSafe = !context.isApplication || (!isUnsafe(request.method) && isOwnRead(request.raw));
    const isOfPrincipal = policy.authentication !== 'none' && policy.authentication !== 'visitor';
    const principal = isSafe && isOfPrincipal ? this.knownPrincipal(request) : undefined;
    const quota = principal && this.limiter.countRequestNow(principal);
    // Without both, nothing was counted: the request runs the whole pipeline.
    if (!principal || !quota) return this.checkAll(request, reply, policy);
    const lookedUp = this.admitKnown(request, reply, policy, principal, quota);
    if (lookedUp) return lookedUp.then(() => this.readQuery(request, policy));
    return this.readQuery(request, policy);
  }

  private async checkAll(request: FastifyRequest, reply: FastifyReply, policy: OperationPolicy): Promise<void> {
    const { context } = request;
    if (context.isApplication) await this.requireOwnPage(request, reply);
    if (policy.authentication === 'none' || policy.authentication === 'visitor')
      await this.admitAnonymous(request, reply);
    else await this.admit(request, reply, policy);
    await this.readQuery(request, policy);
  }

  /** Reads the query. Returns a promise only to refuse it. */
  private readQuery(request: FastifyRequest, policy: OperationPolicy): Promise<void> | undefined {
    const { context } = request;
    try {
      context.query = readQuery(request.raw.url ?? '', queryOf(policy, request.params as PathTexts));
      return undefined;
    } catch (error) {
      return this.refuseQuery(request, policy, error);
    }
  }

  private async refuseQuery(request: FastifyRequest, policy: OperationPolicy, error: unknown): Promise<never> {
    // 404 wins over 400: look the Work Item up before reporting a bad query.
    if (policy.readsWorkItem) await this.resolve(request, request.context, { ...policy, readsWorkItem: undefined });
    throw error;
  }

  /** Counts a request without a token that was looked up. Throws `RATE_LIMITED` when its address has sent too many. */
  admitAnonymous(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    return admitAnonymous(this.limiter, request, reply);
  }

  private async admit(request: FastifyRequest, reply: FastifyReply, policy: OperationPolicy): Promise<void> {
    const principal = this.knownPrincipal(request) ?? (await this.authenticate(request, reply));
    const quota = await this.limiter.countRequest(principal);
    await this.admitKnown(request, reply, policy, principal, quota);
  }

  /** Admits a request of a principal, which was counted. Returns a promise only where something must be looked up. */
  private admitKnown(
    request: FastifyRequest,
    reply: FastifyReply,
    policy: OperationPolicy,
    principal: Principal,
    quota: Quota,
  ): Promise<void> | undefined {
    request.context.principal = principal;
    showQuota(reply, quota);
    enforce(quota, reply);
    if (request.context.isApplication) requireUserOfPage(request, principal);
    const checked = this.checkRights(request, policy, principal);
    if (!checked) return this.countInOrganization(request, reply);
    return checked.then(() => this.countInOrganization(request, reply));
  }

  /** Counts a request in its Organization, after its rights: a stranger uses up nothing and learns nothing. */
  private countInOrganization(
    { context: { organization } }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> | undefined {
    const counted = organization && this.limiter.countInOrganization(organization.organizationId);
    return counted?.then((quota) => {
      enforce(quota, reply);
    });
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
    await this.checkRights(request, operation, context.principal);
  }

  /** Checks scope, path and rights. Returns a promise only where something must be looked up. */
  private checkRights(
    request: FastifyRequest,
    policy: OperationPolicy,
    principal: Principal,
  ): Promise<void> | undefined {
    const { context } = request;
    if (policy.scope) Access.requireScope(principal, policy.scope);
    queryOf(policy, request.params as PathTexts);
    const { publicId } = request.params as PathParameters;
    const resolved = this.resolve(request, context, policy);
    const lookedUp = publicId === undefined ? resolved : this.resolveProfile(context, publicId, resolved);
    if (lookedUp) {
      return lookedUp.then(() => {
        requireStanding(context, policy);
      });
    }
    requireStanding(context, policy);
    return undefined;
  }

  /** Resolves the profile of the path once the rest of the path is `resolved`. */
  private async resolveProfile(
    context: RequestContext,
    publicId: string,
    resolved: Promise<void> | undefined,
  ): Promise<void> {
    await resolved;
    await resolveProfile(this.people, context, publicId);
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

  /**
   * Throws `FORBIDDEN` for a request that a page of another origin may have sent with the cookie of a session: before anything is looked
   * up, so that the page does not learn what exists.
   */
  private async requireOwnPage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw, method } = request;
    if (isUnsafe(method) ? isSameOrigin(raw, this.settings.baseUrl) : isOwnRead(raw)) return;
    await this.admitAnonymous(request, reply);
    if (isUnsafe(method)) refuse('FORBIDDEN', 'This request was not sent by a page of the application.');
    refuse(
      'FORBIDDEN',
      'Open this from the application, or type its address: a page of another site cannot ask for it.',
    );
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
