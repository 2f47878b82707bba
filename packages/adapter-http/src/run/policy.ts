import type { Type } from '@nestjs/common';
import type { AnyErrorCode, Touched } from '@worktrack/application';
import type { AnyScope, Role } from '@worktrack/domain';
import type { Stability } from '../extensions/stability.js';
import type { Deprecation } from '../reply/deprecation.js';
import type { TaggedResource } from '../reply/etag.js';
import type { QueryParameters } from '../checks/query.js';

/** A request and its response, recorded from the demo by `apps/e2e/src/contract/examples.own-server.e2e.ts`. */
export interface OperationExamples {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly request?: object;
  readonly response?: object | string;
  /** The response of each variant, by its word in the path. */
  readonly responses?: Readonly<Record<string, object>>;
}

/** The rules of an operation that hold before its handler runs, and its description in OpenAPI (contract §2.2). */
export interface OperationPolicy {
  /** The operationId. */
  readonly id: string;
  /** One sentence for the reader of the API's documentation. */
  readonly summary: string;
  /**
   * Tells what the operation does, for the document. Callers, repeats and refusals follow from the policy: `openapi/operation-text.ts` adds
   * them. An operation of the application needs none.
   */
  readonly description?: string;
  /** A request and its response, for the document. An operation of the application needs none. */
  readonly examples?: OperationExamples;
  /**
   * The credential that is needed: without this member a token, or a session under `/app`. `session` and `visitor` are operations of the
   * application, not of the public API: `session` needs the cookie of a session, `visitor` needs nothing. Both are in a document of their
   * own, which is not published.
   */
  readonly authentication?: 'none' | 'session' | 'visitor';
  /** Present for an operation of the extensions, below `/api/x`, unless only the application calls it: the promise for programs. */
  readonly stability?: Stability;
  /** `false` for an operation that is not offered under `/app`. */
  readonly underApp?: false;
  readonly scope: AnyScope | null;
  /** The least role; `null` where membership is not even needed, or author and uploader rules hold. */
  readonly role: Role | null;
  /** Present where only the author or owner of the resource in the path can act: no role overrides it. */
  readonly authorOnly?: true;
  /** Present where only the uploader or owner of the resource in the path, or an administrator, can act. */
  readonly uploaderOrAdmin?: true;
  /** The code of the refusal where a grant of single Projects is not enough. */
  readonly wholeOrganization?: 'NOT_FOUND' | 'FORBIDDEN';
  /** The operation shows the Work Item of its path, which is read when the path is looked up. */
  readonly showsWorkItem?: true;
  /** True for a request with a SqueakQL query, which can take long: a user has few of them concurrently. */
  readonly isSearch?: (query: object) => boolean;
  /**
   * The mutation reaches accounts or memberships: the database does not limit its transaction to the rows of the Organization of the path,
   * and the rights of the caller are read again afterwards.
   */
  readonly changesRights?: true;
  /** The operation works in a suspended Organization too. */
  readonly evenSuspended?: true;
  /** A report: it waits for one of the few connections that reports have. */
  readonly report?: true;
  readonly ifMatch?: TaggedResource;
  readonly idempotencyKey?: 'required' | 'optional';
  readonly query?: QueryParameters;
  /**
   * A path parameter selects a variant, each with its own query parameters; `query` is their union, for OpenAPI. An unknown variant
   * is rejected right after the scope check (contract §1.6).
   */
  readonly variants?: { readonly parameter: string; readonly queries: Readonly<Record<string, QueryParameters>> };
  /** The strict body, `B-empty` included. */
  readonly body?: Type;
  /** A request without any body counts as `{}`. */
  readonly bodyOptional?: true;
  /** The body is a file in a multipart form, read as it arrives. */
  readonly upload?: true;
  /** The response to a request that succeeds. */
  readonly responses: {
    readonly status: 200 | 201 | 202 | 204;
    /** `bytes` are those of an attachment, `file` those of an export, `events` Server-Sent Events; `null` with 202 and 204. */
    readonly with: Type | 'document' | 'bytes' | 'file' | 'image' | 'events' | null;
    /** The response has the URL of the new resource in `Location`. */
    readonly location?: true;
    /** The response is one resource with a revision: sent as its `ETag`. */
    readonly tag?: TaggedResource;
    /** The response to a mutation is one resource without a revision: its kind in the audit trail. */
    readonly kind?: Touched['kind'];
  };
  /** Codes that do not follow from the rest of the policy. */
  readonly errors?: readonly AnyErrorCode[];
  /**
   * The operation is deprecated: `Deprecation`, and `Sunset` where an end is set, on every response, refusals included, once the
   * route is known. Not on 405 and OPTIONS, which belong to the path. No operation of v1 has it (contract §8).
   */
  readonly deprecation?: Deprecation;
}

declare module 'fastify' {
  /** The configuration of a route in Fastify. Without `operation` or `open` a route does not boot. */
  interface FastifyContextConfig {
    readonly operation?: OperationPolicy;
    /** Outside the API: probes and documentation pages. Needs no token and ignores the query. */
    readonly open?: true;
    /** The requests of an address to it are not counted. */
    readonly isProbe?: boolean;
  }
}

const ALWAYS = ['RATE_LIMITED', 'VALIDATION_ERROR', 'INTERNAL_ERROR'] as const;

/** The codes of every operation, by the credential that it needs. Pages of other origins are refused what is only for the application. */
const BY_CREDENTIAL = {
  // The limit by address counts it (contract §8).
  none: ALWAYS,
  token: ['AUTH_REQUIRED', 'INVALID_TOKEN', ...ALWAYS],
  session: ['AUTH_REQUIRED', 'FORBIDDEN', ...ALWAYS],
  visitor: ['FORBIDDEN', ...ALWAYS],
} as const satisfies Readonly<Record<string, readonly AnyErrorCode[]>>;

/** Every code that the operation can respond with, in the order of the sets of contract §2.1. */
export function errorCodesOf(policy: OperationPolicy, path: string): AnyErrorCode[] {
  const { authentication = 'token', role, query = {}, idempotencyKey } = policy;
  const codes: AnyErrorCode[] = [...BY_CREDENTIAL[authentication]];
  if (policy.scope) codes.push('INSUFFICIENT_SCOPE');
  if (path.includes('{organizationSlug}')) codes.push('NOT_FOUND');
  if (path.includes('{organizationSlug}') && !policy.evenSuspended) codes.push('ORGANIZATION_SUSPENDED');
  if (path.includes('{publicId}')) codes.push('NOT_FOUND');
  if ('cursor' in query) codes.push('INVALID_CURSOR');
  const isPersonal = policy.authorOnly ?? policy.uploaderOrAdmin ?? false;
  if (role === 'admin' || role === 'owner' || isPersonal) codes.push('FORBIDDEN');
  if (policy.ifMatch) codes.push('PRECONDITION_REQUIRED', 'REVISION_CONFLICT');
  if (idempotencyKey === 'required') codes.push('IDEMPOTENCY_KEY_REQUIRED');
  if (idempotencyKey) codes.push('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_REQUEST_IN_PROGRESS');
  if (policy.body || policy.upload) codes.push('PAYLOAD_TOO_LARGE');
  return [...new Set([...codes, ...(policy.errors ?? [])])];
}
