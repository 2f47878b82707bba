import { Injectable } from '@nestjs/common';
import { Mutations, fingerprintOf, refuse, type Reply, type Touched, type Transaction } from '@worktrack/application';
import type { ProjectId } from '@worktrack/domain';
import type { Conditions, RequestContext } from './context.js';
import type { TaggedResource } from './policy.js';

/** A resource that a mutation answers with. */
interface Revised {
  readonly id: string;
  readonly revision: number;
}

const KIND: Record<TaggedResource, Touched['kind']> = { wi: 'work_item', project: 'project' };

/** Runs the use case of a mutation at most once, and answers with what it left: now, or at a retry. */
@Injectable()
export class MutationRunner {
  constructor(private readonly mutations: Mutations) {}

  /** `command` is the body as it would be stored: with the operation, the resources and `If-Match` it is the request's identity. */
  async run(
    { context, reply, key, expected }: Conditions,
    command: object,
    work: (tx: Transaction) => Promise<Revised>,
  ): Promise<string | null> {
    const { operation, principal, organization, project, workItemId, requestId } = context;
    if (!operation || !principal || !organization) refuse('INTERNAL_ERROR');
    const { organizationId, onlyProjects } = organization;
    const resources = { organizationId, projectId: project?.projectId, workItemId };

    const answer = await this.mutations.run(
      {
        operation: operation.id,
        requestId,
        actorId: principal.user.id,
        tokenId: principal.token.id,
        organizationId,
        covers: (id) => !onlyProjects || onlyProjects.has(id),
        key,
        fingerprint: fingerprintOf({ operation: operation.id, resources, command, expected }),
        gone: context.gone ?? false,
      },
      async (tx) => replyOf(context, await work(tx)),
    );

    if (answer.replayed) void reply.header('Idempotency-Replayed', 'true');
    if (answer.etag !== undefined) void reply.header('ETag', answer.etag);
    if (answer.location !== undefined) void reply.header('Location', answer.location);
    if (answer.body !== null) void reply.type('application/json; charset=utf-8');
    return answer.body;
  }
}

function replyOf({ operation, project }: RequestContext, resource: Revised): Reply {
  const { status, tag } = operation?.answers ?? refuse('INTERNAL_ERROR');
  return {
    status,
    etag: tag && etagOf(tag, resource.revision),
    body: JSON.stringify(resource),
    shows: [project?.projectId ?? (resource.id as ProjectId)],
    touched: tag ? [{ kind: KIND[tag], id: resource.id, revision: resource.revision }] : [],
  };
}

/** A strong entity tag: the resource's word and its revision. */
export function etagOf(resource: TaggedResource, revision: number): string {
  return `"${resource}-${revision}"`;
}
