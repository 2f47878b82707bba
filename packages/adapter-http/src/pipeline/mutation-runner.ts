import { Injectable } from '@nestjs/common';
import {
  Access,
  Authenticator,
  Mutations,
  RateLimiter,
  fingerprintOf,
  isRefusal,
  refuse,
  type MutationRequest,
  type Reply,
  type Touched,
  type Transaction,
} from '@worktrack/application';
import type { ProjectId } from '@worktrack/domain';
import type { Conditions, RequestContext } from './context.js';
import { FairShare } from './fair-share.js';
import type { TaggedResource } from './policy.js';
import { renewRights } from './rights.js';
import { TextBudget } from './text-budget.js';

/** A resource that a mutation answers with. */
interface Resource {
  readonly id: string;
  /** Where the operation answers with an `ETag`. */
  readonly revision?: number;
}

/** What a mutation left, where it is more or less than one resource. */
export interface Outcome {
  /** The body, or its JSON text; `null` for 204. */
  readonly shown: object | string | null;
  /** Other Projects than that of the path whose data the body shows. */
  readonly shows?: readonly ProjectId[];
  readonly touched: readonly Touched[];
  /** Where the new resource is: an absolute URL. */
  readonly location?: string;
}

const KIND: Record<TaggedResource, Touched['kind']> = { wi: 'work_item', project: 'project', sprint: 'sprint' };

/** Runs the use case of a mutation at most once, and answers with what it left: now, or at a retry. */
@Injectable()
export class MutationRunner {
  constructor(
    private readonly mutations: Mutations,
    private readonly share: FairShare,
    private readonly authenticator: Authenticator,
    private readonly texts: TextBudget,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Runs a mutation that answers with one resource. `command` is the body as it would be stored: with the operation, the resources
   * and `If-Match` it is the request's identity.
   */
  run(conditions: Conditions, command: object, work: (tx: Transaction) => Promise<Resource>): Promise<string | null> {
    return this.answer(conditions, command, async (tx) => replyWith(conditions.context, await work(tx)));
  }

  /** Runs a mutation that answers with nothing, or with more than one resource. */
  perform(
    conditions: Conditions,
    command: object,
    work: (tx: Transaction) => Promise<Outcome>,
  ): Promise<string | null> {
    return this.answer(conditions, command, async (tx) => replyOf(conditions.context, await work(tx)));
  }

  private async answer(
    { context, reply, key, expected }: Conditions,
    command: object,
    work: (tx: Transaction) => Promise<Reply>,
  ): Promise<string | null> {
    const { operation, principal, organization, project, workItemId, child, requestId } = context;
    if (!operation || !principal || !organization) refuse('INTERNAL_ERROR');
    const { organizationId } = organization;
    const resources = { organizationId, projectId: project?.projectId, workItemId, child: child?.id };

    const request: MutationRequest = {
      operation: operation.id,
      requestId,
      actorId: principal.user.id,
      tokenId: principal.token.id,
      organizationId,
      covers: (id) => Access.sees(organization, id),
      key,
      fingerprint: fingerprintOf({ operation: operation.id, resources, command, expected }),
      gone: context.gone ?? false,
      right: {
        isStale: () => !context.principal || this.authenticator.isStale(context.principal),
        renew: (now) => {
          renewRights(context, now);
        },
      },
      limits: {
        spendText: (bytes) => {
          this.texts.spend(principal.token.id, bytes);
        },
      },
    };
    if (operation.upload) context.work.startTime();
    const giveBack = await this.share.take(principal.token.id, context.work.signal);
    context.work.beginChange();
    const answer = await this.mutations
      .run(request, work)
      .catch((error: unknown) => this.countRefusedToken(context, error))
      .finally(() => {
        // The answer takes memory until it has left.
        context.end.onEnd(giveBack);
      });

    if (answer.replayed) void reply.header('Idempotency-Replayed', 'true');
    if (answer.etag !== undefined) void reply.header('ETag', answer.etag);
    if (answer.location !== undefined) void reply.header('Location', answer.location);
    if (answer.body !== null) void reply.type('application/json; charset=utf-8');
    return answer.body;
  }

  /** Counts a token that ended before the transaction began, like any refused token, and throws the error again. */
  private async countRefusedToken({ address }: RequestContext, error: unknown): Promise<never> {
    if (isRefusal(error) && error.code === 'INVALID_TOKEN') await this.limiter.countFailure(address);
    throw error;
  }
}

function replyWith(context: RequestContext, resource: Resource): Reply {
  const { tag, kind = tag && KIND[tag] } = answersOf(context);
  const { id, revision } = resource;
  // A Project that is created is not in its path.
  const shows = context.project ? [] : [id as ProjectId];
  const reply = replyOf(context, { shown: resource, shows, touched: kind ? [{ kind, id, revision }] : [] });
  return tag && revision !== undefined ? { ...reply, etag: etagOf(tag, revision) } : reply;
}

function replyOf(context: RequestContext, { shown, shows = [], touched, location }: Outcome): Reply {
  return {
    status: answersOf(context).status,
    body: typeof shown === 'object' ? shown && JSON.stringify(shown) : shown,
    shows: [...(context.project ? [context.project.projectId] : []), ...shows],
    touched,
    location,
  };
}

function answersOf({ operation }: RequestContext) {
  return operation?.answers ?? refuse('INTERNAL_ERROR');
}

/** A strong entity tag: the resource's word and its revision. */
export function etagOf(resource: TaggedResource, revision: number): string {
  return `"${resource}-${revision}"`;
}
