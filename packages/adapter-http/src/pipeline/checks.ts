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
import { refuseToken, requireStanding } from './rights.js';
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
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limiter: RateLimiter,
    private readonly resources: PathResources,
    private readonly people: People,
  ) {}

  async check(request: FastifyRequest, reply: FastifyReply, policy: OperationPolicy): Promise<void> {
    const { context } = request;
    context.operation = policy;
    if (policy.authentication === 'none') await this.admitAnonymous(request, reply);
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
    const principal = await this.authenticate(request, reply);
    context.principal = principal;
    const quota = await this.limiter.countRequest(principal.token.id);
    showQuota(reply, quota);
    enforce(quota, reply);
    await this.checkRights(request, context, policy, principal);
  }

  /**
   * Checks the rights of a request again when they were looked up more than a second ago, because it waited for its body or its
   * permit. Throws the refusal that a new request would get.
   */
  async checkAgain(request: FastifyRequest): Promise<void> {
    const { context } = request;
    const { operation, principal } = context;
    if (!operation || !principal || !this.authenticator.isStale(principal)) return;
    context.principal = (await this.principalOf(request)) ?? (await this.refuseRevoked(context));
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
    await this.resolve(request, context, policy);
    await resolveProfile(this.people, context, request.params as PathParameters);
    requireStanding(context, policy);
  }

  private resolve(request: FastifyRequest, context: RequestContext, policy: OperationPolicy): Promise<void> {
    const hasKey = (request.headers['idempotency-key'] ?? '') !== '';
    return resolvePath(this.resources, context, request.params as PathParameters, policy, hasKey);
  }

  /**
   * Steps 3 and 4 of contract §1.6. Each request asks the limiter once: a refused token is counted and checked in one step,
   * everything else is only checked. So no more bad tokens than the limit are answered `INVALID_TOKEN`, even when they come at once.
   */
  private async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    const { address } = request.context;
    const usedUp = this.limiter.failuresUsedUp(address);
    if (usedUp) enforce(usedUp, reply);
    if (bearerToken(request) === undefined) {
      enforce(await this.limiter.failuresOf(address), reply);
      await this.admitAnonymous(request, reply);
      refuse('AUTH_REQUIRED', 'A personal access token is needed: Authorization: Bearer <token>.');
    }
    const principal = await this.principalOf(request);
    enforce(await (principal ? this.limiter.failuresOf(address) : this.limiter.countFailure(address)), reply);
    return principal ?? refuseToken();
  }

  /** Counts a revoked token like any refused one, but does not limit it: it was valid a moment ago, so nobody guesses tokens. */
  private async refuseRevoked({ address }: RequestContext): Promise<never> {
    await this.limiter.countFailure(address);
    refuseToken();
  }

  private async principalOf(request: FastifyRequest): Promise<Principal | undefined> {
    const token = bearerToken(request);
    return token !== undefined && isSingle(request) ? this.authenticator.authenticate(token) : undefined;
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

/** The token of an `Authorization: Bearer` header, the scheme in any case; `undefined` for any other header. */
function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1];
}

/** False for two Authorization lines: Node keeps the first, and a proxy may keep the other. */
function isSingle({ raw }: FastifyRequest): boolean {
  return raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'authorization').length < 2;
}
