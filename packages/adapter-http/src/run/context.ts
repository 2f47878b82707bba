import type { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  invariant,
  type FoundChild,
  type IdempotencyKey,
  type OrganizationScope,
  type Principal,
  type ProfileScope,
  type ProjectScope,
  type Release,
  type RequestWork,
  type WorkItemView,
} from '@worktrack/application';
import type { ExpectedRevision, WorkItemId } from '@worktrack/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLine } from '../arrival/access-log.js';
import type { Arrival } from '../arrival/arrival.js';
import type { OperationPolicy } from './policy.js';
import type { RequestEnd } from '../arrival/request-end.js';

/** The facts that the pipeline has found out about a request so far. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedAt: bigint;
  /** The work for the request: it ends when the client goes away, or when its time is over. */
  readonly work: RequestWork;
  /** The response is made, and nothing is read for it any more. */
  hasResponse: boolean;
  /** The IP address of the client, read while the connection is open. */
  readonly address: string;
  /** The one moment at which the request is over: listeners can be put on it. */
  readonly end: RequestEnd;
  readonly accessLine: AccessLine;
  /** The request is to an operation of the application, or came under `/app`. */
  isApplication?: boolean;
  operation?: OperationPolicy;
  principal?: Principal;
  organization?: OrganizationScope;
  project?: ProjectScope;
  profile?: ProfileScope;
  workItemId?: WorkItemId;
  /** The Work Item of the path, where the operation shows it. */
  workItem?: WorkItemView;
  /** The resource of the path below the Work Item or the Project. */
  child?: FoundChild;
  /** The path names something that is deleted: every other refusal then becomes a 404 (contract §1.6). */
  gone?: boolean;
  query?: object;
  conditions?: Conditions;
  /** The watch on the time that the rest of the request takes to arrive. */
  readonly arrival: Arrival;
  /** The body of an upload, not read yet. */
  form?: Form;
  /** Gives back the slot to work on the database. */
  releaseSlot?: Release | undefined;
  /** Gives back the slots of the body in memory. */
  releaseBody?: Release;
}

/** A multipart form that waits to be read. */
export interface Form {
  readonly contentType: string | undefined;
  readonly isEncoded: boolean;
  /** `undefined` where the body is not a multipart form. */
  readonly content: Readable | undefined;
  readonly arrival: Arrival;
}

/** The conditions of a mutation, and the reply that gets its headers. */
export interface Conditions {
  readonly context: RequestContext;
  readonly reply: FastifyReply;
  readonly key: IdempotencyKey | undefined;
  /** `*` where the operation asks for no `If-Match`. */
  readonly expected: ExpectedRevision;
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext;
  }
}

const contextOf = (execution: ExecutionContext): RequestContext =>
  execution.switchToHttp().getRequest<FastifyRequest>().context;

/** A parameter of a controller method that is a part of the request's context. */
function partOf(read: (context: RequestContext) => unknown, name: string) {
  return createParamDecorator((_: unknown, execution: ExecutionContext) =>
    invariant(read(contextOf(execution)), `The context of the request has no ${name}.`),
  );
}

/** The principal of the request. */
export const Caller = partOf(({ principal }) => principal, 'principal');
/** The right to act in the Organization of the path. */
export const InOrganization = partOf(({ organization }) => organization, 'Organization');
/** The right to act in the Project of the path. */
export const InProject = partOf(({ project }) => project, 'Project');
/** The right to see the profile of the user of the path. */
export const OfProfile = partOf(({ profile }) => profile, 'profile');
/** The Work Item of the path. */
export const TargetWorkItem = partOf(({ workItemId }) => workItemId, 'Work Item');
/** The Work Item of the path as it is shown, for operations with `showsWorkItem`. */
export const ShownWorkItem = partOf(({ workItem }) => workItem, 'Work Item to show');
/** The id of the resource of the path below the Work Item, or below the Project. */
export const TargetChild = partOf(({ child }) => child?.id, 'resource below');
/** The id of the Work Item at the other end of the link of the path. */
export const OtherWorkItem = partOf(({ child }) => child?.otherWorkItem?.id, 'other Work Item');
/** The query by its declared parameters. */
export const InQuery = partOf(({ query }) => query, 'query');
/** The form of an upload, not read yet. */
export const UploadedForm = partOf(({ form }) => form, 'form');
/** The conditions of a mutation. */
export const UnderConditions = partOf(({ conditions }) => conditions, 'conditions');
