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
 * Judges a request before any of its body is read, in the order of contract §1.6: steps 3 to 9 and the query of step 10. Routes
 * and methods (steps 1 and 2) are settled by then; headers and body follow once the body is there.
 */
@Injectable()
export class Judge {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limiter: RateLimiter,
    private readonly resources: PathResources,
    private readonly people: People,
  ) {}

  async judge(request: FastifyRequest, reply: FastifyReply, policy: OperationPolicy): Promise<void> {
    const { context } = request;
    context.operation = policy;
    if (policy.authentication === 'none') await this.admitAnonymous(request, reply);
    else await this.admit(request, reply, context, policy);
    try {
      context.query = readQuery(request.raw.url ?? '', queryOf(policy, request.params as PathWords));
    } catch (error) {
      // What is not there is never judged by its shape.
      if (policy.readsWorkItem) await this.resolve(request, context, { ...policy, readsWorkItem: undefined });
      throw error;
    }
  }

  /** Counts a request for which no token is looked at. Throws `RATE_LIMITED` when its address has sent too many. */
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
    await this.judgeRights(request, context, policy, principal);
  }

  /**
   * Judges the rights of a request again when they were looked up more than a second ago: its body came late, or its turn did.
   * Throws what a new request would be refused with.
   */
  async judgeAgain(request: FastifyRequest): Promise<void> {
    const { context } = request;
    const { operation, principal } = context;
    if (!operation || !principal || !this.authenticator.isStale(principal)) return;
    context.principal = (await this.principalOf(request)) ?? (await this.refuseRevoked(context));
    await this.judgeRights(request, context, operation, context.principal);
  }

  private async judgeRights(
    request: FastifyRequest,
    context: RequestContext,
    policy: OperationPolicy,
    principal: Principal,
  ): Promise<void> {
    if (policy.scope) Access.requireScope(principal, policy.scope);
    queryOf(policy, request.params as PathWords);
    await this.resolve(request, context, policy);
    await resolveProfile(this.people, context, request.params as PathParameters);
    requireStanding(context, policy);
  }

  private resolve(request: FastifyRequest, context: RequestContext, policy: OperationPolicy): Promise<void> {
    const hasKey = (request.headers['idempotency-key'] ?? '') !== '';
    return resolvePath(this.resources, context, request.params as PathParameters, policy, hasKey);
  }

  /**
   * Steps 3 and 4 of contract §1.6. Each request asks the limiter once: a refused token is counted and judged in one step, everything else
   * only asks. So however many bad tokens come at once, no more than the limit are answered `INVALID_TOKEN`.
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

  /** Counted like any refused token, but not judged: whoever sent it was accepted a moment ago and does not guess. */
  private async refuseRevoked({ address }: RequestContext): Promise<never> {
    await this.limiter.countFailure(address);
    refuseToken();
  }

  private async principalOf(request: FastifyRequest): Promise<Principal | undefined> {
    const token = bearerToken(request);
    return token !== undefined && isSingle(request) ? this.authenticator.authenticate(token) : undefined;
  }
}

type PathWords = Readonly<Record<string, string>>;

/** What may be asked for. Throws `VALIDATION_ERROR` on a word of the path that is none of the variants, with those there are. */
function queryOf({ query = {}, variants }: OperationPolicy, path: PathWords): QueryParameters {
  if (!variants) return query;
  const { parameter, queries } = variants;
  const word = path[parameter] ?? '';
  const found = Object.hasOwn(queries, word) ? queries[word] : undefined;
  if (found) return found;
  const supported = Object.keys(queries);
  refuse('VALIDATION_ERROR', `There is no such ${parameter}.`, {
    fieldErrors: { [parameter]: [`must be one of ${supported.join(', ')}`] },
    details: { supported },
  });
}

/** The scheme in any case, then the token; `undefined` for anything else. */
function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Node keeps only the first of two Authorization lines; which one a proxy would keep cannot be known. */
function isSingle({ raw }: FastifyRequest): boolean {
  return raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'authorization').length < 2;
}
