import type { Type } from '@nestjs/common';
import type { ErrorCode, Touched } from '@worktrack/application';
import type { Role, Scope } from '@worktrack/domain';
import type { Deprecation } from './deprecation.js';
import type { TaggedResource } from './etag.js';
import type { QueryParameters } from './query.js';

/** All that is decided about an operation before its handler runs, and all that OpenAPI says of it (contract §2.2). */
export interface OperationPolicy {
  /** The operationId. */
  readonly id: string;
  /** One sentence for the reader of the API's documentation. */
  readonly summary: string;
  readonly authentication?: 'none';
  readonly scope: Scope | null;
  /** The least role; `null` where membership is not even needed, or author and uploader rules hold. */
  readonly role: Role | null;
  /** Only the author of what the path names may: no role overrides it. */
  readonly authorOnly?: true;
  /** Only who uploaded what the path names may, and an administrator. */
  readonly uploaderOrAdmin?: true;
  /** A grant of single Projects is not enough: how it is answered. */
  readonly wholeOrganization?: 'NOT_FOUND' | 'FORBIDDEN';
  /** The handler reads the Work Item of the path by its number and answers 404 itself: it is not looked up before. */
  readonly readsWorkItem?: true | undefined;
  /** A report: it waits for one of the few connections that reports have. */
  readonly report?: true;
  readonly ifMatch?: TaggedResource;
  readonly idempotencyKey?: 'required' | 'optional';
  readonly query?: QueryParameters;
  /**
   * A word of the path says what is asked for, and each has a query of its own, of which `query` is the sum for the documentation.
   * Another word is judged right after the scope, before anything is read (contract §1.6).
   */
  readonly variants?: { readonly parameter: string; readonly queries: Readonly<Record<string, QueryParameters>> };
  /** The strict body, `B-empty` included. */
  readonly body?: Type;
  /** A request without any body counts as `{}`. */
  readonly bodyOptional?: true;
  /** The body is a file in a multipart form, read as it arrives. */
  readonly upload?: true;
  readonly answers: {
    readonly status: 200 | 201 | 204;
    /** `null` with 204. */
    readonly with: Type | 'document' | 'bytes' | 'image' | null;
    /** Or with another of these shapes. */
    readonly orWith?: readonly Type[];
    /** The answer says in `Location` where the new resource is. */
    readonly location?: true;
    /** The answer is one resource with a revision: sent as its `ETag`. */
    readonly tag?: TaggedResource;
    /** The answer to a mutation is one resource without a revision: what the audit trail calls it. */
    readonly kind?: Touched['kind'];
  };
  /** Codes that do not follow from the rest. */
  readonly errors?: readonly ErrorCode[];
  /**
   * It is going away: `Deprecation`, and `Sunset` where an end is set, on every response once the route is known, refusals
   * included; not on 405 and OPTIONS, which are of the path. No operation of v1 has it (contract §8).
   */
  readonly deprecation?: Deprecation;
}

declare module 'fastify' {
  /** What Fastify carries for each route. Without one of the two a route does not boot. */
  interface FastifyContextConfig {
    readonly operation?: OperationPolicy;
    /** Outside the API: probes and documentation pages; anybody may, and the query is ignored. */
    readonly open?: true;
    /** Not counted for the address that asks. */
    readonly isProbe?: boolean;
  }
}

/** Every code that the operation can answer, in the order of the sets of contract §2.1. */
export function errorCodesOf(policy: OperationPolicy, path: string): ErrorCode[] {
  if (policy.authentication === 'none') return ['VALIDATION_ERROR', 'INTERNAL_ERROR'];
  const { role, query = {}, idempotencyKey } = policy;
  const codes: ErrorCode[] = ['AUTH_REQUIRED', 'INVALID_TOKEN', 'RATE_LIMITED', 'VALIDATION_ERROR', 'INTERNAL_ERROR'];
  if (policy.scope) codes.push('INSUFFICIENT_SCOPE');
  if (path.includes('{organizationSlug}')) codes.push('NOT_FOUND', 'ORGANIZATION_SUSPENDED');
  if (path.includes('{publicId}')) codes.push('NOT_FOUND');
  if ('cursor' in query) codes.push('INVALID_CURSOR');
  const isPersonal = policy.authorOnly ?? policy.uploaderOrAdmin ?? false;
  if (role === 'admin' || role === 'owner' || isPersonal) codes.push('FORBIDDEN');
  if (policy.ifMatch) codes.push('PRECONDITION_REQUIRED', 'REVISION_CONFLICT');
  if (idempotencyKey === 'required') codes.push('IDEMPOTENCY_KEY_REQUIRED');
  if (idempotencyKey) codes.push('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_REQUEST_IN_PROGRESS');
  if (policy.body || policy.upload) codes.push('PAYLOAD_TOO_LARGE');
  return [...codes, ...(policy.errors ?? [])];
}
