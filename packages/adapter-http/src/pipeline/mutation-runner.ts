import { Injectable } from '@nestjs/common';
import {
  Access,
  Authenticator,
  Mutations,
  fingerprintOf,
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

/** A use case of the application: it changes something by the right of `scope`, and gives what is left. */
type UseCase<Scope, Command, Result> = (tx: Transaction, scope: Scope, command: Command) => Promise<Result>;

const KIND: Record<TaggedResource, Touched['kind']> = { wi: 'work_item', project: 'project', sprint: 'sprint' };

/** Runs the use case of a mutation at most once, and answers with what it left: now, or at a retry. */
@Injectable()
export class MutationRunner {
  constructor(
    private readonly mutations: Mutations,
    private readonly share: FairShare,
    private readonly authenticator: Authenticator,
    private readonly texts: TextBudget,
  ) {}

  /**
   * Runs a use case that returns the resource to answer with. With the operation, the resources of the path and `If-Match`, the
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
    return this.answer(conditions, identity, async (tx) => replyWith(context, await useCase(tx, scope, command)));
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
    return this.answer(conditions, identity, async (tx) =>
      replyOf(context, outcomeOf(await useCase(tx, scope, command))),
    );
  }

  private async answer(
    { context, reply, key, expected }: Conditions,
    identity: unknown,
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
      fingerprint: fingerprintOf({ operation: operation.id, resources, command: identity, expected }),
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
    const answer = await this.mutations.run(request, work).finally(() => {
      // The answer takes memory until it has left.
      context.end.onEnd(giveBack);
    });

    if (answer.replayed) void reply.header('Idempotency-Replayed', 'true');
    if (answer.etag !== undefined) void reply.header('ETag', answer.etag);
    if (answer.location !== undefined) void reply.header('Location', answer.location);
    if (answer.body !== null) void reply.type('application/json; charset=utf-8');
    return answer.body;
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
