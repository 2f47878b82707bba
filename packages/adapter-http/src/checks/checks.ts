import { Injectable } from '@nestjs/common';
import {
  Access,
  Authenticator,
  OrganizationViews,
  PathResources,
  People,
  RateLimiter,
  WorkItemViews,
  refuse,
  type Principal,
} from '@worktrack/application';
import { Slug } from '@worktrack/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeSeen } from '../arrival/under-app.js';
import { Moved } from '../reply/moved.js';
import type { RequestContext } from '../run/context.js';
import { Sessions, Tokens, refuseCredential, type Credentials } from './credentials.js';
import { ApiSettings } from '../settings.js';
import { isOwnRead, isSameOrigin, isUnsafe } from './same-origin.js';
import { requireStanding } from './rights.js';
import { resolvePath, resolveProfile, type PathParameters, type PathPorts } from './path.js';
import type { OperationPolicy } from '../run/policy.js';
import { readQuery, type QueryParameters } from './query.js';
import { admitAnonymous, enforce, showQuota } from './quota.js';
import { requireUserOfPage } from './user-of-page.js';

/**
 * The checks of a request before its body is read, in the order of contract §1.6: steps 3 to 9 and the query of step 10. The
 * hook has checked path and method by then (steps 1 and 2); headers and body follow when the body has arrived.
 */
@Injectable()
export class RequestChecks implements PathPorts {
  private readonly tokens: Credentials;
  private readonly sessions: Credentials;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly limiter: RateLimiter,
    readonly resources: PathResources,
    readonly workItems: WorkItemViews,
    private readonly people: People,
    private readonly organizations: OrganizationViews,
    private readonly settings: ApiSettings,
  ) {
    this.tokens = new Tokens(authenticator);
    this.sessions = new Sessions(authenticator, settings);
  }

  /** Runs all checks, one after the other. Rejects with the first refusal. */
  async check(request: FastifyRequest, reply: FastifyReply, policy: OperationPolicy): Promise<void> {
    const { context, raw } = request;
    context.operation = policy;
    if (context.isApplication) await this.requireOwnPage(request, reply);
    if (policy.authentication === 'none' || policy.authentication === 'visitor') {
      await this.admitAnonymous(request, reply);
    } else {
      context.principal = await this.authenticate(request, reply);
      await this.count(context.principal, reply);
      if (context.isApplication) requireUserOfPage(request, context.principal);
      await this.checkRights(request, policy, context.principal);
      await this.countInOrganization(context, reply);
    }
    context.query = readQuery(raw.url ?? '', queryOf(policy, request.params as PathTexts));
  }

  /** Counts a request without a token that was looked up. Throws `RATE_LIMITED` when its address has sent too many. */
  admitAnonymous(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    return admitAnonymous(this.limiter, request, reply);
  }

  /**
   * Checks the rights of a request again when they were looked up more than a second ago, because it waited for its body or its
   * slot. Throws the refusal that a new request would get.
   */
  async checkAgain(request: FastifyRequest): Promise<void> {
    const { context } = request;
    const { operation, principal } = context;
    if (!operation || !principal || !this.authenticator.isStale(principal)) return;
    context.principal = (await this.credentialsOf(request).principalOf(request)) ?? (await this.refuseRevoked(context));
    await this.checkRights(request, operation, context.principal);
  }

  /**
   * Steps 3 and 4 of contract §1.6. Each request asks the limiter once: a refused token or session is counted and checked in one step,
   * everything else is only checked. So no more bad tokens than the limit are refused with `INVALID_TOKEN`, even when they come
   * concurrently.
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

  /** Step 5: counts a request for its credential and its user. */
  private async count(principal: Principal, reply: FastifyReply): Promise<void> {
    const quota = await this.limiter.countRequest(principal);
    showQuota(reply, quota);
    enforce(quota, reply);
  }

  /** Steps 6 to 9: scope, the variant that the path selects, the resources of the path, the rights to them. */
  private async checkRights(request: FastifyRequest, policy: OperationPolicy, principal: Principal): Promise<void> {
    const { context, headers } = request;
    const path = request.params as PathParameters;
    if (policy.scope) Access.requireScope(principal, policy.scope);
    requireVariant(policy, request.params as PathTexts);
    await this.leadOn(request, principal, path);
    await resolvePath(this, context, path, policy, (headers['idempotency-key'] ?? '') !== '');
    // A member of an Organization is found by the use case, so that a repeat after its end gets its reply again.
    if (path.publicId !== undefined && path.organizationSlug === undefined)
      await resolveProfile(this.people, context, path.publicId);
    requireStanding(context, policy);
  }

  /** Leads a read of the application from a slug that an Organization of the caller had before to its present one. Throws `Moved`. */
  private async leadOn(
    { context, method, raw }: FastifyRequest,
    principal: Principal,
    { organizationSlug }: PathParameters,
  ): Promise<void> {
    if (!context.isApplication || isUnsafe(method)) return;
    if (principal.organizations.some(({ slug }) => slug === organizationSlug)) return;
    const former = organizationSlug === undefined ? undefined : Slug.parse(organizationSlug);
    const present = former && (await this.organizations.presentSlug(principal, former));
    if (present === undefined) return;
    throw new Moved(routeSeen(raw, (raw.url ?? '').replace(/(?<=\/organizations\/)[^/?]+/, present)));
  }

  /** Counts a request in its Organization, after its rights: a stranger uses up nothing and learns nothing. */
  private async countInOrganization({ organization }: RequestContext, reply: FastifyReply): Promise<void> {
    const quota = organization && (await this.limiter.countInOrganization(organization.organizationId));
    if (quota) enforce(quota, reply);
  }

  private credentialsOf({ context }: FastifyRequest): Credentials {
    return context.isApplication ? this.sessions : this.tokens;
  }

  /**
   * Throws `FORBIDDEN` for a request that a page of another origin might have sent with the cookie of a session: before anything is looked
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

/** The query parameters of the operation, or of the variant that the path selects. */
function queryOf({ query = {}, variants }: OperationPolicy, path: PathTexts): QueryParameters {
  return variants ? (variants.queries[path[variants.parameter] ?? ''] ?? {}) : query;
}

/** Throws `VALIDATION_ERROR` where the path selects a variant that does not exist. */
function requireVariant({ variants }: OperationPolicy, path: PathTexts): void {
  if (!variants) return;
  const { parameter, queries } = variants;
  if (Object.hasOwn(queries, path[parameter] ?? '')) return;
  const supported = Object.keys(queries);
  refuse('VALIDATION_ERROR', `There is no such ${parameter}.`, {
    fieldErrors: { [parameter]: [`must be one of ${supported.join(', ')}`] },
    details: { supported },
  });
}
