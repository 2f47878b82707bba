import { Injectable } from '@nestjs/common';
import {
  Access,
  Authenticator,
  Mutations,
  RateLimiter,
  fingerprintOf,
  invariant,
  isRefusal,
  traced,
  type MutationRequest,
  type Reply,
  type Touched,
  type Transaction,
} from '@worktrack/application';
import type { ProjectId } from '@worktrack/domain';
import type { Conditions, RequestContext } from './context.js';
import { setResponseHeaders } from '../reply/response-headers.js';
import { etagOf, type TaggedResource } from '../reply/etag.js';
import { Limits } from '../limits/limits.js';
import { takeSlot } from '../limits/work-slots.js';
import type { OperationPolicy } from './policy.js';
import { renewRights } from '../checks/rights.js';
import { JSON_TYPE } from '../reply/json-type.js';

/** A resource that a mutation responds with. */
interface Resource {
  readonly id: string;
  /** Present where the operation responds with an `ETag`. */
  readonly revision?: number;
}

/** The outcome of a mutation that is more or less than one resource. */
export interface Outcome {
  /** The body, or its JSON text; `null` for 204. */
  readonly shown: object | string | null;
  /** Projects whose data the body shows, in addition to the Project of the path. */
  readonly shows?: readonly ProjectId[];
  readonly touched: readonly Touched[];
  /** The revision of the resource that is shown, for its `ETag`. */
  readonly revision?: number | undefined;
  /** The absolute URL of the new resource. */
  readonly location?: string;
}

/** A use case of the application: it changes something by the right of `scope`, and gives what is left. */
type UseCase<Scope, Command, Result> = (tx: Transaction, scope: Scope, command: Command) => Promise<Result>;

const KIND: Record<TaggedResource, Touched['kind']> = {
  wi: 'work_item',
  project: 'project',
  sprint: 'sprint',
  saved: 'saved_sprint_report',
  view: 'saved_view',
  webhook: 'webhook',
  label: 'label',
  org: 'organization',
};

/** Runs the use case of a mutation at most once, and responds with its outcome; a retry gets the same response. */
@Injectable()
export class MutationRunner {
  constructor(
    private readonly mutations: Mutations,
    private readonly limits: Limits,
    private readonly authenticator: Authenticator,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Runs a use case that returns the resource to respond with. With the operation, the resources of the path and `If-Match`, the
   * command is the identity of the request; `identity` replaces it where stored identities hold something else.
   */
  run<Scope, Command>(
    conditions: Conditions,
    useCase: UseCase<Scope, Command, Resource>,
    scope: Scope,
    command: Command,
    identity: unknown = command,
  ): Promise<string | null> {
    const { context } = conditions;
    const work = async (tx: Transaction) =>
      replyWith(context, await performed(context, useCase, () => useCase(tx, scope, command)));
    return this.respond(conditions, identity, work);
  }

  /** Runs a use case whose outcome is nothing, or more than one resource: `outcomeOf` makes it of the result. */
  perform<Scope, Command, Result>(
    conditions: Conditions,
    useCase: UseCase<Scope, Command, Result>,
    scope: Scope,
    command: Command,
    outcomeOf: (result: Result) => Outcome,
    identity: unknown = command,
  ): Promise<string | null> {
    const { context } = conditions;
    return this.respond(conditions, identity, async (tx) =>
      replyOf(context, outcomeOf(await performed(context, useCase, () => useCase(tx, scope, command)))),
    );
  }

  private async respond(
    { context, reply, key, expected }: Conditions,
    identity: unknown,
    work: (tx: Transaction) => Promise<Reply>,
  ): Promise<string | null> {
    const { project, workItemId, child, requestId } = context;
    const operation = operationOf(context);
    const principal = invariant(context.principal, 'A mutation has no principal.');
    const { organization } = context;
    if (!organization && !operation.changesRights) throw new Error('A mutation has no Organization in its path.');
    const organizationId = organization?.organizationId;
    const resources = { organizationId, projectId: project?.projectId, workItemId, child: child?.id };

    const request: MutationRequest = {
      operation: operation.id,
      requestId,
      actorId: principal.user.id,
      tokenId: principal.token.id,
      organizationId: organizationId ?? null,
      covers: (id) => organization !== undefined && Access.sees(organization, id),
      key,
      fingerprint: fingerprintOf({ operation: operation.id, resources, command: identity, expected }),
      gone: context.gone ?? false,
      right: {
        isStale: () => !context.principal || this.authenticator.isStale(context.principal),
        renew: (now) => {
          renewRights(context, now);
        },
      },
      limits: {
        organizationId: operation.changesRights ? undefined : organizationId,
        spendText: (bytes) => {
          this.limiter.spendText(principal.user.id, bytes);
        },
      },
    };
    if (operation.upload) context.work.startTime();
    await takeSlot(this.limits, context);
    context.work.beginChange();
    const response = await this.mutations
      .run(request, work)
      .catch((error: unknown) => this.countRefusedToken(context, error));
    if (operation.changesRights) this.authenticator.forget(principal.token.id);

    setResponseHeaders(reply, response);
    void reply.code(response.status);
    if (response.body !== null) void reply.type(JSON_TYPE);
    return response.body;
  }

  /** Counts a token or a session that ended before the transaction began, like any refused token, and throws the error again. */
  private async countRefusedToken({ address }: RequestContext, error: unknown): Promise<never> {
    if (isRefusal(error) && (error.code === 'INVALID_TOKEN' || error.code === 'AUTH_REQUIRED'))
      await this.limiter.countFailure(address);
    throw error;
  }
}

/** Performs a use case as a step of the trace, by the name of its function. */
function performed<Result>(
  { work, operation }: RequestContext,
  useCase: { readonly name: string },
  perform: () => Promise<Result>,
): Promise<Result> {
  return traced(work.trace, 'use case', perform, {
    'worktrack.use_case': useCase.name || (operation?.id ?? 'unknown'),
  });
}

function replyWith(context: RequestContext, resource: Resource): Reply {
  const { responses } = operationOf(context);
  const { tag } = responses;
  const kind = tag === undefined ? responses.kind : KIND[tag];
  const { id, revision } = resource;
  // A Project that is created is not in its path.
  const shows = kind === 'project' && !context.project ? [id as ProjectId] : [];
  return replyOf(context, { shown: resource, shows, touched: kind ? [{ kind, id, revision }] : [], revision });
}

function replyOf(context: RequestContext, { shown, shows = [], touched, location, revision }: Outcome): Reply {
  const { status, tag } = operationOf(context).responses;
  return {
    status,
    ...(tag && revision !== undefined && { etag: etagOf(tag, revision) }),
    body: typeof shown === 'object' ? shown && JSON.stringify(shown) : shown,
    shows: [...(context.project ? [context.project.projectId] : []), ...shows],
    touched,
    location,
  };
}

function operationOf({ operation }: RequestContext): OperationPolicy {
  return invariant(operation, 'A mutation runs outside of an operation.');
}
