import type { IncomingHttpHeaders } from 'node:http';
import type { OverloadReason, RequestTrace } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeSeen } from './under-app.js';
import type { RequestOutcome } from './request-end.js';

/** One line for each request: fields from this list and no others, so that no secret can get into the log. */
export interface AccessEntry {
  readonly requestId: string;
  /** The `X-Request-Id` of the client, cut to 128 characters. */
  readonly clientRequestId: string | undefined;
  readonly method: string;
  /** The template, never the path itself. */
  readonly route: string;
  readonly operation: string | undefined;
  /** Undefined when the request ended before its response was decided. */
  readonly status: number | undefined;
  /** The way in which the request ended. */
  readonly outcome: RequestOutcome;
  /** The time from the beginning of the request to its end. */
  readonly milliseconds: number;
  readonly address: string;
  readonly userId: string | undefined;
  readonly tokenId: string | undefined;
  readonly organizationId: string | undefined;
  /** Undefined where no traces are made. */
  readonly traceId: string | undefined;
}

/** The log of the HTTP side. */
export interface ServerLog {
  access(entry: AccessEntry): void;
  /** Logs an unexpected error: the only place where its text goes. */
  fault(requestId: string, error: unknown, traceId?: string): void;
  /** Warns that a proxy seems to forward requests although none is trusted. Called at most once. */
  untrustedProxy?(): void;
}

/** Receives each request, for metrics. Methods must neither throw nor wait. */
export interface RequestMonitor {
  requestBegan(): void;
  requestEnded(entry: AccessEntry): void;
  /** The response is the envelope of an error with this code. */
  requestRefused(code: string): void;
  /** A request met a limit of the server, and nothing was done. */
  requestOverloaded(reason: OverloadReason): void;
}

/** Makes the trace of each request. Methods must neither throw nor wait. */
export interface RequestTracer {
  /** A request begins. Its headers can name the trace that it belongs to. */
  requestBegan(headers: IncomingHttpHeaders): EndingTrace;
}

/** The trace of a request, which receives its end. */
export interface EndingTrace extends RequestTrace {
  requestEnded(entry: AccessEntry): void;
}

/** Milliseconds that the line of a request waits for its response to be decided, after the client has gone: all work ends within them. */
const LONGEST_WAIT = 30_000;

/**
 * Writes one access line for each request, once it has ended. A client that has gone can leave unfinished work: the line then waits until
 * that work has decided a response, so that it names the caller and the result.
 */
export class AccessLines {
  private readonly waiting = new Set<AccessLine>();

  constructor(
    private readonly log: ServerLog,
    private readonly longestWait = LONGEST_WAIT,
    private readonly monitor?: RequestMonitor,
    private readonly tracer?: RequestTracer,
  ) {}

  /** Expects the line of a request that has just begun. */
  expect(request: FastifyRequest, { raw }: FastifyReply): AccessLine {
    this.monitor?.requestBegan();
    const trace = this.tracer?.requestBegan(request.headers);
    const line = new AccessLine(
      (outcome, decided, endedAt) => {
        this.waiting.delete(line);
        const status = decided ?? (raw.headersSent ? raw.statusCode : undefined);
        const entry = accessEntryOf(request, { outcome, status, endedAt }, trace?.id);
        this.log.access(entry);
        this.monitor?.requestEnded(entry);
        trace?.requestEnded(entry);
      },
      this.longestWait,
      trace,
    );
    this.waiting.add(line);
    return line;
  }

  /** Writes the lines of all requests that have ended: nothing is waited for any longer. */
  flush(): void {
    for (const line of [...this.waiting]) line.hurry();
  }
}

/** The access line of one request. */
export class AccessLine {
  private status: number | undefined;
  private ended: { readonly outcome: RequestOutcome; readonly at: bigint } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isWritten = false;

  constructor(
    private readonly write: (outcome: RequestOutcome, status: number | undefined, endedAt: bigint) => void,
    private readonly timeout: number,
    /** The trace of the request. */
    readonly trace?: RequestTrace,
  ) {}

  /** The response is decided, also when its client has gone. */
  responseDecided(status: number): void {
    this.status = status;
    this.hurry();
  }

  requestEnded(outcome: RequestOutcome): void {
    this.ended = { outcome, at: process.hrtime.bigint() };
    if (outcome === 'client_gone' && this.status === undefined) {
      this.timer = setTimeout(() => {
        this.hurry();
      }, this.timeout).unref();
    } else this.hurry();
  }

  /** Writes the line now if the request has ended. */
  hurry(): void {
    if (this.isWritten || !this.ended) return;
    this.isWritten = true;
    clearTimeout(this.timer);
    this.write(this.ended.outcome, this.status, this.ended.at);
  }
}

/** The end of a request. */
type Ended = Pick<AccessEntry, 'outcome' | 'status'> & { readonly endedAt: bigint };

function accessEntryOf(
  request: FastifyRequest,
  { outcome, status, endedAt }: Ended,
  traceId: string | undefined,
): AccessEntry {
  const { requestId, startedAt, address, operation, principal, organization } = request.context;
  const clientRequestId = request.headers['x-request-id'];
  return {
    requestId,
    clientRequestId: typeof clientRequestId === 'string' ? clientRequestId.slice(0, 128) : undefined,
    method: request.method,
    route: routeSeen(request.raw, request.routeOptions.url ?? 'unknown'),
    operation: operation?.id,
    status,
    outcome,
    milliseconds: Number(endedAt - startedAt) / 1e6,
    address,
    userId: principal?.user.id,
    tokenId: principal?.token.id,
    organizationId: organization?.organizationId,
    traceId,
  };
}
