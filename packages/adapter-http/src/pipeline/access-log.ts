import type { FastifyReply, FastifyRequest } from 'fastify';

/** One line for each request: fields from this list and no others, so that no secret can get into the log. */
export interface AccessEntry {
  readonly requestId: string;
  /** What the client sent as `X-Request-Id`, cut to 128 characters. */
  readonly clientRequestId: string | undefined;
  readonly method: string;
  /** The template, never the path itself. */
  readonly route: string;
  readonly operation: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly address: string;
  readonly userId: string | undefined;
  readonly tokenId: string | undefined;
  readonly organizationId: string | undefined;
}

/** Where the HTTP side writes. */
export interface ServerLog {
  access(entry: AccessEntry): void;
  /** Something that should not happen: the only place where its text goes. */
  fault(requestId: string, error: unknown): void;
}

export function accessEntryOf(request: FastifyRequest, reply: FastifyReply): AccessEntry {
  const { requestId, startedAt, address, operation, principal, organization } = request.context;
  const clientRequestId = request.headers['x-request-id'];
  return {
    requestId,
    clientRequestId: typeof clientRequestId === 'string' ? clientRequestId.slice(0, 128) : undefined,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    operation: operation?.id,
    status: reply.statusCode,
    milliseconds: Number(process.hrtime.bigint() - startedAt) / 1e6,
    address,
    userId: principal?.user.id,
    tokenId: principal?.token.id,
    organizationId: organization?.organizationId,
  };
}
