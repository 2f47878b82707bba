import type { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  refuse,
  type FoundChild,
  type IdempotencyKey,
  type OrganizationScope,
  type Principal,
  type ProfileScope,
  type ProjectScope,
  type RequestWork,
} from '@worktrack/application';
import type { ExpectedRevision, WorkItemId } from '@worktrack/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLine } from './access-log.js';
import type { Arrival } from './arrival.js';
import type { GiveBack } from './fair-share.js';
import type { OperationPolicy } from './policy.js';
import type { RequestEnd } from './request-end.js';

/** What the pipeline has found out about a request so far. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedAt: bigint;
  /** The work for the request: it ends when the client goes away, or when its time is over. */
  readonly work: RequestWork;
  /** The answer is made, and nothing is read for it any more. */
  isAnswered: boolean;
  /** Where the request came from: an IP address, read while the connection is open. */
  readonly address: string;
  /** The one moment at which the request is over: listeners can be put on it. */
  readonly end: RequestEnd;
  readonly accessLine: AccessLine;
  operation?: OperationPolicy;
  principal?: Principal;
  organization?: OrganizationScope;
  project?: ProjectScope;
  profile?: ProfileScope;
  workItemId?: WorkItemId;
  workItemNumber?: number | undefined;
  /** What the path names below the Work Item or the Project. */
  child?: FoundChild;
  /** The path names something that is deleted: whatever else is wrong is then answered 404 (contract §1.6). */
  gone?: boolean;
  query?: object;
  conditions?: Conditions;
  /** How long the rest of the request may take to arrive. */
  readonly arrival: Arrival;
  /** The body of an upload: not read yet. */
  form?: Form;
  /** A read has its turn: ends it. */
  giveBackTurn?: GiveBack;
  /** The body is held in memory: ends that. */
  giveBackRoom?: GiveBack;
}

/** A multipart form that waits to be read. */
export interface Form {
  readonly contentType: string | undefined;
  readonly isEncoded: boolean;
  /** `undefined` where the body is none of that type. */
  readonly content: Readable | undefined;
  readonly arrival: Arrival;
}

/** Under which conditions a mutation may run, and the reply it will set. */
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

/** A parameter of a controller method that the pipeline has put into the context by now. */
function found(key: keyof RequestContext) {
  return createParamDecorator(
    (_: unknown, execution: ExecutionContext) => contextOf(execution)[key] ?? refuse('INTERNAL_ERROR'),
  );
}

/** Who asks. */
export const Caller = found('principal');
/** The right to act in the Organization of the path. */
export const InOrganization = found('organization');
/** The right to act in the Project of the path. */
export const InProject = found('project');
/** The right to see the profile of the user of the path. */
export const OfProfile = found('profile');
/** The Work Item of the path. */
export const TargetWorkItem = found('workItemId');
/** Its number, for whoever reads it without a look-up before. */
export const TargetNumber = found('workItemNumber');
/** What the path names below the Work Item, or below the Project: its id. */
export const TargetChild = createParamDecorator(
  (_: unknown, execution: ExecutionContext) => contextOf(execution).child?.id ?? refuse('INTERNAL_ERROR'),
);
/** The Work Item at the other end of the link that the path names: its id. */
export const OtherWorkItem = createParamDecorator(
  (_: unknown, execution: ExecutionContext) =>
    contextOf(execution).child?.otherWorkItem?.id ?? refuse('INTERNAL_ERROR'),
);
/** The query by its declared parameters. */
export const InQuery = found('query');
/** The file that is uploaded: not read yet. */
export const UploadedForm = found('form');
/** Under which conditions a mutation may run. */
export const UnderConditions = found('conditions');
